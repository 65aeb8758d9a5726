package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/testing/encrypted"
)

// TestEncrypted reads the zip files of testdata/encrypted as an input is: from a file and from a pipe, with all
// passwords, with none, and with wrong ones.
func TestEncrypted(t *testing.T) {
	const dir = "../../testdata/encrypted"
	for name, want := range encrypted.Files(t, dir) {
		if filepath.Ext(name) != ".zip" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, passwords := range [][]string{want.Passwords(), nil, {"nettle", "Tulip"}} {
			o := Options{Find: extract.Options{Documents: documents.All(), Passwords: passwords}}
			for _, in := range []Input{stored(string(data)), piped(string(data))} {
				got, outcome := scan(in, o, nil)
				all := i == 0
				if urls := urlsOf(got); !slices.Equal(urls, want.URLs(all)) {
					t.Errorf("%s, passwords %q: got\n%s\nwant\n%s", name, passwords, got, strings.Join(want.URLs(all), "\n"))
				}
				if isLocked := outcome.Faults > 0; isLocked == all {
					t.Errorf("%s, passwords %q: %d faults: %s", name, passwords, outcome.Faults, got)
				}
			}
		}
	}
}

// urlsOf returns the URLs in a trace, each with the member that it is in.
func urlsOf(trace string) (list []string) {
	member := ""
	for line := range strings.Lines(trace) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "begin x/"); ok {
			member = name
		} else if strings.HasPrefix(line, "http") {
			list = append(list, line+" "+member)
		}
	}
	return list
}
