package output

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/fileid"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// A Claim is what a run writes: standard output, the file of an option, or the directory of one.
// It is not an input of the run. All options that write are compared with the inputs by it.
type Claim struct {
	Option string      // such as "--report"; "" for standard output
	Info   fs.FileInfo // of the regular file or the directory; nil: it does not exist, so that it is no input

	// Wrote reports whether a file that begins with head was written by an earlier run with
	// the option. If it is nil, no file was.
	Wrote func(head []byte) bool
}

// HeadSize is the number of bytes that Claim.Wrote gets, if the file has so many.
const HeadSize = 64 << 10

// A Verdict says what to do with an input.
type Verdict int

const (
	Searched Verdict = iota // it is not the output
	LeftOut                 // it is the result of an earlier run, which this one replaces, or is empty
	Refused                 // it would be lost, or would grow while it is read
)

// Judge compares an input with c. info is the [os.Stat] of name. isNamed says that the user has
// named the input; otherwise a directory lists it.
func (c *Claim) Judge(name string, info fs.FileInfo, isNamed bool) Verdict {
	switch {
	case c.Info == nil || info == nil || !c.has(name, info):
		return Searched
	case isNamed:
		return Refused
	case c.IsDir() || c.Wrote != nil && c.isEarlier(name, info):
		return LeftOut
	}
	return Refused
}

// IsDir reports whether c is a directory. All files in it are those of the run, but not what its
// subdirectories have, if they are named.
func (c *Claim) IsDir() bool { return c.Info != nil && c.Info.IsDir() }

// has reports whether a file or directory is c, or in c.
func (c *Claim) has(name string, info fs.FileInfo) bool {
	if os.SameFile(info, c.Info) {
		return true
	}
	if !c.IsDir() || info.IsDir() {
		return false
	}
	path, err := fileid.Path(name)
	if err != nil {
		return false
	}
	parent, err := longpath.Stat(filepath.Dir(path))
	return err == nil && os.SameFile(parent, c.Info)
}

// isEarlier reports whether an earlier run has written the file, or it is empty.
func (c *Claim) isEarlier(name string, info fs.FileInfo) bool {
	if info.Size() == 0 {
		return true
	}
	f, err := longpath.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, HeadSize))
	return err == nil && c.Wrote(head)
}

// Claim returns the Claim of standard output, or nil if it is not a regular file.
func (o *Output) Claim() *Claim {
	if o.info == nil || !o.info.Mode().IsRegular() {
		return nil
	}
	return &Claim{Info: o.info}
}

// Claim returns the Claim of the file for an option.
func (f *File) Claim(option string, wrote func(head []byte) bool) *Claim {
	return &Claim{Option: option, Info: f.info, Wrote: wrote}
}
