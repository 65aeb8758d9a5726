package mailbox

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
)

// signed returns content as the signed data of S/MIME (RFC 5652), in BER: a document whose
// only part is an entity.
func signed(content string) string {
	const id = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07" // the arc of PKCS #7
	sequence := func(parts ...string) string { return "\x30\x80" + strings.Join(parts, "") + "\x00\x00" }
	explicit := func(part string) string { return "\xA0\x80" + part + "\x00\x00" }
	octets := "\x04\x82" + string([]byte{byte(len(content) >> 8), byte(len(content))}) + content
	return sequence(id+"\x02", explicit(sequence("\x02\x01\x01", "\x31\x00", sequence(id+"\x01", explicit(octets)), "\x31\x00")))
}

// TestDocumentPlaces checks that each byte of the texts in a document has its place in the
// input, its line and its message, if the document is the input, an attachment, or within
// another document.
func TestDocumentPlaces(t *testing.T) {
	const text = "Some text\r\nof the document,\r\nin lines\r\n"
	inner := signed("Content-Type: text/plain\r\n\r\n" + text)
	twice := signed("Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n" + inBase64(inner))
	const header = "From: joe@a.example\r\nSubject: outer\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: "
	for _, c := range []struct {
		name, input string
		format      detect.Format
		encoded     bool
		depth       int
	}{
		{"input", inner, detect.CMS, false, 1},
		{"8bit", header + "8bit\r\n\r\n" + inner, detect.Message, false, 1},
		{"base64", header + "base64\r\n\r\n" + inBase64(inner), detect.Message, true, 1},
		{"twice", header + "base64\r\n\r\n" + inBase64(twice), detect.Message, true, 2},
	} {
		r := NewReader(nil)
		r.Reset(strings.NewReader(c.input), c.format)
		found := false
		for {
			seg, err := r.Next()
			if err != nil {
				break
			}
			got, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if seg.Kind != Body || !strings.HasPrefix(string(got), "Some text") {
				continue
			}
			found = true
			if string(got) != text {
				t.Errorf("%s: %q", c.name, got)
			}
			if seg.Document == nil || seg.Document.Format != "cms" {
				t.Errorf("%s: document %v", c.name, seg.Document)
			}
			if c.format == detect.Message && (seg.Info == nil || seg.Info.Subject() != "outer" || seg.Info.Index != 1) {
				t.Errorf("%s: message %v", c.name, seg.Info)
			}
			for i := range got {
				start, end := r.Start(int64(i)), r.End(int64(i)+1)
				if start < 0 || start >= end || end > int64(len(c.input)) {
					t.Fatalf("%s: byte %d is at %d to %d", c.name, i, start, end)
				}
				if !c.encoded && c.input[start:end] != string(got[i]) {
					t.Fatalf("%s: byte %d is %q, but %q in the input", c.name, i, got[i], c.input[start:end])
				}
				if line := int64(strings.Count(c.input[:start], "\n")) + 1; r.LineOf(int64(i)) != line {
					t.Fatalf("%s: byte %d is in line %d, want %d", c.name, i, r.LineOf(int64(i)), line)
				}
			}
		}
		if !found {
			t.Errorf("%s: the text was not found", c.name)
		}
	}
}

// TestDocumentsNested checks that documents within documents are read up to a depth, and
// that the next input is not affected.
func TestDocumentsNested(t *testing.T) {
	text := "Content-Type: text/plain\r\n\r\nSome text\r\n"
	var note Note
	r := NewReader(&Options{Note: func(n Note) { note = n }})
	for depth := 1; depth < document.MaxDepth+3; depth++ {
		text = "Content-Type: application/pkcs7-mime\r\n\r\n" + signed(text)
		note = Note{}
		r.Reset(strings.NewReader("Subject: a\r\n"+text), detect.Message)
		var all strings.Builder
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			io.Copy(&all, r)
		}
		if found := strings.Contains(all.String(), "Some text"); found != (depth <= document.MaxDepth) {
			t.Errorf("depth %d: found %v", depth, found)
		}
		if tooDeep := strings.Contains(note.Text, document.Texts[document.TooDeep]); tooDeep != (depth > document.MaxDepth) || tooDeep && note.Index != 1 {
			t.Errorf("depth %d: note %+v", depth, note)
		}
	}
}

