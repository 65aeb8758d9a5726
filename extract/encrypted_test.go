package extract_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/encrypted"
)

// TestEncrypted reads each file of testdata/encrypted with all passwords, with none, and with wrong ones.
func TestEncrypted(t *testing.T) {
	for name, want := range encrypted.Files(t, "../testdata/encrypted") {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("../testdata/encrypted", name)
			got, notes := readEncrypted(t, path, want.Passwords())
			if all := want.URLs(true); !slices.Equal(got, all) || len(notes) > 0 {
				t.Errorf("got\n%s\nwant\n%s\n%+v", strings.Join(got, "\n"), strings.Join(all, "\n"), notes)
			}
			for _, wrong := range [][]string{nil, {"nettle", "Tulip", "tulip "}} {
				got, notes := readEncrypted(t, path, wrong)
				if open := want.URLs(false); !slices.Equal(got, open) {
					t.Errorf("passwords %q: got\n%s\nwant\n%s", wrong, strings.Join(got, "\n"), strings.Join(open, "\n"))
				}
				isMail := strings.HasSuffix(name, ".eml")
				isLocked := func(n extract.Note) bool { return n.Locked && n.Incomplete == !isMail }
				if want.NeedsPassword() != slices.ContainsFunc(notes, isLocked) {
					t.Errorf("passwords %q: %+v", wrong, notes)
				}
				if text := fmt.Sprint(notes); strings.Contains(text, "nettle") || strings.Contains(text, "Tulip") {
					t.Errorf("a note has a password: %s", text)
				}
			}
		})
	}
}

// readEncrypted returns the URLs in a file with their places, and the notes.
func readEncrypted(t *testing.T, path string, passwords []string) (urls []string, notes []extract.Note) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := extract.NewScanner(f, &extract.Options{
		Documents: documents.All(), Passwords: passwords, Note: func(n extract.Note) { notes = append(notes, n) },
	})
	for s.Scan() {
		m := s.Match()
		urls = append(urls, m.URL+" "+m.Document.Place())
	}
	if s.Err() != nil {
		t.Error(s.Err())
	}
	return urls, notes
}

// TestOwnerPassword reads the PDF files with the password of the owner.
func TestOwnerPassword(t *testing.T) {
	for name, want := range encrypted.Files(t, "../testdata/encrypted") {
		if filepath.Ext(name) != ".pdf" {
			continue
		}
		got, notes := readEncrypted(t, filepath.Join("../testdata/encrypted", name), []string{"rose"})
		if !slices.Equal(got, want.URLs(true)) || len(notes) > 0 {
			t.Errorf("%s: got %q, %+v", name, got, notes)
		}
	}
}

// TestLockedNames checks that a Note names the attachments that no password opens.
func TestLockedNames(t *testing.T) {
	_, notes := readEncrypted(t, "../testdata/encrypted/mail.eml", []string{"rose"})
	want := "an encrypted document that no given password opens, not read (part 2, invoice.zip/a.txt, and 2 more)"
	if len(notes) != 1 || notes[0].Text != want || notes[0].Index != 1 {
		t.Errorf("got %+v, want %s", notes, want)
	}
}

// TestDamagedEncryption changes each byte of small files, and checks that nothing is invented, that nothing is lost without a
// Note, and that all ends.
func TestDamagedEncryption(t *testing.T) {
	for _, name := range []string{"pyzipper-ae2-256.zip", "7z-zipcrypto.zip", "infozip-stored.zip", "pyzipper-stored.zip", "pyzipper-two.zip", "infozip-stream.zip"} {
		data, err := os.ReadFile(filepath.Join("../testdata/encrypted", name))
		if err != nil {
			t.Fatal(err)
		}
		want := encrypted.Files(t, "../testdata/encrypted")[name].URLs(true)
		step := 1
		if effort.Get() < effort.Thorough {
			step = 7
		}
		for i := 0; i < len(data); i += step {
			changed := slices.Clone(data)
			changed[i] ^= 0x55
			var notes []extract.Note
			n := 0
			for m, err := range extract.Bytes(changed, &extract.Options{
				Documents: documents.All(), Passwords: []string{"tulip", "rose"}, Note: func(n extract.Note) { notes = append(notes, n) },
			}) {
				if err != nil && !errors.Is(err, extract.ErrBinary) {
					t.Errorf("%s, byte %d: %v", name, i, err)
				}
				if err == nil && m.Document != nil && slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(w, m.URL+" ") }) {
					n++
				}
			}
			isName := len(notes) == 0 && n == len(want) // names, times and the like
			if !isName && n < len(want) && len(notes) == 0 && i >= 4 {
				t.Errorf("%s, byte %d: %d of %d URLs, and no Note", name, i, n, len(want))
			}
		}
	}
}
