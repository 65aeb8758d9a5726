package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/parse"
)

// printed runs the program on files.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	return tuning{}.printed(t, args...)
}

func (with tuning) printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := with.run(append([]string{"urlgrep"}, args...), strings.NewReader(""), &stdout, &stderr); status == exitError || stderr.Len() > 0 {
		t.Fatalf("%q: exit status %d\n%s", args, status, &stderr)
	}
	return stdout.String()
}

// inputsOfTables returns files with matches of all kinds.
func inputsOfTables(t *testing.T) []string {
	dir := t.TempDir()
	odd, page := filepath.Join(dir, "=1,\"\t.eml"), filepath.Join(dir, "page.html")
	if err := os.WriteFile(odd, []byte(recordtest.OddMail), 0o666); err != nil {
		t.Skip(err)
	}
	longLink := "<html><a href='http://a.example/'>" + strings.Repeat("x\t=\"", 100) + "</a>"
	if err := os.WriteFile(page, []byte(longLink), 0o666); err != nil {
		t.Fatal(err)
	}
	corpora, _ := filepath.Glob("../../testdata/corpora/*/input")
	documents, _ := filepath.Glob("../../testdata/corpora/documents/python-*")
	more, _ := filepath.Glob("../../testdata/corpora/documents/*.[xpe]*")
	documents = append(documents, more...)
	return slices.Concat([]string{"-I", "--schemeless", "--email", odd, page}, corpora, documents)
}

// TestTables checks that --csv and --tsv print the same values as --json. It reads CSV
// with encoding/csv.
func TestTables(t *testing.T) {
	t.Parallel()
	inputs := inputsOfTables(t)
	want := wantedTable(t, printed(t, append(inputs, "--json")...))
	if len(want) < 100 {
		t.Fatalf("only %d rows", len(want))
	}
	for option, read := range map[string]func(*testing.T, string) [][]string{"--csv": readCSV, "--tsv": readTSV} {
		text := printed(t, append(inputs, option)...)
		if !utf8.ValidString(text) {
			t.Errorf("%s is not UTF-8", option)
		}
		got := read(t, text)
		if len(got) != len(want) {
			t.Fatalf("%s: %d rows, want %d", option, len(got), len(want))
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: row %d is\n%q, want\n%q", option, i, got[i], want[i])
			}
		}
	}
}

