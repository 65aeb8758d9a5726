package input

import (
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/ignore"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// Measure adds to p the number of bytes to read in the operands that are files. The
// function that it returns adds the files in the operands that are directories. The total
// is not known if there are inputs other than regular files; Measure leaves out followed
// links and files named in lists.
func Measure(o *Options, i *interrupt.Interruption, p *progress.Progress) (rest func()) {
	known := true
	add := func(info fs.FileInfo) {
		p.Expect(info.Size())
		known = known && info.Mode().IsRegular()
	}
	operands := o.Operands
	switch {
	case len(operands) > 0:
	case o.Recurse:
		operands = []string{"."}
	default:
		operands = []string{"-"}
	}
	var dirs []string
	for _, name := range operands {
		info, err := o.Stat(name)
		switch {
		case err != nil || name != "-" && o.Rules.Filter.Excludes(name, info.IsDir()):
		case info.IsDir() && o.Recurse:
			dirs = append(dirs, name)
		case !info.IsDir():
			add(info)
		}
	}
	p.SetTotalKnown(known && len(dirs) == 0)
	return func() {
		for _, name := range dirs {
			o.measureDir(nil, name, i, add)
		}
		p.SetTotalKnown(known)
	}
}

// Stat returns the FileInfo of an operand.
func (o *Options) Stat(name string) (fs.FileInfo, error) {
	if name != "-" {
		return longpath.Stat(name)
	}
	if f, ok := o.Stdin.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrInvalid
}

// measureDir calls add for each regular file below the directory with that name in a folder, or,
// if in is nil, below an operand.
func (o *Options) measureDir(in *folder, name string, i *interrupt.Interruption, add func(fs.FileInfo)) {
	_, dir := in.join(name)
	entries, _ := longpath.ReadDir(dir) // the search reports the errors
	f := o.Rules.open(in, name, entries, new(ignore.Tree))
	for _, e := range o.Rules.chosen(f, entries) {
		switch {
		case i.Occurred():
			return
		case e.IsDir():
			o.measureDir(f, e.Name(), i, add)
		case e.Type().IsRegular():
			if info, err := longpath.Info(f.path+e.Name(), e); err == nil {
				add(info)
			}
		}
	}
}