// TestDocumentNotes checks the texts of notes about documents.
func TestDocumentNotes(t *testing.T) {
	var n notes
	n.note(defectBase64)
	n.noteDocument(document.Encrypted, "a\x1B.zip")
	n.noteDocument(document.Encrypted, "b.zip")
	n.noteDocument(document.TooMuch, "")
	want := "malformed base64; an encrypted document, not read (a\\x1b.zip); " + document.Texts[document.TooMuch]
	if got, _ := n.text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDocumentsManyNested checks that a small document of many within many is read in part.
func TestDocumentsManyNested(t *testing.T) {
	const copies = 10
	text := "Some text\n"
	for name := "a.txt"; len(name) < 11; name = "a" + name {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for range copies {
			w, _ := z.Create(name)
			io.WriteString(w, text)
		}
		z.Close()
		text = b.String()
	}
	var note Note
	r := NewReader(&Options{Documents: documents.All(), Note: func(n Note) { note = n }})
	r.Reset(strings.NewReader(text), detect.Package)
	found := 0
	for {
		if _, err := r.Next(); err != nil {
			break
		}
		found++
	}
	if most := copies * (document.FreeBytes + document.MaxRatio*len(text)) / document.CostOfNested; found == 0 || found > most {
		t.Errorf("%d texts, want at most %d", found, most)
	}
	if !note.Incomplete || !strings.Contains(note.Text, document.Texts[document.TooMuch]) {
		t.Errorf("note %+v", note)
	}
}

// TestDocumentNested checks that a few bytes that were compressed eight times are read.
func TestDocumentNested(t *testing.T) {
	text := "http://a.example/"
	for range document.MaxDepth {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		io.WriteString(z, text)
		z.Close()
		text = b.String()
	}
	r := NewReader(&Options{Documents: documents.All()})
	r.Reset(strings.NewReader("Content-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n"+inBase64(text)), detect.Message)
	all := ""
	for {
		if _, err := r.Next(); err != nil {
			break
		}
		got, _ := io.ReadAll(r)
		all += string(got)
	}
	if !strings.Contains(all, "http://a.example/") {
		t.Errorf("got %q", all)
	}
}

// TestDocumentNone checks that what only begins like a document is scanned as it is.
func TestDocumentNone(t *testing.T) {
	const text = "%PDF-1.4 is the first line of a document without objects.\n"
	for name, c := range map[string]struct {
		input  string
		format detect.Format
	}{
		"input":      {text, detect.PDF},
		"attachment": {"Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n" + inBase64(text), detect.Message},
	} {
		r := NewReader(&Options{Documents: documents.All()})
		r.Reset(strings.NewReader(c.input), c.format)
		all := ""
		for {
			if _, err := r.Next(); err != nil {
				break
			}
			got, _ := io.ReadAll(r)
			all += string(got)
		}
		if !strings.HasSuffix(all, text) {
			t.Errorf("%s: %q", name, all)
		}
		if n := r.doc.store.Size(); n > 0 {
			t.Errorf("%s: %d bytes remain stored", name, n)
		}
	}
}

// TestDocumentNotStored checks that an input is incomplete if a temporary file for an
// attachment cannot be created, and that the rest of the input is read.
func TestDocumentNotStored(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "missing"))
	large := `{\rtf1 Some text ` + strings.Repeat("a", 9<<20) + "}"
	const header = "From a Thu Jan  1 00:00:00 2026\nSubject: s\nContent-Transfer-Encoding: base64\n"
	var notes []Note
	r := NewReader(&Options{Documents: documents.All(), Note: func(n Note) { notes = append(notes, n) }})
	r.Reset(strings.NewReader(header+"Content-Type: text/rtf\n\n"+inBase64(large)+"\n"+
		header+"Content-Type: text/plain\n\n"+inBase64("Other text")+"\n"), detect.Mbox)
	var all strings.Builder
	for {
		if _, err := r.Next(); err != nil {
			break
		}
		io.Copy(&all, r)
	}
	for _, want := range []string{"Some text", "Other text"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q was not found", want)
		}
	}
	if len(notes) != 1 || notes[0].Index != 1 || !notes[0].Incomplete || !strings.Contains(notes[0].Text, document.Texts[document.NotStored]) {
		t.Errorf("notes %+v", notes)
	}
}

// inBase64 returns text in lines of base64.
func inBase64(text string) string {
	all := base64.StdEncoding.EncodeToString([]byte(text))
	var b strings.Builder
	for len(all) > 0 {
		n := min(76, len(all))
		b.WriteString(all[:n] + "\r\n")
		all = all[n:]
	}
	return b.String()
}

// TestDocumentForgotten checks that a Reader does not keep the decoder of a document after its end, since the
// memory of that is no longer counted.
func TestDocumentForgotten(t *testing.T) {
	var twice []byte
	for _, text := range []string{"see http://a.example/\n", ""} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, text)
		w.Write(twice)
		w.Close()
		twice = b.Bytes()
	}
	r := NewReader(&Options{Documents: documents.All()})
	r.Reset(strings.NewReader("From: joe@a.example\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n"+inBase64(string(twice))), detect.Message)
	read := false
	for {
		if _, err := r.Next(); err != nil {
			break
		}
		text, _ := io.ReadAll(r)
		read = read || strings.Contains(string(text), "http://a.example/")
	}
	if !read {
		t.Error("the text was not read")
	}
	for c, depth := r.child, 1; c != nil; c, depth = c.child, depth+1 {
		if c.in.r != nil {
			t.Errorf("the Reader at depth %d has a %T", depth, c.in.r)
		}
	}
}
