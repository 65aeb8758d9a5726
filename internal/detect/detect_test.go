package detect_test

import (
	"bytes"
	"errors"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// pieces are beginnings of inputs.
var pieces = []string{
	"\x1F\x8B", "\x1F\x8B\x08\x00", "\x1F\x9D\x90", "BZh", "BZh91AY&SY", "BZh9\x17rE8P\x90", "\x28\xB5\x2F\xFD", "P*M\x18", "\x5F*M\x18",
	"\xFD7zXZ\x00", "PK\x03\x04", "PK\x05\x06", "PK", "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07\x00", "\x04\x22\x4D\x18", "\x02\x21\x4C\x18",
	"\xFF\xFE", "\xFE\xFF", "\xFF\xFE\x00\x00", "\x00\x00\xFE\xFF", "\xEF\xBB\xBF", "<\x00h\x00t\x00m\x00l\x00>\x00",
	"%PDF-1.4\n", "\r\n%PDF-", "{\\rtf1", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "\x78\x9F\x3E\x22", "WARC/1.0\r\n", "0\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02",
	"MIIBAgYJKoZIhvcNAQcCoIHw\n", "MI", "-----BEGIN PKCS7-----\n", "<office:document>", "<?xml?><office:document>", " <office:document>",
	"<?xml?>\n<office:document>", "<?xml\n?>\n<office:d", "<?xml?><!-- a -->", "<?xml?><?b?>", "<?xml?>" + strings.Repeat(" ", 60), "<!---->", "<!--->", "MI\nIB\nAg\nYJ\nKo\nZI\nhv\ncN\nAQ\ncC\noI\nHw", "MIIB a word", "MIIBAgYJ KoZI\thvcNAQcCoI", "WARC/1.\n",
	"0\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01", "0\x82\x01\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02",
	"\x00", "\x00\x00\x00", "\x01", "\x1B[31m", "\x7F", "\xFF", " ", "\n", "some words\n", "http://a.example/\n", "name", "notes.txt\x00\x00",
	"From: a@b\n", "Subject: x\n", "\n\n", "From a@b Mon Jan  5 12:00:00 2015\n", "\x01\x01\x01\x01\n", "#! rnews 12\n", "<!DOCTYPE html>", "<html", "<!--", "-->",
	"<?xml version='1.0'?>", "<?xml", "<svg", "<rss ", "<a xmlns='b'", "<a ", " xmlns:b=", "xmlns", ">",
	".TH X 1\n", ".\\\" a\n", ".de A\n", ".", "% a\n", "\\input ", "\\section{A}\n", "\\", "@article{a,\n", "@c a\n", "@node A\n", "texinfo\n", "{",
	tarHeader("a", true), tarHeader("a", false), tarHeader("From: a@b\nDate: x\n\n", false),
}

// tarHeader returns the header of a tar file, with or without a magic.
func tarHeader(name string, magic bool) string {
	h := make([]byte, detect.TarBlock)
	copy(h, name)
	copy(h[100:], "0000644\x00")
	if magic {
		copy(h[257:], "ustar\x0000")
	}
	sum := 8 * int(' ')
	for _, c := range h {
		sum += int(c)
	}
	for i := range 6 {
		h[148+i] = '0' + byte(sum>>(3*(5-i))&7)
	}
	h[155] = ' '
	return string(h)
}

// checkHead checks the answers for a head that nothing follows, and for one that more may
// follow.
func checkHead(t *testing.T, head []byte) {
	t.Helper()
	got := detect.Of(head)
	if want := wantPacking(head); got.Packing.String() != want {
		t.Errorf("%.60q: packing %v, want %s", head, got.Packing, want)
	}
	if want := wantForeign(head); got.Foreign.Name != want || (got.Foreign.Program == "") != (want == "") {
		t.Errorf("%.60q: foreign %v, want %q", head, got.Foreign, want)
	}
	if want := wantMark(head); got.Charset.Whole() != (want > 0) {
		t.Errorf("%.60q: character set %v, and a mark of %d bytes", head, got.Charset, want)
	}
	want := wantDocument(head)
	if want == detect.Text {
		want, _ = detect.FormatOf(head, false, detect.All)
	}
	if got.Format != want {
		t.Errorf("%.60q: format %d, want %d", head, got.Format, want)
	}
	if want := wantBinary(head); got.Binary != want {
		t.Errorf("%.60q: binary %v, want %v", head, got.Binary, want)
	}
	for _, after := range []detect.Extent{detect.Stream, detect.File} {
		p, more := detect.PackingOf(head, after)
		want := got.Packing == detect.None && wantsMoreOfPacking(head, after == detect.File)
		if p != got.Packing || more != want {
			t.Errorf("%.60q: packing %v, more %v before %d; want %v, %v", head, p, more, after, got.Packing, want)
		}
	}
}

// answers are the results of the functions that may ask for more.
type answers struct {
	packing, filePacking detect.Packing
	set                  charset.Charset
	format, page         detect.Format
	document, file       detect.Format
}

// ask returns the answers for a head, and which of the functions ask for more of it.
func ask(head []byte, all bool) (a answers, mores [7]bool) {
	stream, file := detect.Stream, detect.File
	if all {
		stream, file = detect.All, detect.All
	}
	a.packing, mores[0] = detect.PackingOf(head, stream)
	a.filePacking, mores[1] = detect.PackingOf(head, file)
	a.set, mores[2] = detect.CharsetOf(head, stream)
	a.format, mores[3] = detect.FormatOf(head, false, stream)
	if a.page, mores[4] = detect.FormatOf(head, true, stream); !all && !utf8.Valid(head) {
		mores[4] = true // decoded text comes in whole characters
	}
	a.document, mores[5] = detect.DocumentOf(head, stream)
	a.file, mores[6] = detect.FileOf(head, stream)
	return a, mores
}

// agrees reports whether the answers that were certain are the answers for a longer head
// too.
func (a answers) agrees(mores [7]bool, longer answers) bool {
	return (mores[0] || a.packing == longer.packing || isLateTar(longer)) && (mores[1] || a.filePacking == longer.filePacking) &&
		(mores[2] || a.set == longer.set) && (mores[3] || a.format == longer.format) && (mores[4] || a.page == longer.page) &&
		(mores[5] || a.document == longer.document) && (mores[6] || a.file == longer.file || isLateTar(longer))
}

// isLateTar reports whether an input is a tar file. A stream is not delayed to recognize
// one.
func isLateTar(a answers) bool { return a.packing == detect.Tar }

// checkHeads checks the answers for heads of text of the given lengths, which increase.
func checkHeads(t *testing.T, text []byte, lengths iter.Seq[int]) {
	t.Helper()
	var lasts []answers
	var certain [][7]bool
	for n := range lengths {
		head := text[:n]
		checkHead(t, head)
		all, mores := ask(head, true)
		if mores != [7]bool{} {
			t.Fatalf("%.60q: more than all is asked for", head)
		}
		for i, a := range lasts {
			if !a.agrees(certain[i], all) {
				t.Fatalf("%.60q: %v, but %v of the first bytes", head, all, a)
			}
		}
		// Equal answers are kept once.
		if a, mores := ask(head, false); len(lasts) == 0 || lasts[len(lasts)-1] != a || certain[len(certain)-1] != mores {
			lasts, certain = append(lasts, a), append(certain, mores)
		}
	}
}

// lengths yields all lengths up to n, or only those up to 1 KiB, lengths near the limits
// that the functions have, and some others. After 8 KiB only a NUL matters.
func lengths(n int, every bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n + 1 {
			if i <= 1<<10 || every && i <= 8<<10 || i == n || i%997 == 0 || near(i, 8<<10) || near(i, detect.HeadSize) {
				if !yield(i) {
					return
				}
			}
		}
	}
}

