package share

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/sealed"
)

// A Manifest describes the result of a part. It is written last, so that a part without a
// manifest has no result. Its file has a checksum of itself (package sealed).
type Manifest struct {
	Part    Part     `json:"part"`
	Version string   `json:"version"` // of the program
	Options []string `json:"options"` // that affect the results
	Corpus  Corpus   `json:"corpus"`
	Ranges  []Range  `json:"ranges"`
	Data    Data     `json:"data"`
	URLs    int64    `json:"urls"`
	Errors  Faults   `json:"errors"`
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
	text, err := sealed.Marshal(m)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, m.Part.manifestName())
	return atomicfile.Write(name, atomicfile.Options{}, func(w io.Writer) error {
		_, err := w.Write(text)
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
	if err := sealed.Unmarshal(text, m); err != nil {
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
		if err != nil || before.Matches(m) != nil {
			return last, false
		}
		if len(before.Ranges) == 0 {
			continue // there are more parts than bytes
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
	Again  []Again  // the parts to be searched again
	URLs   int64    // of all parts
	Errors []string // of inputs of all parts, in order
	files  []Data   // of all parts, in order
}

// Again is a part that must be searched again.
type Again struct {
	Part    Part
	Reasons []string

	// Unread reports that the only reason is that inputs could not be read. The other results
	// of the part are right.
	Unread bool
}

// IsRight reports whether the parts are those of one search, apart from inputs that could not
// be read.
func (r *Report) IsRight() bool {
	return !slices.ContainsFunc(r.Again, func(a Again) bool { return !a.Unread })
}

// Verify checks the results in a directory. It reads all results for their checksums.
//
// If all parts in Again are searched again in their order, and that is repeated until Verify
// finds the same parts as the time before, then IsRight, and only inputs that still cannot be
// read are missing in the results. For n parts that takes at most n+2 rounds, if the files and
// the errors of reading them stay as they are.
func Verify(dir string) (*Report, error) {
	// Why the rounds end:
	//
	//   - A part that is searched is intact after that, and is of the search of the present files,
	//     options and version. If the parts are of several searches, Verify finds all, and after that
	//     round they are of one. Before that, there may be a round for parts that are missing. So
	//     after two rounds Verify finds only parts that began in a wrong state, and parts with inputs
	//     that could not be read.
	//   - A part that is searched begins in the state in which the part before it ended (LastOf).
	//     If that part is searched in the same round, it is searched before. So a part has a wrong
	//     state after a round only if it was not searched in it, but a part before it was. A part
	//     that Verify finds in two successive rounds has inputs that could not be read, or is one of
	//     several searches; but then the second round is about all parts, and the first was not.
	//   - The first part begins in a known state, so after its first search it does not change any
	//     more. If the parts before part n do not change any more, part n is searched once more at
	//     most for its state, and then does not change either. So after n+2 rounds Verify finds the
	//     same parts as the time before.
	r := new(Report)
	of, err := partsIn(dir)
	if err != nil {
		return nil, err
	}
	searches := searchesIn(dir, of)
	var before *Range // the last range before the part; nil if it is not known
	for n := 1; n <= of; n++ {
		p := Part{n, of}
		m, err := readManifest(dir, p)
		for i := 0; err == nil && i < len(searches); i++ {
			err = m.Matches(searches[i])
		}
		if err == nil {
			err = m.check(dir, before)
		}
		if errors.Is(err, fs.ErrNotExist) && m == nil {
			err = errors.New("it is missing")
		}
		switch {
		case err != nil:
			r.Again = append(r.Again, Again{Part: p, Reasons: []string{err.Error()}})
		case m.Errors.Unread > 0:
			r.Again = append(r.Again, Again{Part: p, Reasons: m.Errors.Texts(true), Unread: true})
		}
		if m == nil {
			before = nil
			continue
		}
		before = m.end(before)
		r.URLs += m.URLs
		texts := m.Errors.Texts(false)
		if k := len(r.Errors); k > 0 && len(texts) > 0 && texts[0] == r.Errors[k-1] {
			texts = texts[1:] // the error of a file that is cut between the parts
		}
		r.Errors = append(r.Errors, texts...)
		r.files = append(r.files, m.Data)
	}
	return r, nil
}

// searchesIn returns the manifest of the first part in a directory, and that of the first part
// of another search, if any. None of these parts is the right one: a part does not match one of
// them if the parts are of several searches.
func searchesIn(dir string, of int) (searches []*Manifest) {
	for n := 1; n <= of && len(searches) < 2; n++ {
		m, err := readManifest(dir, Part{n, of})
		if err == nil && (len(searches) == 0 || m.Matches(searches[0]) != nil) {
			m.Ranges = nil
			searches = append(searches, m)
		}
	}
	return searches
}

// end returns the last range of the part, with the Checkpoint at its end, if before is the range
// before the part. If the Checkpoint at the end of that is not known, and nothing begins in the
// part, no state follows from it: the result is nil, or has Failed set.
func (m *Manifest) end(before *Range) *Range {
	if len(m.Ranges) == 0 {
		return before
	}
	r := m.Ranges[len(m.Ranges)-1]
	switch {
	case r.Last != nil || r.First != nil || r.Failed:
	case before == nil && r.Begin > 0 && len(m.Ranges) == 1:
		return nil
	case r.continues(before):
		if r.Failed = before.Failed; r.isBefore(before.Last) {
			r.Last = before.Last
		}
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

// Merge writes the results of all parts, in order. IsRight must be true.
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
