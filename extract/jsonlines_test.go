package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// jsonEncoders write a text as a string of JSON, as several programs do.
var jsonEncoders = map[string]func(text string) string{
	"plain": func(text string) string { return jsonString(text, false) },
	"Go": func(text string) string {
		s, _ := json.Marshal(text)
		return string(s)
	},
	"Python": func(text string) string {
		var b strings.Builder
		for _, r := range jsonString(text, false) {
			switch {
			case r < utf8.RuneSelf:
				b.WriteRune(r)
			default:
				for _, u := range utf16.Encode([]rune{r}) {
					fmt.Fprintf(&b, `\u%04x`, u)
				}
			}
		}
		return b.String()
	},
	"PHP": func(text string) string { return strings.ReplaceAll(jsonString(text, false), "/", `\/`) },
	"numbers": func(text string) string {
		return aSequence.ReplaceAllStringFunc(jsonString(text, false), func(s string) string {
			return strings.Replace(s, `\n`, `\u000A`, 1)
		})
	},
}

// aSequence matches a backslash and the character after it, which are an escape sequence or begin one.
var aSequence = regexp.MustCompile(`\\.`)

func jsonString(text string, escapeHTML bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(escapeHTML)
	e.Encode(text)
	return strings.TrimSuffix(b.String(), "\n")
}

// aScheme matches a scheme before a slash. After some, escaped slashes are not read, and neither after "^" nor in literals.
var aScheme = regexp.MustCompile(`[A-Za-z0-9+.-]+:/`)

// spacedBracket matches an angle bracket and a blank, or a scheme after which neither a slash, a letter nor a digit
// follows. If the bracket is an escape sequence, this is not read.
var spacedBracket = regexp.MustCompile(`(?i)<(?:[ \t]|(?:url:)?(?:[ \t]*[\r\n]+[^<A-Za-z]*)?([a-z][a-z0-9+.-]*):[^/0-9a-z])`)

func hasSpacedBracket(text string) bool {
	return slices.ContainsFunc(spacedBracket.FindAllStringSubmatch(text, -1), func(m []string) bool {
		return !strings.EqualFold(m[1], "url")
	})
}