func readCSV(t *testing.T, text string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func readTSV(t *testing.T, text string) (rows [][]string) {
	unescape := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range cells {
			cells[i] = unescape.Replace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// wantedTable returns the rows for JSON lines.
func wantedTable(t *testing.T, text string) (rows [][]string) {
	var names []string
	for _, c := range record.Columns {
		names = append(names, c.Name)
	}
	rows = append(rows, names)
	objects, err := readObjects(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		message, _ := object["message"].(map[string]any)
		document, _ := object["document"].(map[string]any)
		row := make([]string, len(names))
		for i, name := range names {
			if key, ok := strings.CutPrefix(name, "message_"); ok {
				row[i] = wantedCell(name, message[key])
			} else if key, ok := strings.CutPrefix(name, "document_"); ok {
				row[i] = wantedCell(name, document[key])
			} else {
				row[i] = wantedCell(name, object[name])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func wantedCell(name string, v any) string {
	switch v := v.(type) {
	case string:
		return withoutNUL(v)
	case float64:
		return fmt.Sprintf("%.0f", v)
	case []any:
		list := make([]string, len(v))
		for i := range v {
			if fault, ok := v[i].(map[string]any); ok {
				list[i] = fmt.Sprintf("%v:%v:%v", fault["level"], fault["class"], fault["error_offset"])
			} else {
				list[i] = wantedCell(name, v[i])
			}
		}
		return strings.Join(list, " ")
	case map[string]any: // the evidence
		var list []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = append(list, name+"="+wantedCell(name, v[name]))
		}
		return strings.Join(list, "; ")
	case nil:
		switch name {
		case "rejoined", "refanged", "hyphen_ambiguous", "signature", "label_cut":
			return "false"
		case "quote_depth":
			return "0"
		}
		return ""
	}
	return fmt.Sprint(v)
}

// TestSafeTables checks that with --csv=safe no cell begins like a formula, and that
// nothing else changes.
func TestSafeTables(t *testing.T) {
	inputs := inputsOfTables(t)
	plain := readCSV(t, printed(t, append(inputs, "--csv")...))
	for option, read := range map[string]func(*testing.T, string) [][]string{"--csv": readCSV, "--tsv": readTSV} {
		formulas := 0
		for i, row := range read(t, printed(t, append(inputs, option+"=safe")...)) {
			for j, cell := range row {
				if isFormula(plain[i][j]) {
					formulas++
					plain[i][j] = "'" + plain[i][j]
				}
				if isFormula(cell) || cell != plain[i][j] {
					t.Errorf("%s: cell %d of row %d is %q", option, j, i, cell)
				}
				plain[i][j] = strings.TrimPrefix(plain[i][j], "'")
			}
		}
		if formulas == 0 {
			t.Errorf("%s: there was no formula", option)
		}
	}
}

// isFormula reports whether spreadsheets take a cell for a formula.
func isFormula(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}

// TestFormatJSON checks that {{json .}} prints the object of --json, and that each field
// of a template has the value of its key.
func TestFormatJSON(t *testing.T) {
	t.Parallel()
	inputs := inputsOfTables(t)
	want := printed(t, append(inputs, "--json")...)
	if got := printed(t, append(inputs, "--format", "{{json .}}")...); got != want {
		t.Error("{{json .}} is not what --json prints")
	}
	objects, err := readObjects(want)
	if err != nil {
		t.Fatal(err)
	}
	const template = `[{{json .URL}}, {{json .Text}}, {{json .Valid}}, {{json .Message.Subject}}, {{json .Message.DateRaw}}, {{.Line}}]`
	for i, line := range strings.Split(strings.TrimSuffix(printed(t, append(inputs, "--format", template)...), "\n"), "\n") {
		var got []any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		o := objects[i]
		message, _ := o["message"].(map[string]any)
		want := []any{o["url"], o["text"], o["valid"], orEmpty(message["subject"]), orEmpty(message["date_raw"]), o["line"]}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func orEmpty(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// TestFormatWrapped checks that URLs printed in the wrapper of RFC 1738 are found again.
func TestFormatWrapped(t *testing.T) {
	corpora, _ := filepath.Glob("../../testdata/corpora/*/input")
	args := append([]string{"-h", "-I"}, corpora...)
	want := printed(t, args...)
	if strings.Count(want, "\n") < 100 {
		t.Fatalf("only\n%s", want)
	}
	wrapped := filepath.Join(t.TempDir(), "wrapped")
	text := printed(t, append(args, "--format", "<URL:{{.URL}}>")...)
	if err := os.WriteFile(wrapped, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := printed(t, "--input=text", "--kind=wrapped", wrapped); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzTables checks for any match that --json prints what encoding/json prints for it,
// that other programs read the same values from tables, and that a shell reads the same
// words from quoted output.
func FuzzTables(f *testing.F) {
	f.Add([]byte(recordtest.OddMail), "=1,\"\t.eml\xff\xe2\x80", uint8(0))
	for i, s := range []string{"http://a.example/\"b,c http://é.example/?d=\xff http://a/'e'", "<URL:http://a.example/b-\n> c> www.d.example", "hxxp://a[.]example joe at b [dot] example", "http://300.1.1.1:x/ ftp://a.example/%zz\x1b"} {
		f.Add([]byte(s), "a\r\nb", uint8(1<<i))
	}
	compiled := func(text string) *sink.Template {
		t, err := sink.ParseTemplate(text)
		if err != nil {
			f.Fatal(err)
		}
		return t
	}
	asJSON, forShell := compiled("{{json .}}"), compiled("{{sh .URL}} {{sh .Text}}")
	var b strings.Builder
	out := output.New(&b)
	f.Fuzz(func(t *testing.T, text []byte, file string, options uint8) {
		if len(text) > 2000 {
			t.Skip()
		}
		c := task{plan: new(plan)}
		c.defang = options&1 != 0
		c.find = extract.Options{
			Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email), Level: parse.Level(options >> 4 % 3),
			Refang: options&2 != 0, Validity: extract.Validity(options >> 2 & 1), Documents: documents.All(),
		}
		var matches []extract.Match
		for m := range extract.Bytes(text, &c.find) {
			matches = append(matches, m)
		}
		printed := func(set func(o *formatOptions)) string {
			b.Reset()
			p := *c.plan
			c := task{plan: &p}
			set(&p.formatOptions)
			run := c.chosen().Start(out, nil)
			if run.Open != nil {
				run.Open()
			}
			to := run.Sink(&sink.Worker{Out: out})
			to.Begin(file, false)
			for i := range matches {
				if err := to.Match(&sink.Kept{Of: matches[i]}); err != nil {
					t.Fatal(err)
				}
			}
			out.Flush()
			return b.String()
		}

		objects := printed(func(o *formatOptions) { o.json = true })
		var want []byte
		var words []string
		for i := range matches {
			m := &matches[i]
			want = append(want, recordtest.Encode(recordtest.New(file, m, c.defang))...)
			words = append(words, withoutNUL((&record.View{Defang: c.defang}).URL(m.URL)), withoutNUL(m.Text))
		}
		if objects != string(want) {
			t.Errorf("--json gives\n%swant\n%s", objects, want)
		}
		if got := printed(func(o *formatOptions) { o.format = asJSON }); got != objects {
			t.Errorf("{{json .}} gives\n%swant\n%s", got, objects)
		}
		if got := readWords(t, printed(func(o *formatOptions) { o.format = forShell })); !slices.Equal(got, words) {
			t.Errorf("{{sh}} gives %q, want %q", got, words)
		}
		table := wantedTable(t, objects)
		if got := readTSV(t, printed(func(o *formatOptions) { o.tsv = plainTable })); !reflect.DeepEqual(got, table) {
			t.Errorf("--tsv gives\n%q, want\n%q", got, table)
		}
		for _, row := range table {
			for i := range row {
				row[i] = strings.ReplaceAll(row[i], "\r\n", "\n") // as package encoding/csv does
			}
		}
		if got := readCSV(t, printed(func(o *formatOptions) { o.csv = plainTable })); !reflect.DeepEqual(got, table) {
			t.Errorf("--csv gives\n%q, want\n%q", got, table)
		}
	})
}

func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }

// readWords reads text as a POSIX shell does (Shell Command Language, section 2.2). The
// text may have quotes and backslashes, but no other special characters.
func readWords(t *testing.T, text string) (words []string) {
	t.Helper()
	for rest := text; rest != ""; {
		var word strings.Builder
		for rest != "" && rest[0] != ' ' && rest[0] != '\n' {
			switch quoted, behind, closed := strings.Cut(rest[1:], "'"); {
			case rest[0] == '\'' && closed:
				word.WriteString(quoted)
				rest = behind
			case strings.HasPrefix(rest, `\'`):
				word.WriteByte('\'')
				rest = rest[len(`\'`):]
			default:
				t.Fatalf("%q has %q out of quotes", text, rest[:1])
			}
		}
		words = append(words, word.String())
		rest = rest[1:]
	}
	return words
}