func near(i, limit int) bool { return i >= limit-2 && i <= limit+2 }

// TestTruncated checks that every head of every file in testdata gets the answers of the
// plain rules in oracle_test.go, and that certain answers do not change for longer heads.
// Below URLGREP_TEST=thorough it reads every third file.
func TestTruncated(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "testdata") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if files++; files%3 != 0 && effort.Get() < effort.Thorough {
			return nil
		}
		checkHeads(t, text, lengths(min(len(text), detect.HeadSize+2), effort.Get() >= effort.Thorough))
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}

// TestSmall checks the same for every head of two bytes, and for heads joined from
// pieces.
func TestSmall(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			checkHead(t, []byte{byte(a), byte(b)})
		}
	}
	rnd := rand.New(rand.NewPCG(1738, 2))
	for range effort.Rounds(5000) {
		var b strings.Builder
		for range 1 + rnd.IntN(5) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		text := []byte(b.String())
		checkHeads(t, text, lengths(len(text), false))
	}
}

// TestLibrary checks that the library and the command agree on whether an input is
// binary, except for formats that other programs unpack, and that the library refuses
// ranges of an input with a byte order mark.
func TestLibrary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 3))
	s := extract.NewScanner(nil, &extract.Options{Documents: documents.All()})
	for range effort.Rounds(10000) {
		var b strings.Builder
		for range 1 + rnd.IntN(5) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		checkLibrary(t, s, []byte(b.String()))
	}
}

func checkLibrary(t *testing.T, s *extract.Scanner, text []byte) {
	t.Helper()
	is := detect.Of(text)
	s.Reset(bytes.NewReader(text))
	for s.Scan() {
	}
	if binary := errors.Is(s.Err(), extract.ErrBinary); binary != is.Binary && is.Foreign.Name == "" {
		t.Errorf("%.60q: %v, and the library's error is %v", text, is, s.Err())
	}
	if isMail := s.Counts().Messages > 0; isMail && (is.Format.IsText() || is.Format == detect.HTML) {
		t.Errorf("%.60q: format %d, and the library finds %d messages", text, is.Format, s.Counts().Messages)
	}
	var r extract.Range
	err := r.Reset(bytes.NewReader(text), extract.Checkpoint{}, 0, -1)
	divisible := (is.Format.IsText() || is.Format == detect.Mbox) && is.Packing == detect.None && !is.Binary && !is.Charset.Whole()
	if refused := errors.Is(err, extract.ErrIndivisible); refused == divisible {
		t.Errorf("%.60q: %v, and the error of a range is %v", text, is, err)
	}
}

// TestOnlyHere checks that no other package decides what an input is.
func TestOnlyHere(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || isFree(path) {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		for _, call := range []string{"charset.Sniff"} {
			if bytes.Contains(text, []byte(call)) {
				t.Errorf("%s calls %s", path, call)
			}
		}
		return err
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}

// FuzzDetect checks the same as TestSmall and TestLibrary for any beginning of an input.
func FuzzDetect(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte(p))
		f.Add([]byte(p + "From: a@b\nSubject: x\n\n\x00"))
	}
	s := extract.NewScanner(nil, &extract.Options{Documents: documents.All()})
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<10 {
			t.Skip("all its heads are tried")
		}
		checkHeads(t, text, lengths(len(text), true))
		checkLibrary(t, s, text)
	})
}

// isFree reports whether a file may decide what an input is, or, for the XML in documents, in
// which character set it is.
func isFree(path string) bool {
	dir := filepath.Base(filepath.Dir(path))
	return dir == "detect" || dir == "markup"
}
