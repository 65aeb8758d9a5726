//go:build !linux

package edit

import "os"

// keepAttributes does nothing: extended attributes are copied only on Linux.
func keepAttributes(*os.File, string) error { return nil }
