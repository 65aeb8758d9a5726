package atomicfile

import (
	"io/fs"
	"maps"
	"time"
)

// attributes are what a file has besides its text: on Unix its mode with the set-user-ID,
// set-group-ID and sticky bits, its owner and its group; on Linux also its access control list and
// its other extended attributes, such as the label of SELinux.
//
// Not kept are the flags of file systems (chattr), access control lists of other systems than
// Linux, and security.ima and security.evm, which the kernel computes from the text.
//
// What the user may not set is omitted, with fewer rights as the result: see setOwner. An access
// control list that cannot be set is an error, because without it the group would have the rights
// of its mask.
type attributes struct {
	mode     fs.FileMode
	uid, gid int
	extended map[string]string // by name
	time     time.Time         // of the last change; not compared
}

const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

func (a *attributes) equal(b *attributes) bool {
	return a.mode == b.mode && a.uid == b.uid && a.gid == b.gid && maps.Equal(a.extended, b.extended)
}
