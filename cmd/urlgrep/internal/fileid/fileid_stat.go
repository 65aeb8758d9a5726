//go:build unix || js || wasip1

package fileid

import (
	"io/fs"
	"syscall"
)

func of(_ string, info fs.FileInfo) (id ID, links uint64, err error) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok || s.Ino == 0 {
		return ID{}, 0, nil
	}
	return ID{uint64(s.Dev), uint64(s.Ino)}, uint64(s.Nlink), nil
}