// canEncode reports whether the encoder writes all URLs of the text so that they are found.
func canEncode(encoder, text string) bool {
	if encoder == "Go" {
		return !hasSpacedBracket(text)
	}
	return encoder != "PHP" || !strings.ContainsAny(text, `^\`) && !slices.ContainsFunc(aScheme.FindAllString(text, -1), func(s string) bool {
		return !refSpecial.MatchString(strings.TrimSuffix(s, ":/"))
	})
}

// jsonLines returns the texts as JSON Lines, one for each text.
func jsonLines(texts []string, encoder string) string {
	var b strings.Builder
	encode := jsonEncoders[encoder]
	for i, text := range texts {
		if !canEncode(encoder, text) {
			text = ""
		}
		fmt.Fprintf(&b, "{\"id\":%d,\"body\":%s,\"tags\":[\"a\"]}\n", i, encode(text))
	}
	return b.String()
}

// asRead describes the URL of m, without its place.
func asRead(m *Match) string {
	return fmt.Sprintf("%v %q %q %v", m.Kind, m.URL, m.Alternatives, m.Rejoined)
}

// readTexts returns the URLs in each of texts.
func readTexts(texts []string, o *Options) [][]string {
	urls := make([][]string, len(texts))
	for i, text := range texts {
		for m := range Text(text, o) {
			urls[i] = append(urls[i], asRead(&m))
		}
	}
	return urls
}

// readLines returns the URLs in each of the first n lines of r.
func readLines(t *testing.T, r io.Reader, n int, o *Options) [][]string {
	urls := make([][]string, n)
	of := *o
	of.Input = InputText
	for m, err := range NewScanner(r, &of).All() {
		if err != nil {
			t.Fatal(err)
		}
		urls[m.Line-1] = append(urls[m.Line-1], asRead(&m))
	}
	return urls
}

// compareTexts reports the texts in which got and want differ, and returns how many there are.
func compareTexts(t *testing.T, encoder, name string, texts []string, got, want [][]string) (n int) {
	t.Helper()
	for i := range texts {
		if canEncode(encoder, texts[i]) && strings.Join(got[i], "\n") != strings.Join(want[i], "\n") {
			if n++; n <= 20 {
				t.Errorf("%s %s: text %d\n%.3000q\nas JSON\n%s\nas text\n%s", encoder, name, i, texts[i], strings.Join(got[i], "\n"), strings.Join(want[i], "\n"))
			}
		}
	}
	return n
}

// bodies returns parts of the texts of the corpora: a message or some lines each.
func bodies(t *testing.T) (texts []string) {
	paths, err := filepath.Glob("../testdata/corpora/*/input")
	if err != nil || len(paths) == 0 {
		t.Fatal("no corpora: ", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, parts(string(text), 12)...)
	}
	// Text with overstruck characters is not found as JSON.
	return slices.DeleteFunc(texts, func(text string) bool { return strings.Contains(text, "\b") })
}

// parts divides a text into texts of n lines.
func parts(text string, n int) (texts []string) {
	lines := strings.SplitAfter(strings.ToValidUTF8(text, "?"), "\n")
	for len(lines) > 0 {
		k := min(n, len(lines))
		texts = append(texts, strings.Join(lines[:k], ""))
		lines = lines[k:]
	}
	return texts
}

// TestJSONLines compares what is found in texts with what is found in the same texts as strings in JSON
// Lines.
func TestJSONLines(t *testing.T) {
	texts := bodies(t)
	crlf := make([]string, len(texts))
	for i := range texts {
		crlf[i] = strings.ReplaceAll(texts[i], "\n", "\r\n")
	}
	for rejoin, o := range map[string]*Options{
		"default": {}, "wide": {Rejoin: RejoinWide}, "none": {Rejoin: RejoinNone},
	} {
		for ending, texts := range map[string][]string{"LF": texts, "CRLF": crlf} {
			want := readTexts(texts, o)
			for encoder := range jsonEncoders {
				lines := jsonLines(texts, encoder)
				name := rejoin + " " + ending
				compareTexts(t, encoder, name, texts, readLines(t, strings.NewReader(lines), len(texts), o), want)
				if rejoin == "default" {
					compareTexts(t, encoder, name+", byte by byte", texts, readLines(t, iotest.OneByteReader(strings.NewReader(lines)), len(texts), o), want)
				}
			}
		}
	}
}

// TestJSONMail is TestJSONLines for the bodies of messages: those of the corpora, and of the files in the
// directory URLGREP_TEST_MORE.
func TestJSONMail(t *testing.T) {
	paths := []string{"../testdata/corpora/mail/input", "../testdata/corpora/news/input", "../testdata/corpora/digest/input"}
	if more := os.Getenv("URLGREP_TEST_MORE"); more != "" {
		files, err := filepath.Glob(filepath.Join(more, "*"))
		if err != nil || len(files) == 0 {
			t.Fatal(err, more, files)
		}
		paths = append(paths, files...)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, m := range regexp.MustCompile(`(?m)^From .*\n`).Split(string(data), -1) {
			if _, body, ok := strings.Cut(m, "\n\n"); ok {
				texts = append(texts, strings.ToValidUTF8(body, "?"))
			} else {
				texts = append(texts, parts(m, 40)...)
			}
		}
		o := &Options{}
		want := readTexts(texts, o)
		urls := 0
		for _, u := range want {
			urls += len(u)
		}
		for name := range jsonEncoders {
			lines := jsonLines(texts, name)
			n := compareTexts(t, name, path, texts, readLines(t, strings.NewReader(lines), len(texts), o), want)
			compared := 0
			for _, text := range texts {
				if canEncode(name, text) {
					compared++
				}
			}
			t.Logf("%s %s: %d bytes, %d of %d texts compared, %d URLs in all; %d texts differ", path, name, len(lines), compared, len(texts), urls, n)
		}
	}
}

// TestRandomJSONLines is TestJSONLines for random texts.
func TestRandomJSONLines(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	n := effort.Rounds(4000)
	for _, o := range []*Options{{}, {Rejoin: RejoinWide}} {
		var texts []string
		for range n {
			if text := strings.ToValidUTF8(w.text(), "?"); !strings.Contains(text, "\b") {
				texts = append(texts, text)
			}
		}
		want := readTexts(texts, o)
		for encoder := range jsonEncoders {
			lines := jsonLines(texts, encoder)
			compareTexts(t, encoder, "random", texts, readLines(t, strings.NewReader(lines), len(texts), o), want)
			compareTexts(t, encoder, "random, byte by byte", texts, readLines(t, iotest.OneByteReader(strings.NewReader(lines)), len(texts), o), want)
		}
	}
}

// jsonPieces are the pieces of a string of JSON. A backslash begins an escape sequence, and none is a quote's.
var jsonPieces = strings.Split("http:// http:// https:// foo:// mailto: file:/ a b x a.b c@d.e / . - - : ; , ? # & = ( ) [ ] * _ ~ ' < > <URL: <URL: <http:// URL: "+
	"\\n \\n \\n \\n> \\r\\n \\r\\n>\u00a0 \\t \\\" \\\\ \\\\_ \\\\n \\u003c \\u003e \\u0026 \\u000a \\u00e4 \\ud83d\\ude00 &gt; - -\\n >\\n 1. é 中 \u00ad", " ")

// innerArray matches an array of strings in a string. The scanner reads its strings also if they are not closed, as it
// does not look for their ends; the reference does not.
var innerArray = regexp.MustCompile(`\[(?:[[ ]|\\t)*\\"`)

// TestRandomJSON compares scanner and reference on strings of JSON.
func TestRandomJSON(t *testing.T) {
	rnd, c := effort.Rand(t), comparison{T: t}
	for range effort.Rounds(20000) {
		text := `{"a":"` + soup(rnd, jsonPieces) + `","b":"` + soup(rnd, jsonPieces) + "\"}"
		if rnd.IntN(8) == 0 {
			text = "f(" + text + ");"
		}
		text += "\n"
		if innerArray.MatchString(text) {
			continue
		}
		o := defaults
		if rnd.IntN(2) == 0 {
			o = randomOptions(rnd)
		}
		if !c.check(text, o) {
			break
		}
	}
}
