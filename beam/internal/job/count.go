package job

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	d := json.NewDecoder(bufio.NewReaderSize(f, 64<<10))
	for {
		var u struct {
			Kind      string
			Host      string
			HostASCII string `json:"host_ascii"`
			Message   struct{ Date string }
		}
		if err := d.Decode(&u); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		counts[Key{"kind", u.Kind}]++
		if host := record.NormalHost(cmp.Or(u.HostASCII, u.Host)); host != "" {
			counts[Key{"host", host}]++
		}
		if year, _, ok := strings.Cut(u.Message.Date, "-"); ok {
			counts[Key{"year", year}]++
		}
		if len(counts) > maxCounted {
			passOn(counts, visit)
		}
	}
	passOn(counts, visit)
	return nil
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
	return replace(filepath.Join(j.Output, j.Run, CountsName), func(w io.Writer) error {
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
