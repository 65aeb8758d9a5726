//go:build !unix

package longpath

import (
	"io/fs"
	"math"
	"os"
)

// pathMax is the length of a path that is too long for the system.
const pathMax = math.MaxInt

// isTooLong returns false.
func isTooLong(string, error) bool { return false }

func openFile(name string, flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) }

func stat(name string, _ bool) (fs.FileInfo, error) { return os.Stat(name) }
