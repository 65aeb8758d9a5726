package fileid

import (
	"io/fs"
	"syscall"
)

func of(name string, _ fs.FileInfo) (id ID, links uint64, err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return ID{}, 0, err
	}
	const share = syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE | syscall.FILE_SHARE_DELETE
	// The flag allows directories. No right is needed to read attributes.
	h, err := syscall.CreateFile(path, 0, share, nil, syscall.OPEN_EXISTING, syscall.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return ID{}, 0, err
	}
	defer syscall.CloseHandle(h)
	var i syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(h, &i); err != nil {
		return ID{}, 0, err
	}
	return ID{uint64(i.VolumeSerialNumber), uint64(i.FileIndexHigh)<<32 | uint64(i.FileIndexLow)}, uint64(i.NumberOfLinks), nil
}
