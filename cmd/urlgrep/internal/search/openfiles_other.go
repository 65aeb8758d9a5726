//go:build !unix

package search

import "math"

// openFiles returns the maximum number of open files.
func openFiles() int { return math.MaxInt32 }

// CheckOpenFiles returns nil.
func CheckOpenFiles() error { return nil }
