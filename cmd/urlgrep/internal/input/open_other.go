//go:build !unix

package input

import "os"

// OpenListed opens a file that a directory lists as a regular file.
func OpenListed(name string, _ bool) (*os.File, error) { return os.Open(name) }
