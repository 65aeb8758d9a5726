package job

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/sealed"
)

// Names of files in the output directory.
const (
	ManifestName = "manifest.json"
	CountsName   = "counts.jsonl" // in the directory of the run
)

// A Manifest lists the parts of the output, in order. Files that it does not name are not
// output. Its file has a checksum of itself (package sealed).
type Manifest struct {
	Version   string          `json:"version"`
	Inputs    []string        `json:"inputs"`
	Options   extract.Options `json:"options"`
	RangeSize int64           `json:"range_size"`
	Run       string          `json:"run"`   // directory of the parts
	Files     int64           `json:"files"` // number of inputs
	Size      int64           `json:"size"`  // of the inputs, in bytes
	URLs      int64           `json:"urls"`
	Parts     []Listed        `json:"parts"`
	Errors    []Fault         `json:"errors,omitempty"`
}

// A Listed is a part in a Manifest. It has a path only if it has URLs.
type Listed struct {
	File   string `json:"file"`
	Begin  int64  `json:"begin"`
	End    int64  `json:"end"`
	First  string `json:"first,omitempty"`
	Last   string `json:"last,omitempty"`
	URLs   int64  `json:"urls"`
	Path   string `json:"path,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// manifest returns the Manifest of all parts, which it sorts. Those without a Range.Entry have
// only faults.
func (j *Job) manifest(parts []Part) *Manifest {
	slices.SortFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Range.Number, b.Range.Number), cmp.Compare(a.Range.Begin, b.Range.Begin))
	})
	m := &Manifest{Version: j.Version, Inputs: j.Inputs, Options: j.Options, RangeSize: j.RangeSize, Run: j.Run, Parts: []Listed{}}
	for _, p := range parts {
		m.Errors = append(m.Errors, p.Faults...)
		if p.Range.Entry == (Entry{}) {
			continue
		}
		if p.Range.Begin == 0 {
			m.Files++
			m.Size += p.Range.Entry.Size
		}
		m.URLs += p.URLs
		m.Parts = append(m.Parts, Listed{
			File: p.Range.Entry.Name, Begin: p.Range.Begin, End: p.Range.End, First: p.First, Last: p.Last,
			URLs: p.URLs, Path: p.Path, Bytes: p.Bytes, SHA256: p.SHA256,
		})
	}
	return m
}

// Commit writes the manifest, which makes the parts the output, and returns the paths of the
// parts with URLs. It removes the parts of the run that the manifest replaces, and those of this
// run that were scanned again.
func (j *Job) Commit(parts []Part) (paths []string, err error) {
	m := j.manifest(parts)
	keep := map[string]bool{}
	for _, p := range m.Parts {
		if p.Path == "" {
			continue
		}
		if info, err := os.Stat(filepath.Join(j.Output, p.Path)); err != nil || info.Size() != p.Bytes {
			return nil, fmt.Errorf("%s: the part is missing or incomplete", p.Path)
		}
		paths = append(paths, p.Path)
		keep[filepath.Base(p.Path)] = true
	}
	replaced, err := j.Replaced()
	if err != nil {
		return nil, err
	}
	text, err := sealed.Marshal(m)
	if err != nil {
		return nil, err
	}
	err = atomicfile.Write(filepath.Join(j.Output, ManifestName), atomicfile.Options{}, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if replaced != nil && replaced.Run != j.Run {
		os.RemoveAll(filepath.Join(j.Output, replaced.Run))
	}
	j.removeExcept(keep)
	return paths, nil
}

// Replaced returns the manifest in the output directory that Commit replaces, or nil if there is
// none or it is damaged. It returns an error if the directory is not of this program, or is that of
// an earlier version, which wrote no checksum.
func (j *Job) Replaced() (*Manifest, error) {
	m, err := ReadManifest(j.Output)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, sealed.ErrWrong) {
		return nil, nil
	}
	return m, err
}

// Discard removes the parts of a run that has failed, unless they are the output.
func (j *Job) Discard() {
	if m, err := ReadManifest(j.Output); err == nil && m.Run == j.Run {
		return
	}
	os.RemoveAll(filepath.Join(j.Output, j.Run))
}

// removeExcept removes the files of this run whose names are not in keep.
func (j *Job) removeExcept(keep map[string]bool) {
	dir := filepath.Join(j.Output, j.Run)
	entries, _ := os.ReadDir(dir) // the directory of a run without URLs does not exist
	for _, e := range entries {
		if !keep[e.Name()] {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// runPrefix begins the names of the directories of runs.
const runPrefix = "run-"

// NewRun returns a new name for the directory of a run.
func NewRun() string { return runPrefix + rand.Text()[:16] }

// ReadManifest reads the manifest in an output directory. It returns an error if any bit of it has
// changed.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := new(Manifest)
	if err := sealed.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	isIn := func(path string) bool { return filepath.Dir(path) == m.Run }
	if !strings.HasPrefix(m.Run, runPrefix) || !filepath.IsLocal(m.Run) || filepath.Base(m.Run) != m.Run {
		return nil, fmt.Errorf("%s: %q is not the directory of a run", path, m.Run)
	}
	for _, p := range m.Parts {
		if p.Path != "" && !isIn(p.Path) {
			return nil, fmt.Errorf("%s: the part %q is not in %s", path, p.Path, m.Run)
		}
	}
	return m, nil
}

// Merge writes all URLs to w, in order. It returns an error if a part is not what the manifest
// says, before it writes anything of that part.
func (m *Manifest) Merge(dir string, w io.Writer) error {
	for _, p := range m.Parts {
		if p.Path == "" {
			continue
		}
		if err := p.copy(dir, w); err != nil {
			return fmt.Errorf("%s: %w", p.Path, cause(err))
		}
	}
	return nil
}

func (p *Listed) copy(dir string, w io.Writer) error {
	f, err := os.Open(filepath.Join(dir, p.Path))
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != p.SHA256 {
		return errors.New("the part is damaged: its SHA-256 is not that of the manifest")
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}
