//go:build !unix

package edit

import (
	"io/fs"
	"os"
)

// keepOwner returns the mode to set. The system has no owners that Go can set.
func keepOwner(_ *os.File, _ fs.FileInfo, mode fs.FileMode) fs.FileMode { return mode }
