//go:build !unix

package main

import "os"

// openListed opens a file that a directory lists as a regular one.
func openListed(name string, _ bool) (*os.File, error) { return os.Open(name) }
