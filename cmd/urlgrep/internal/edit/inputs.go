package edit

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/fileid"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// Prepare prepares the editing of the inputs in place, before the first is changed. It omits
// backups that a directory lists. It reports whether each file can be edited once, and each backup
// can be kept, and otherwise prints the reasons. Later the Editor edits no other files.
func (e *Editor) Prepare(inputs *input.Inventory, log *output.Messages) bool {
	e.inputs = inputs
	c := preparer{inputs: inputs, suffix: e.settings.Backup, log: log}
	if c.suffix != "" {
		c.listBackups()
		c.omitBackups(!e.settings.Silent)
	}
	inputs.Links(func(names []int) {
		for _, i := range names[1:] {
			c.refuse(i, fmt.Sprintf("another hard link of %s, which is also an input", inputs.Name(names[0])))
		}
	})
	if c.suffix != "" {
		c.checkBackups()
	}
	if c.refused {
		log.Print("--in-place", "no file is edited")
	}
	return !c.refused
}

// A preparer compares the inputs with each other and with their backups.
type preparer struct {
	inputs           *input.Inventory
	suffix           Suffix
	log              *output.Messages
	resolver, places fileid.Resolver // of inputs, and of backups
	backups          map[nameSum]int // the first input that has the backup
	refused          bool
}

// A nameSum is the hash of the absolute name of a file without symbolic links. The names of many files
// would take more memory.
type nameSum [16]byte

// nameSumOf returns the nameSum of an absolute name. Where the file system may ignore letter case, so
// does nameSumOf.
func nameSumOf(path string) (p nameSum) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path = strings.ToLower(path)
	}
	sum := sha256.Sum256([]byte(path))
	copy(p[:], sum[:])
	return p
}

// A backup is the file that an input is kept in, and that input. The names are absolute and without
// symbolic links, but the backup itself may be one.
type backup struct{ path, of string }

// backup returns the backup of an input. ok is false if it has none: the error is reported when the
// file is edited.
func (c *preparer) backup(i int) (b backup, ok bool) {
	name := c.inputs.Name(i)
	var err error
	if b.of, err = c.resolver.Path(name); err != nil {
		return b, false
	}
	if !c.suffix.hasDirectory() {
		b.path, err = c.suffix.of(b.of)
		return b, err == nil
	}
	if name, err = c.backupName(i); err == nil {
		b.path, err = c.places.Place(name)
	}
	return b, err == nil
}

// backupName returns the name of the backup of an input for a message.
func (c *preparer) backupName(i int) (string, error) {
	name, err := filepath.EvalSymlinks(c.inputs.Name(i)) // as replacer.create
	if err != nil {
		return "", err
	}
	return c.suffix.of(name)
}

// listBackups lists the backups of all inputs.
func (c *preparer) listBackups() {
	c.backups = make(map[nameSum]int)
	for i := range c.inputs.Len() {
		if b, ok := c.backup(i); ok {
			p := nameSumOf(b.path)
			if _, ok := c.backups[p]; !ok {
				c.backups[p] = i
			}
		}
	}
}

// omitBackups omits each file that a directory lists under the name of the backup of an input, even
// if that is itself omitted.
func (c *preparer) omitBackups(says bool) {
	for i := range c.inputs.Len() {
		if c.inputs.IsNamed(i) {
			continue
		}
		path, err := c.resolver.Path(c.inputs.Name(i))
		if err != nil {
			continue
		}
		if of, ok := c.backups[nameSumOf(path)]; ok && of != i {
			c.inputs.Omit(i)
			if says {
				c.log.Print(c.inputs.Name(i), "not edited, as it is the backup of "+c.inputs.Name(of))
			}
		}
	}
}

// checkBackups checks that no backup replaces an input, or the backup of another input.
func (c *preparer) checkBackups() {
	clear(c.backups)
	for i := range c.inputs.Len() {
		if c.inputs.IsOmitted(i) {
			continue
		}
		b, ok := c.backup(i)
		if !ok {
			continue
		}
		p := nameSumOf(b.path)
		if of, ok := c.backups[p]; ok {
			name, _ := c.backupName(i)
			c.refuse(i, fmt.Sprintf("its backup %s would replace that of %s", name, c.inputs.Name(of)))
			continue
		}
		c.backups[p] = i
		if j := c.replaced(i, &b); j >= 0 {
			name, _ := c.backupName(i)
			text := fmt.Sprintf("its backup %s is also an input", name)
			if other := c.inputs.Name(j); other != name {
				text += ", as " + other
			}
			c.refuse(i, text)
		}
	}
}

// replaced returns the input that the backup of input i would replace, or -1. A backup that is
// another hard link of input i is complete: an earlier run was interrupted before the change.
func (c *preparer) replaced(i int, b *backup) int {
	for _, j := range c.inputs.Find(b.path) {
		if j != i || fileid.IsSameEntry(b.path, b.of) {
			return j
		}
		if info, err := os.Lstat(b.path); err == nil && !info.Mode().IsRegular() {
			return j
		}
	}
	return -1
}

// refuse reports an input that makes it impossible to edit any.
func (c *preparer) refuse(i int, reason string) {
	c.refused = true
	c.log.Print(c.inputs.Name(i), reason)
}
