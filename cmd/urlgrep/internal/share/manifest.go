package share

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// A Manifest describes the result of a part. It is written last, so that a part without a
// manifest has no result.
type Manifest struct {
	Part    Part     `json:"part"`
	Version string   `json:"version"` // of the program
	Options []string `json:"options"` // that affect the results
	Corpus  Corpus   `json:"corpus"`
	Ranges  []Range  `json:"ranges"`
	Data    Data     `json:"data"`
	URLs    int64    `json:"urls"`
	Errors  []string `json:"errors,omitempty"`
}

// Data describes a file of results.
type Data struct {
	File   string `json:"file"` // in the directory of the manifest
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// manifestName returns the name of the manifest of a part.
func (p Part) manifestName() string { return fmt.Sprintf("part-%d-of-%d.json", p.Number, p.Of) }

// A Writer writes the results of a part to a temporary file in the directory of the
// results.
type Writer struct {
	dir  string
	part Part
	file *atomicfile.File
	sum  hash.Hash
	n    int64
}

// Create creates the file for the results of a part in a directory, which is created if it
// does not exist.
func Create(dir string, p Part) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := atomicfile.CreateIn(dir)
	if err != nil {
		return nil, err
	}
	return &Writer{dir: dir, part: p, file: f, sum: sha256.New()}, nil
}

// Write writes results.
func (w *Writer) Write(p []byte) (n int, err error) {
	n, err = w.file.Write(p)
	w.sum.Write(p[:n])
	w.n += int64(n)
	return n, err
}

// Discard removes the results, unless they are committed.
func (w *Writer) Discard() { w.file.Discard() }

// Commit makes the results and their manifest those of the part, in place of earlier ones.
// It sets the part and the data of m. The name of the data has its checksum, so that two runs
// with the same results at the same time do not disturb each other. Data of other results, which
// the manifest had before, is removed.
func (w *Writer) Commit(m *Manifest) error {
	sum := hex.EncodeToString(w.sum.Sum(nil))
	m.Part = w.part
	m.Data = Data{File: fmt.Sprintf("part-%d-of-%d.%.16s.out", w.part.Number, w.part.Of, sum), Bytes: w.n, SHA256: sum}
	before, _ := readManifest(w.dir, w.part) // a manifest that cannot be read is replaced
	if err := w.file.CommitAs(m.Data.File); err != nil {
		return err
	}
	if err := writeManifest(w.dir, m); err != nil {
		return err
	}
	if before != nil && before.Data.File != m.Data.File {
		os.Remove(filepath.Join(w.dir, filepath.Base(before.Data.File)))
	}
	return nil
}

// writeManifest replaces the manifest of a part.
func writeManifest(dir string, m *Manifest) error {
	name := filepath.Join(dir, m.Part.manifestName())
	return atomicfile.Write(name, atomicfile.Options{}, func(w io.Writer) error {
		text, err := json.MarshalIndent(m, "", " ")
		if err == nil {
			_, err = w.Write(append(text, '\n'))
		}
		return err
	})
}

// readManifest reads the manifest of a part.
func readManifest(dir string, p Part) (*Manifest, error) {
	name := filepath.Join(dir, p.manifestName())
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: not a manifest: %w", name, err)
	}
	if m.Part != p || m.Data.File != filepath.Base(m.Data.File) {
		return nil, fmt.Errorf("%s: not the manifest of part %s", name, p)
	}
	for i := range m.Ranges {
		if r := &m.Ranges[i]; r.End == nil || r.Size == nil || r.Check() != nil {
			return nil, fmt.Errorf("%s: not a manifest: range %d is not valid", name, i)
		}
	}
	return m, nil
}

// Matches returns an error if m and o are not parts of one search.
func (m *Manifest) Matches(o *Manifest) error {
	switch {
	case m.Version != o.Version:
		return fmt.Errorf("it is of version %s, part %s of %s", m.Version, o.Part, o.Version)
	case !slices.Equal(m.Options, o.Options):
		return fmt.Errorf("it has other options than part %s: %q and %q", o.Part, m.Options, o.Options)
	case m.Corpus != o.Corpus:
		return fmt.Errorf("the files were others, or had other sizes, than those of part %s", o.Part)
	}
	return nil
}

