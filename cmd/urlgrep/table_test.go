package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// oddMail is a message whose header has all that cells could break at.
const oddMail = "From: =?utf-8?q?=22a=22=2C_=09b=0Ac=0D=5C=1B=5B31m?= <joe@a.example>\n" +
	"Subject: =?utf-8?q?=00=FF=E2=80=AE?=\n" +
	"Message-ID: <\xff@a.example>\n" + "Newsgroups: +alt.example\n" +
	"List-Archive: <http://list.example/>\n\n" +
	"> <URL:http://joe:secret@b\xc3\xbccher.example:8080/over-\n> view?a=b#top> http://c.example/it's,\"x\" www.d.example/x ann@e.example\n" +
	"-- \nhttp://300.1.1.1:7/{x}%zz file:///etc/x ftp://f.example/\xff\n"

// printed runs the program on files.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(append([]string{"urlgrep"}, args...), strings.NewReader(""), &stdout, &stderr); status == exitError || stderr.Len() > 0 {
		t.Fatalf("%q: exit status %d\n%s", args, status, &stderr)
	}
	return stdout.String()
}

// inputsOfTables are files with matches of all sorts.
func inputsOfTables(t *testing.T) []string {
	odd := filepath.Join(t.TempDir(), "=1,\"\t.eml")
	if err := os.WriteFile(odd, []byte(oddMail), 0o666); err != nil {
		t.Skip(err)
	}
	corpora, _ := filepath.Glob("../../testdata/corpora/*/input")
	return append([]string{"-I", "--schemeless", "--email", odd}, corpora...)
}

// What --csv and --tsv print is what --json does, read by encoding/csv and as TSV is
// read.
func TestTables(t *testing.T) {
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

// wantedTable makes rows of JSON lines.
func wantedTable(t *testing.T, text string) (rows [][]string) {
	var names []string
	for _, c := range tableColumns() {
		names = append(names, c.name)
	}
	rows = append(rows, names)
	objects, err := readObjects(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		message, _ := object["message"].(map[string]any)
		row := make([]string, len(names))
		for i, name := range names {
			if key, ok := strings.CutPrefix(name, "message_"); ok {
				row[i] = wantedCell(name, message[key])
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
		return strings.ReplaceAll(v, "\x00", "\uFFFD")
	case float64:
		return fmt.Sprintf("%.0f", v)
	case []any:
		list := make([]string, len(v))
		for i := range v {
			if fault, ok := v[i].(map[string]any); ok {
				list[i] = fmt.Sprintf("%v:%v:%v", fault["level"], fault["class"], fault["at"])
			} else {
				list[i] = v[i].(string)
			}
		}
		return strings.Join(list, " ")
	case nil:
		switch name {
		case "rejoined", "refanged", "hyphen_ambiguous", "signature":
			return "false"
		case "quote_depth", "message_index":
			return "0"
		}
		return ""
	}
	return fmt.Sprint(v)
}

// With --csv-safe no cell begins as a formula does, and nothing else is changed.
func TestSafeTables(t *testing.T) {
	inputs := inputsOfTables(t)
	plain := readCSV(t, printed(t, append(inputs, "--csv")...))
	for option, read := range map[string]func(*testing.T, string) [][]string{"--csv": readCSV, "--tsv": readTSV} {
		formulas := 0
		for i, row := range read(t, printed(t, append(inputs, "--csv-safe", option)...)) {
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

func TestIsFormula(t *testing.T) {
	for _, text := range []string{"=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "＝1", "＋1", "－1", "＠a"} {
		if !isFormula(text) {
			t.Errorf("%q is no formula", text)
		}
	}
	for _, text := range []string{"", "a=1", "1-1", "'=1", "\xff"} {
		if isFormula(text) {
			t.Errorf("%q is a formula", text)
		}
	}
}

// {{json .}} is the object that --json prints, and each field has the value of its key.
func TestFormatJSON(t *testing.T) {
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

// URLs that are printed in the wrapper of RFC 1738 are found in it again.
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
