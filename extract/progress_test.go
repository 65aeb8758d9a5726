package extract

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/reading"
)

// A stalling reader reads from r, and returns nothing, without an error, most times
// before each byte; after the last one for ever.
type stalling struct {
	r     io.Reader
	most  int
	empty int // in a row
}

func (s *stalling) Read(p []byte) (int, error) {
	if s.empty < s.most {
		s.empty++
		return 0, nil
	}
	n, err := s.r.Read(p[:min(len(p), 1)])
	if err == nil {
		s.empty = 0
		return n, nil
	}
	if s.empty++; s.empty > 10_000 {
		panic("reads for ever")
	}
	return 0, nil
}

// TestNoProgress checks that a reader that returns neither bytes nor an error ends the
// scan after as many reads as it ends that of a bufio.Scanner, at any place.
func TestNoProgress(t *testing.T) {
	const head = "From: joe@a.example\nSubject: x\n\n"
	const url = "http://a.example/"
	for _, c := range []struct {
		name, text string
		o          Options
		urls       int
	}{
		{"nothing", "", Options{}, 0},
		{"nothing of text", "", Options{Input: InputText}, 0},
		{"nothing of HTML", "", Options{Input: InputHTML}, 0},
		{"nothing of mail", "", Options{Input: InputMail}, 0},
		{"nothing of mbox", "", Options{Input: InputMbox}, 0},
		{"nothing to refang", "", Options{Refang: true}, 0},
		{"nothing to decode", "", Options{Charset: "utf-16"}, 0},
		{"what may be a mark", "\xFE", Options{}, 0},
		{"what may be mail", "From: ", Options{}, 0},
		{"what may be HTML", "<!-- ", Options{}, 0},
		{"text", "see " + url + " and", Options{}, 1},
		{"text as such", "see " + url + " and", Options{Input: InputText}, 1},
		{"HTML", "<html><p>" + url + "<p>b", Options{}, 1},
		{"HTML as such", "<p>" + url + "<p>b", Options{Input: InputHTML}, 1},
		{"mail", head + url + "\n", Options{}, 1},
		{"mail as such", head + url + "\n", Options{Input: InputMail}, 1},
		{"mbox", "From a Thu Jan  1 00:00:00 2004\n" + head + url + "\n", Options{}, 1},
		{"mbox as such", "From a Thu Jan  1 00:00:00 2004\n" + head + url + "\n", Options{Input: InputMbox}, 1},
		{"refanged", "see hxxp://a.example/ and", Options{Refang: true}, 1},
		{"refanged mail", head + "hxxp://a.example/\n", Options{Refang: true}, 1},
		{"UTF-16", inUTF16("see "+url+" and", unicode.BigEndian), Options{}, 1},
		{"HTML in UTF-16", inUTF16("<html><p>"+url+"<p>b", unicode.BigEndian), Options{}, 1},
		{"Shift_JIS", "see " + url + " and", Options{Charset: "shift_jis"}, 1},
	} {
		for _, most := range []int{0, reading.MaxEmpty - 1} {
			var urls []string
			s := NewScanner(&stalling{r: strings.NewReader(c.text), most: most}, &c.o)
			for s.Scan() {
				urls = append(urls, string(s.URL()))
			}
			if s.Err() != io.ErrNoProgress || !slices.Equal(urls, slices.Repeat([]string{url}, c.urls)) {
				t.Errorf("%s, with %d empty reads: %q, %v", c.name, most, urls, s.Err())
			}
		}
		err := Replace(new(bytes.Buffer), &stalling{r: strings.NewReader(c.text)}, &c.o, func(m Match) string { return m.Text })
		if err != io.ErrNoProgress && err != ErrEncoded {
			t.Errorf("%s: Replace: %v", c.name, err)
		}
	}
}

// A stallingAt returns nothing and no error after the end of its text.
type stallingAt string

func (s stallingAt) ReadAt(p []byte, at int64) (int, error) {
	return copy(p, s[min(int(at), len(s)):]), nil
}

func TestNoProgressInRange(t *testing.T) {
	const text = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\nhttp://a.example/\n"
	inText, _ := NewRange(&Options{Input: InputText})
	for _, from := range []Checkpoint{{}, {text: textState{at: int64(len(text) + 10)}}} {
		err := inText.Reset(stallingAt(text), from, from.text.at, -1)
		for err == nil && inText.Scanner().Scan() {
		}
		if inText.Scanner().Err() != io.ErrNoProgress {
			t.Errorf("text from %v: %v", from, inText.Scanner().Err())
		}
	}
	var inMbox Range
	if err := inMbox.Reset(stallingAt(text), Checkpoint{}, 0, -1); err != nil {
		t.Fatal(err)
	}
	for inMbox.Scanner().Scan() {
	}
	if inMbox.Scanner().Err() != io.ErrNoProgress {
		t.Errorf("mbox: %v", inMbox.Scanner().Err())
	}
}
