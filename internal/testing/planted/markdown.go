package planted

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Markdown returns the lists of the places of tables, for docs/documents.md.
func Markdown(tables []*Table) string {
	tables = slices.Clone(tables)
	slices.SortFunc(tables, func(a, b *Table) int { return cmp.Compare(a.Title, b.Title) })
	var b strings.Builder
	urls, places, missed := 0, 0, 0
	for _, t := range tables {
		places += len(t.Places)
		for _, p := range t.Places {
			if urls += len(p.Wants); len(p.Wants) == 0 {
				missed++
			}
		}
	}
	fmt.Fprintf(&b, "These lists are generated from test documents that have a URL in each place: %d places with %d URLs that are found, and %d places in which none is found.\n", places, urls, missed)
	for _, t := range tables {
		b.WriteString("\n### " + t.Title + "\n\n" + t.markdown())
	}
	return b.String()
}

// A row is how URLs are found, with the names of the places.
type row struct{ found, place string }

// markdown returns the list of the places of a table.
func (t *Table) markdown() string {
	var rows []row
	names := map[row][]string{}
	var missed []string
	for _, p := range t.Places {
		if p.Why != "" {
			missed = append(missed, fmt.Sprintf("%s (%s)", p.Name, p.Why))
		}
		for _, w := range p.Wants {
			r := row{w.found(), t.placeOf(p, w)}
			if names[r] == nil {
				rows = append(rows, r)
			}
			if !slices.Contains(names[r], p.Name) {
				names[r] = append(names[r], p.Name)
			}
		}
	}
	var b strings.Builder
	b.WriteString("| found as | `-n` | the URL is in |\n|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.found, r.place, strings.ReplaceAll(strings.Join(names[r], "; "), "|", `\|`))
	}
	if len(missed) > 0 {
		b.WriteString("\nNot found: " + strings.Join(missed, "; ") + ".\n")
	}
	return b.String()
}

// found returns how a URL is found: its kind, with the origin and the relation.
func (w Want) found() string {
	s := w.Kind
	for _, key := range [...]string{"origin", "relation"} {
		if m := regexp.MustCompile(` ` + key + `=(\S+)`).FindStringSubmatch(w.Fields); m != nil && m[1] != w.Kind {
			s += ", `" + m[1] + "`"
		}
	}
	return s
}

// placeOf returns an example of a place, the same for places of the same kind.
func (t *Table) placeOf(p *Place, w Want) string {
	s := w.At(1).Place
	sheets := t.Format == "xlsx" || t.Format == "xls" || t.Format == "ods"
	switch {
	case s == "":
		return "the line"
	case sheets && strings.Contains(s, "!"):
		s = "Sheet1!B7"
	case sheets && !strings.ContainsAny(s, "/[.") && s != "Workbook":
		s = "Sheet1"
	case strings.HasPrefix(s, "slide "):
		s = "slide 1"
	case strings.HasPrefix(s, "page "):
		s = "page 1"
	default:
		s = strings.ReplaceAll(s, strconv.Itoa(p.number), "1")
	}
	return "`" + s + "`"
}
