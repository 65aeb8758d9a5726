// Package planted makes documents that have a numbered URL in every place of their format, from the
// tables in testdata/corpora/planted, whose README describes them.
package planted

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// A Table has the places of a format.
type Table struct {
	Format string // the name of the file
	Title  string // for readers: the first line of the file
	Places []*Place

	template []txtar.File
}

// A Place is a place of a format, with markup that plants a URL in it.
type Place struct {
	Name  string
	Wants []Want
	Why   string // the reason for which nothing is found, if Wants is empty
	Alone bool   // it needs a document without other places

	number int
	lines  []line
}

// A line of a place is markup for a slot of the template, or a member.
type line struct{ slot, text string }

// A Want is a match that is wanted.
type Want struct {
	URL    string
	Place  string // what -n prints; "" for a line
	Kind   string // "target", or "text" for any other kind
	Fields string // the other fields of the place: " key=value" each, in the order of Keys, values in quotes if they are not a word
}

// Keys are the keys of Want.Fields, in their order.
var Keys = []string{"name", "member", "page", "slide", "cell", "object", "origin", "relation", "label"}

// Tables returns the tables in a directory.
func Tables(t testing.TB, dir string) (tables []*Table) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(string(a.Comment), "\n")
		table := &Table{Format: strings.TrimSuffix(filepath.Base(file), ".txt"), Title: title}
		for _, f := range a.Files {
			if f.Name != "places" {
				f.Data = bytes.TrimSuffix(f.Data, []byte("\n"))
				table.template = append(table.template, f)
				continue
			}
			for paragraph := range strings.SplitSeq(string(f.Data), "\n\n") {
				if err := table.add(paragraph); err != nil {
					t.Fatalf("%s: %q: %v", file, paragraph, err)
				}
			}
		}
		tables = append(tables, table)
	}
	return tables
}

// add adds the place that a paragraph describes.
func (t *Table) add(paragraph string) error {
	p := &Place{number: len(t.Places) + 1}
	for l := range strings.Lines(paragraph) {
		l = strings.TrimSuffix(l, "\n")
		first, rest, _ := strings.Cut(l, " ")
		switch {
		case l == "" || l[0] == '#':
		case p.Name == "":
			p.Name = l
		case l[0] == '\t':
			if len(p.lines) == 0 {
				return fmt.Errorf("no line before %q", l)
			}
			p.lines[len(p.lines)-1].text += "\n" + l[1:]
		case l == "alone":
			p.Alone = true
		case first == "=":
			w, err := parseWant(p.fill(rest))
			if err != nil {
				return err
			}
			p.Wants = append(p.Wants, w)
		case first == "-":
			p.Why = rest
		default:
			p.lines = append(p.lines, line{first, p.fill(rest)})
		}
	}
	if p.Name == "" {
		return nil
	}
	if (len(p.Wants) == 0) != (p.Why != "") {
		return fmt.Errorf("neither wanted nor not found")
	}
	for i := range p.Wants {
		if p.Wants[i].URL == "" {
			p.Wants[i].URL = p.fill("{u}")
		}
	}
	t.Places = append(t.Places, p)
	return nil
}

// fill replaces the variables of a text that depend only on the place.
func (p *Place) fill(s string) string {
	n := strconv.Itoa(p.number)
	return strings.NewReplacer("{n}", n, "{n1}", strconv.Itoa(p.number+1), "{h}", "n"+n+".example", "{u}", "http://n"+n+".example/a").Replace(s)
}

// parseWant parses a line "PLACE KIND KEY=VALUE…".
func parseWant(s string) (w Want, err error) {
	next := func() (word string) {
		s = strings.TrimLeft(s, " ")
		at := 0
		if i := strings.Index(s, `="`); i >= 0 && !strings.ContainsAny(s[:i], ` "`) {
			at = i + 1
		}
		if q, err := strconv.QuotedPrefix(s[at:]); err == nil {
			word, _ = strconv.Unquote(q)
			word, s = s[:at]+word, s[at+len(q):]
			return word
		}
		word, s, _ = strings.Cut(s, " ")
		return word
	}
	if w.Place = next(); w.Place == "-" {
		w.Place = ""
	}
	if w.Kind = next(); w.Kind != "text" && w.Kind != "target" {
		return w, fmt.Errorf("unknown kind %q", w.Kind)
	}
	fields := map[string]string{}
	for s != "" {
		key, value, ok := strings.Cut(next(), "=")
		if !ok {
			return w, fmt.Errorf("%q has no value", key)
		}
		fields[key] = value
	}
	w.URL = fields["url"]
	delete(fields, "url")
	w.Fields = Fields(w.Place, func(key string) string {
		v := fields[key]
		delete(fields, key)
		return v
	})
	if len(fields) > 0 {
		return w, fmt.Errorf("unknown keys %v", fields)
	}
	return w, nil
}

