package extract

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract/documents"
)

const documentsCorpus = "../testdata/corpora/documents/"

// A wantedURL is a line of want.txt: see its first lines.
type wantedURL struct {
	sign  byte // 0, '?', '-' or '+'
	url   string
	place []string // "key=value"
}

// TestDocuments checks the URLs in documents of many programs, their places, and that the
// offsets are in the file.
func TestDocuments(t *testing.T) {
	text, err := os.ReadFile(documentsCorpus + "want.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, name := map[string][]wantedURL{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case strings.HasSuffix(line, ":") && !strings.Contains(line, "/"):
			name = line[:len(line)-1]
		default:
			want[name] = append(want[name], parseWanted(t, line))
		}
	}
	files, err := os.ReadDir(documentsCorpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() == "want.txt" || f.Name() == "README.md" {
			continue
		}
		t.Run(f.Name(), func(t *testing.T) {
			if want[f.Name()] == nil {
				t.Fatal("not in want.txt")
			}
			testDocument(t, filepath.Join(documentsCorpus, f.Name()), want[f.Name()])
		})
	}
}

// parseWanted parses a line of want.txt.
func parseWanted(t *testing.T, line string) (w wantedURL) {
	if line[1] == ' ' {
		w.sign, line = line[0], line[2:]
	}
	w.url, line, _ = strings.Cut(line, " ")
	for line != "" {
		key, value, _ := strings.Cut(line, "=")
		if q, err := strconv.QuotedPrefix(value); err == nil {
			line = strings.TrimSpace(value[len(q):])
			value, _ = strconv.Unquote(q)
		} else {
			value, line, _ = strings.Cut(value, " ")
		}
		if key == "" || value == "" {
			t.Fatalf("%s: no key or no value", w.url)
		}
		w.place = append(w.place, key+"="+value)
	}
	return w
}

// placeOf returns the place of a match in its document as the fields of want.txt.
func placeOf(m *Match) (place []string) {
	d := m.Document
	if d == nil {
		return nil
	}
	label, _ := m.Label()
	for _, f := range [...]struct{ key, value string }{
		{"format", d.Format}, {"name", d.Name}, {"member", d.Member}, {"cell", d.Cell}, {"relation", d.Relation}, {"label", strings.TrimSpace(label)},
		{"page", fmt.Sprint(d.Page)}, {"slide", fmt.Sprint(d.Slide)},
	} {
		place = append(place, f.key+"="+f.value)
	}
	return place
}

func testDocument(t *testing.T, path string, want []wantedURL) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range Bytes(data, &Options{Documents: documents.All()}) {
		if err != nil {
			t.Fatal(err)
		}
		if m.Offset < 0 || m.Offset >= m.End || m.End > int64(len(data)) {
			t.Errorf("%s is at %d to %d, but there are %d bytes", m.URL, m.Offset, m.End, len(data))
		}
		place := placeOf(&m)
		i, at := -1, -1 // of the line for the match, or of one for the URL elsewhere
		for k, w := range want {
			if w.url != m.URL {
				continue
			}
			at = k
			if !slices.ContainsFunc(w.place, func(f string) bool { return !slices.Contains(place, f) }) && (i < 0 || want[i].sign == '?') {
				i = k
			}
		}
		switch {
		case i < 0 && at < 0:
			t.Errorf("extra: %s %s", m.URL, place)
			continue
		case i < 0:
			t.Errorf("%s is at %s, want %s", m.URL, place, want[at].place)
			i = at
		case want[i].sign == '-':
			t.Errorf("%s is found, against want.txt", m.URL)
		}
		want = slices.Delete(slices.Clone(want), i, i+1)
	}
	for _, w := range want {
		if w.sign == 0 || w.sign == '+' {
			t.Errorf("missing: %s %s", w.url, w.place)
		}
	}
}

// TestDocumentsMissing checks that a document that is not read is left alone, as an input and
// as an attachment, that a Note says which package reads it if Documents is nil, and that
// documents that are mail are read.
func TestDocumentsMissing(t *testing.T) {
	const (
		header = "From: joe@a.example\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"
		unread = "a document, not read: package extract/documents reads it"
		page   = "{\\rtf1 \x01 see http://a.ex\\u97 ?mple/}"
		signed = "0\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02\xA0\x800\x80\x02\x01\x011\x000\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01\xA0\x80\x04\x17\n\nsee http://a.example/\x00\x00\x00\x001\x00\x00\x00\x00\x00"
	)
	attached := func(text string) string { return header + base64.StdEncoding.EncodeToString([]byte(text)) + "\n" }
	for _, c := range []struct {
		name, input string
		documents   *Documents
		urls, note  string
	}{
		{"input", page, documents.All(), "http://a.example/", ""},
		{"input", page, documents.Of(documents.RTF), "http://a.example/", ""},
		{"input", page, documents.Of(documents.PDF), "http://a.ex", ""},
		{"input", page, nil, "http://a.ex", "0 " + unread + " (RTF) true"},
		{"attachment", attached(page), documents.All(), "http://a.example/", ""},
		{"attachment", attached(page), documents.Of(), "", ""},
		{"attachment", attached(page), nil, "", "1 " + unread + " (RTF) false"},
		{"signed", signed, nil, "http://a.example/", ""},
		{"signed attachment", attached(signed), documents.Of(), "http://a.example/", ""},
		{"a text", "{\\r see http://a.ex\\u97 ", nil, "http://a.ex", ""},
	} {
		var urls, notes []string
		s := NewScanner(strings.NewReader(c.input), &Options{Documents: c.documents, Note: func(n Note) {
			notes = append(notes, fmt.Sprint(n.Index, " ", n.Text, " ", n.Incomplete))
		}})
		for s.Scan() {
			urls = append(urls, string(s.URL()))
		}
		if got := strings.Join(urls, " "); got != c.urls || s.Err() != nil {
			t.Errorf("%s: %q, want %q; %v", c.name, got, c.urls, s.Err())
		}
		if got := strings.Join(notes, "; "); got != c.note {
			t.Errorf("%s: note %q, want %q", c.name, got, c.note)
		}
	}
}

// TestNoDocument checks that text that only begins as a document does is scanned as text, without a
// Document.
func TestNoDocument(t *testing.T) {
	for _, text := range []string{"%PDF-1.4 http://a.example/\n", "PK\x03\x04 http://a.example/\n", "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 http://a.example/\n")) + "\n"} {
		n := 0
		for m, err := range Bytes([]byte(text), &Options{Documents: documents.All()}) {
			if n++; err != nil || m.URL != "http://a.example/" || m.Document != nil {
				t.Errorf("%q: %+v, %v in %+v", text, m.URL, err, m.Document)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d URLs", text, n)
		}
	}
}

// TestImports checks that no reader of documents is linked into a program that imports only
// package extract, except for those of mail.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/urlgrep/urlgrep/"
	allowed := strings.Fields("cms tnef mapi rtf changes lzfu cfb link wide formats") // TNEF contains RTF, and RTF compound files
	for p := range strings.FieldsSeq(string(out)) {
		p, _ = strings.CutPrefix(p, module)
		if name, ok := strings.CutPrefix(p, "internal/document/"); ok && !slices.Contains(allowed, name) || p == "extract/documents" {
			t.Errorf("package extract imports %s", p)
		}
	}
}
