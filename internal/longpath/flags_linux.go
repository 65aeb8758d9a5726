package longpath

import "golang.org/x/sys/unix"

// The flags to open a directory, and any file, only to follow or to examine it. This needs no
// permission to read it.
const (
	openDirectory = unix.O_PATH | unix.O_DIRECTORY
	openInfo      = unix.O_PATH
)
