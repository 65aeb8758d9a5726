//go:build unix && !linux

package atomicfile

import (
	"io/fs"
	"os"
)

func extendedAttributes(*os.File) (map[string]string, error) { return nil, nil }

func (a *attributes) hasACL() bool { return false }

func (a *attributes) setExtended(*os.File, fs.FileMode, bool) error { return nil }
