//go:build unix && !linux

package longpath

import "golang.org/x/sys/unix"

// The flags to open a directory, and any file, only to follow or to examine it. That of a named
// pipe does not wait for a writer.
const (
	openDirectory = unix.O_RDONLY | unix.O_DIRECTORY
	openInfo      = unix.O_RDONLY | unix.O_NONBLOCK
)