// LastOf returns the range before p, if the parts before p are in the directory, are of the same
// search as m, and the last Checkpoint of the range is known.
func LastOf(dir string, p Part, m *Manifest) (last Range, ok bool) {
	end := int64(-1)
	for n := p.Number - 1; n > 0; n-- {
		before, err := readManifest(dir, Part{n, p.Of})
		if err != nil || before.Matches(m) != nil || len(before.Ranges) == 0 {
			return last, false
		}
		last = before.Ranges[len(before.Ranges)-1]
		if end < 0 {
			end = *last.End
		}
		if last.Last != nil {
			last.End = &end
			return last, true
		}
		if last.Failed || last.First != nil || len(before.Ranges) > 1 {
			return last, false
		}
	}
	return last, false
}

// A Report is the result of Verify.
type Report struct {
	Of     int
	Again  []Part   // to be searched again
	Errors []string // of inputs
	files  []Data   // of all parts, in order; empty unless Again is empty
}

// Verify checks the results in a directory. It calls note with the reason for each part in
// Again. It reads all results for their checksums.
func Verify(dir string, note func(text string)) (*Report, error) {
	r := new(Report)
	var err error
	if r.Of, err = partsIn(dir); err != nil {
		return nil, err
	}
	var model *Manifest // the first that was read
	var before *Range   // the last range before the part
	for n := 1; n <= r.Of; n++ {
		p := Part{n, r.Of}
		m, err := readManifest(dir, p)
		if err == nil && model != nil {
			err = m.Matches(model)
		}
		if err == nil {
			err = m.check(dir, before)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist) && m == nil:
			err = errors.New("it is missing")
		case m != nil && model == nil:
			model = m
		}
		if err != nil {
			note(fmt.Sprintf("part %s: %v", p, err))
			r.Again = append(r.Again, p)
			if m == nil {
				before = nil
				continue
			}
		}
		before = m.end(before)
		r.files = append(r.files, m.Data)
		r.Errors = append(r.Errors, m.Errors...)
	}
	if len(r.Again) > 0 {
		r.files = nil
	}
	return r, nil
}

// end returns the last range of the part, with the Checkpoint at its end, if before is the range
// before the part.
func (m *Manifest) end(before *Range) *Range {
	if len(m.Ranges) == 0 {
		return before
	}
	r := m.Ranges[len(m.Ranges)-1]
	if r.Last == nil && r.continues(before) && r.isBefore(before.Last) {
		r.Last = before.Last
	}
	return &r
}

// check returns an error if the data of the part is damaged, or if its first range does not
// follow the last range before the part.
func (m *Manifest) check(dir string, before *Range) error {
	for i := range m.Ranges {
		r := &m.Ranges[i]
		if r.continues(before) && !r.Follows(before) {
			return fmt.Errorf("%s: at byte %d it began in another state than part %d ended in", r.Path(), r.Begin, m.Part.Number-1)
		}
	}
	f, err := os.Open(filepath.Join(dir, m.Data.File))
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if n, err := io.Copy(sum, f); err != nil {
		return err
	} else if n != m.Data.Bytes || hex.EncodeToString(sum.Sum(nil)) != m.Data.SHA256 {
		return fmt.Errorf("%s: the results are damaged", m.Data.File)
	}
	return nil
}

// partsIn returns the number of parts that the results in a directory have.
func partsIn(dir string) (of int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		var p Part
		if n, _ := fmt.Sscanf(e.Name(), "part-%d-of-%d.json", &p.Number, &p.Of); n != 2 || e.Name() != p.manifestName() {
			continue
		}
		if of != 0 && of != p.Of {
			return 0, fmt.Errorf("%s: parts of %d and of %d shares: remove one of them", dir, of, p.Of)
		}
		of = p.Of
	}
	if of == 0 {
		return 0, fmt.Errorf("%s: no share is there", dir)
	}
	return of, nil
}

// Merge writes the results of all parts, in order. Again of the Report must be empty.
func (r *Report) Merge(dir string, to io.Writer) error {
	for _, d := range r.files {
		if err := copyFile(to, filepath.Join(dir, d.File)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(to io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(to, bufio.NewReaderSize(f, 256<<10))
	return err
}
