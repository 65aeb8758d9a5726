//go:build unix

package edit

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group in info, as far as the user may. It returns
// the mode to set: without set-user-ID and set-group-ID if the owner or the group is another
// one, and without more rights for another group than for all users.
func keepOwner(f *os.File, info fs.FileInfo, mode fs.FileMode) fs.FileMode {
	want, ok := info.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(want.Uid), int(want.Gid)) == nil {
		return mode
	}
	mode &^= fs.ModeSetuid
	if f.Chown(-1, int(want.Gid)) == nil {
		return mode
	}
	const group, other = 0o070, 0o007
	return mode&^(fs.ModeSetgid|group) | mode&group&(mode&other<<3)
}