// Fields returns Want.Fields of the values of Keys. Those that the place says are left out.
func Fields(place string, value func(key string) string) string {
	var b strings.Builder
	for _, key := range Keys {
		v := value(key)
		switch {
		case v == "" || v == "0" || v == place || key+" "+v == place:
		case key == "name" && strings.HasPrefix(place, v+" "):
		case (key == "page" || key == "slide" || key == "member" || key == "cell") && strings.HasSuffix(place, " "+v):
		case strings.ContainsAny(v, " \""):
			fmt.Fprintf(&b, " %s=%q", key, v)
		default:
			fmt.Fprintf(&b, " %s=%s", key, v)
		}
	}
	return b.String()
}

// Want returns the match that is wanted in a document in which the place is number index, from 1.
func (w Want) At(index int) Want {
	r := indices(index)
	w.Place, w.Fields = r.Replace(w.Place), r.Replace(w.Fields)
	return w
}

// String returns a line about a match.
func (w Want) String() string {
	place := w.Place
	if place == "" {
		place = "-"
	}
	return fmt.Sprintf("%s: %s %s%s", w.URL, place, w.Kind, w.Fields)
}

var (
	eachSyntax = regexp.MustCompile(`(?s)\{\{each\}\}(.*?)\{\{end\}\}`)
	slotSyntax = regexp.MustCompile(`\{\{(.*?)\}\}`)
)

// expand fills a text of the template: "{{each}}TEXT{{end}}" is the text for each place, with its
// variables and markup, and "{{NAME}}" the markup of all places for a slot.
func expand(text string, places []*Place) string {
	text = strings.ReplaceAll(text, "{count}", strconv.Itoa(len(places)))
	text = eachSyntax.ReplaceAllStringFunc(text, func(s string) string {
		var b strings.Builder
		for i, p := range places {
			inner := p.at(eachSyntax.FindStringSubmatch(s)[1], i+1)
			b.WriteString(slotSyntax.ReplaceAllStringFunc(inner, func(s string) string { return p.slot(s, i+1) }))
		}
		return b.String()
	})
	return slotSyntax.ReplaceAllStringFunc(text, func(s string) string {
		var b strings.Builder
		for i, p := range places {
			b.WriteString(p.slot(s, i+1))
		}
		return b.String()
	})
}

// slot returns the markup for a slot, whose name is in braces.
func (p *Place) slot(name string, index int) string {
	var b strings.Builder
	for _, l := range p.lines {
		if l.slot == strings.Trim(name, "{}") {
			b.WriteString(p.at(l.text, index))
		}
	}
	return b.String()
}

// at replaces all variables of a text, for the place with an index from 1, and then the functions.
func (p *Place) at(s string, index int) string {
	return call(indices(index).Replace(p.fill(s)))
}

// indices replaces the variables of a text that depend on the index of a place in a document.
func indices(index int) *strings.Replacer {
	return strings.NewReplacer("{i}", strconv.Itoa(index), "{next}", strconv.Itoa(index+1))
}

// members returns the names and the texts of the members of a package. A member of the template
// whose name has a variable is there for each place; "?" before the name leaves it out if it is empty.
func (t *Table) members(places []*Place) (all []string) {
	for _, f := range t.template {
		name, optional := strings.CutPrefix(f.Name, "?")
		if !strings.Contains(name, "{") {
			if text := expand(string(f.Data), places); text != "" || !optional {
				all = append(all, name, text)
			}
			continue
		}
		for i, p := range places {
			text := expand(p.at(string(f.Data), i+1), []*Place{p})
			if text != "" || !optional {
				all = append(all, p.at(name, i+1), text)
			}
		}
	}
	for i, p := range places {
		for _, l := range p.lines {
			if name, ok := strings.CutPrefix(l.slot, "/"); ok {
				all = append(all, p.at(name, i+1), p.at(l.text, i+1))
			}
		}
	}
	return all
}
