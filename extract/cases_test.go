package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// A textCase is a text and the URLs in it. testdata/corpora/rules/README.md describes the
// format.
type textCase struct {
	line     int
	sentence string
	opts     Options
	source   []byte // as it is written, with the marks
	text     []byte
	want     string
}

const rulesCorpus = "../testdata/corpora/rules/"

// TestCases checks the corpus of rules, each case whole and in pieces.
func TestCases(t *testing.T) {
	cases := allCases(t)
	for name, list := range cases {
		for _, c := range list {
			check(t, name, c)
		}
	}
}

func allCases(t *testing.T) map[string][]textCase {
	t.Helper()
	names, err := filepath.Glob(rulesCorpus + "*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	all := map[string][]textCase{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = parseCases(t, name, data)
	}
	return all
}

// check runs a case.
func check(t *testing.T, name string, c textCase) {
	t.Helper()
	if got := found(c, bytes.NewReader(c.text).Read); got != c.want {
		t.Errorf("%s:%d: (%s)\n%s\ngot\n%swant\n%s", name, c.line, c.sentence, notation.Short(c.text), got, c.want)
	}
	if got := found(c, iotest.OneByteReader(bytes.NewReader(c.text)).Read); got != c.want {
		t.Errorf("%s:%d: byte by byte: got\n%swant\n%s", name, c.line, got, c.want)
	}
}

type readFunc func([]byte) (int, error)

func (r readFunc) Read(p []byte) (int, error) { return r(p) }

func found(c textCase, read readFunc) string {
	var b strings.Builder
	s := NewScanner(read, &c.opts)
	for s.Scan() {
		m := s.Match()
		answer(&b, int(m.Offset), int(m.End), m.Kind.String(), m.URL)
		for _, a := range m.Alternatives {
			fmt.Fprintf(&b, "  or %s\n", notation.Encode([]byte(a), nil))
		}
	}
	if s.Err() != nil {
		fmt.Fprintln(&b, s.Err())
	}
	return b.String()
}

func answer(b *strings.Builder, start, end int, kind, url string) {
	fmt.Fprintf(b, "%d-%d %s %s\n", start, end, kind, notation.Encode([]byte(url), nil))
}

func parseCases(t *testing.T, name string, data []byte) (cases []textCase) {
	t.Helper()
	c := textCase{opts: Options{Input: InputText}}
	line := 1
	for _, paragraph := range strings.Split(string(data), "\n\n") {
		c.line = line + len(paragraph) - len(strings.TrimLeft(paragraph, "\n"))
		line += strings.Count(paragraph, "\n") + len("\n\n")
		var text, answers []string
		for _, l := range strings.Split(strings.Trim(paragraph, "\n"), "\n") {
			if d, ok := strings.CutPrefix(l, "§ "); ok {
				if err := c.directive(d); err != nil {
					t.Fatalf("%s:%d: %v", name, c.line, err)
				}
			} else if a, ok := strings.CutPrefix(l, "=> "); ok {
				answers = append(answers, a)
			} else if a, ok := strings.CutPrefix(l, "or "); ok {
				answers[len(answers)-1] += "\nor " + a
			} else {
				text = append(text, l)
			}
		}
		if len(text) == 0 {
			continue
		}
		if err := c.set(strings.Join(text, "\n"), answers); err != nil {
			t.Fatalf("%s:%d: %v", name, c.line, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// set sets the text, and the URLs that are expected in it.
func (c *textCase) set(text string, answers []string) error {
	decoded, at, err := notation.Decode(text)
	if err != nil {
		return err
	}
	starts, ends := at[notation.Start], at[notation.End]
	if len(starts) != len(ends) || len(answers) > len(starts) {
		return fmt.Errorf("%d starts, %d ends, %d answers", len(starts), len(ends), len(answers))
	}
	var b strings.Builder
	for i, start := range starts {
		kind, url, alternatives := "bare", "", ""
		if i < len(answers) {
			first, more, _ := strings.Cut(answers[i], "\n")
			kind, url, _ = strings.Cut(first, " ")
			alternatives = more
		}
		want := decoded[start:ends[i]]
		if url != "" {
			if want, _, err = notation.Decode(url); err != nil {
				return err
			}
		}
		answer(&b, start, ends[i], kind, string(want))
		for _, a := range strings.Split(alternatives, "\n") {
			if a != "" {
				fmt.Fprintf(&b, "  %s\n", a)
			}
		}
	}
	c.source, c.text, c.want = []byte(text), decoded, b.String()
	return nil
}

// directive sets an option, or the sentence that the cases below are about,
// which undoes the options.
func (c *textCase) directive(s string) (err error) {
	name, value, isOption := strings.Cut(s, " = ")
	if !isOption {
		c.sentence, c.opts = s, Options{Input: InputText}
		return nil
	}
	o := &c.opts
	switch name {
	case "kinds":
		err = json.Unmarshal([]byte(`["`+strings.ReplaceAll(value, ",", `","`)+`"]`), &o.Kinds)
	case "scheme":
		o.Schemes, err = ParseSchemes(value)
	case "level":
		err = o.Level.UnmarshalText([]byte(value))
	case "charset":
		o.Charset = value
	case "rejoin":
		err = o.Rejoin.UnmarshalText([]byte(value))
	case "hyphen":
		o.DropHyphens = map[string]bool{"keep": false, "drop": true}[value]
	case "refang":
		o.Refang, err = strconv.ParseBool(value)
	case "max-url":
		o.MaxURL, err = strconv.Atoi(value)
	case "max-lines":
		o.MaxLines, err = strconv.Atoi(value)
	default:
		err = fmt.Errorf("no option %q", name)
	}
	return err
}
