//go:build !unix

package main

import "os"

// inForeground reports whether the program is in the foreground of the terminal.
func inForeground(*os.File) bool { return true }
