//go:build !unix

package input

import "math"

// OpenFiles returns the maximum number of open files.
func OpenFiles() int { return math.MaxInt32 }

// CheckOpenFiles returns nil.
func CheckOpenFiles() error { return nil }
