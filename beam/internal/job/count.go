package job

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A Key is a property of URLs: Of is "host", "kind" or "year".
type Key struct{ Of, Value string }

// A Count is the number of URLs with a property.
type Count struct {
	Of    string `json:"of"`
	Value string `json:"value"`
	URLs  int64  `json:"urls"`
}

// maxCounted is how many Keys are counted before the counts are passed on.
const maxCounted = 1 << 16

// Count counts the URLs in a part by host, kind, and year of the message. It may call visit
// several times with the same Key. URLs without a host or a year do not count there.
func (j *Job) Count(path string, visit func(Key, int64)) error {
	f, err := os.Open(filepath.Join(j.Output, path))
	if err != nil {
		return err
	}
	defer f.Close()
	counts := map[Key]int64{}
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 64<<10), math.MaxInt)
	for lines.Scan() {
		u, err := parseLine(lines.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		counts[Key{"kind", u.kind}]++
		if u.host != "" {
			counts[Key{"host", record.NormalHost(u.host)}]++
		}
		if year, _, ok := strings.Cut(u.date, "-"); ok {
			counts[Key{"year", year}]++
		}
		if len(counts) > maxCounted {
			passOn(counts, visit)
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	passOn(counts, visit)
	return nil
}

// A counted has the fields of a line that are counted.
type counted struct{ kind, host, date string }

// parseLine returns the fields of a line that record.Encode has written. A general parser of JSON
// takes as long as the scan. This one relies on the order of the fields, and on the escapes: a
// comma and a quotation mark follow each other only before the name of a field.
func parseLine(line []byte) (u counted, err error) {
	if !bytes.HasPrefix(line, []byte(`{"url":"`)) || !bytes.HasSuffix(line, []byte("}")) {
		return u, errors.New("a line is not a match in JSON")
	}
	brief, rest, _ := bytes.Cut(line, []byte(`,"valid":`)) // not for hosts and addresses without a scheme
	if rest == nil {
		rest = brief
	}
	brief, _, _ = bytes.Cut(brief, []byte(`,"parts":`)) // which also have a host
	u.kind, brief = text(brief, `,"kind":"`)
	u.host, brief = text(brief, `,"host":"`)
	if bytes.HasPrefix(brief, []byte(`,"host_ascii":"`)) {
		u.host, _ = text(brief, `,"host_ascii":"`)
	}
	if _, message, ok := bytes.Cut(rest, []byte(`,"message":{`)); ok {
		u.date, _ = text(message, `,"date":"`)
	}
	return u, nil
}

// text returns the string that follows a key, or "", and the bytes after it.
func text(line []byte, key string) (value string, rest []byte) {
	_, after, ok := bytes.Cut(line, []byte(key))
	end := bytes.IndexByte(after, '"')
	if !ok || end < 0 {
		return "", line
	}
	return string(after[:end]), after[end+1:]
}

// passOn calls visit with all counts, and empties the map.
func passOn(counts map[Key]int64, visit func(Key, int64)) {
	for k, n := range counts {
		visit(k, n)
	}
	clear(counts)
}

// WriteCounts writes the counts, which it sorts, to the directory of the run.
func (j *Job) WriteCounts(counts []Count) error {
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Value, b.Value))
	})
	return atomicfile.Write(filepath.Join(j.Output, j.Run, CountsName), atomicfile.Options{}, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		for _, c := range counts {
			if err := e.Encode(c); err != nil {
				return err
			}
		}
		return nil
	})
}
