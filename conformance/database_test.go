package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A database has the URLs of the messages that enmime ships, as --json and --sql print them.
type database struct {
	dir     string
	objects []map[string]any // of links.json
}

// newDatabase runs the command. It writes links.json and links.sql into a directory.
func newDatabase(t *testing.T) *database {
	t.Helper()
	program, done, err := command()
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	mail, err := file(enmimeModule, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	d := &database{dir: t.TempDir()}
	for _, format := range []string{"json", "sql"} {
		// -s: some of the messages are malformed.
		cmd := exec.Command(program, "-rs", "--"+format, mail)
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 2 {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.dir, "links."+format), out, 0o600); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out) {
			var object map[string]any
			if format == "json" {
				if err := json.Unmarshal(line, &object); err != nil {
					t.Fatal(err)
				}
				d.objects = append(d.objects, object)
			}
		}
	}
	return d
}

// run runs another program in the directory and returns its output. It skips the test if the
// program is not installed.
func (d *database) run(t *testing.T, input string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skip(args[0] + " is not installed")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = d.dir
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s\n%s", args, err, input, out)
	}
	return strings.TrimSpace(string(out))
}

// queries returns docs/queries.md.
func queries(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "queries.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSQLite runs the questions of docs/queries.md on real mail, about the URL and the domain that
// occur most often in it, and compares the rows with --json.
func TestSQLite(t *testing.T) {
	d := newDatabase(t)
	ask := func(query string) []string {
		return strings.Split(d.run(t, query, "sqlite3", "links.db"), "\n")
	}
	d.run(t, ".read links.sql", "sqlite3", "links.db")
	var urls []string
	for _, object := range d.objects {
		urls = append(urls, object["url"].(string))
	}
	if got := ask("SELECT url.url FROM occurrence JOIN url ON url.id = occurrence.url JOIN file ON file.id = occurrence.file ORDER BY file.id, occurrence.id"); strings.Join(got, "\n") != strings.Join(urls, "\n") {
		t.Errorf("other URLs than in --json:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(urls, "\n"))
	}
	mostFrequent := strings.NewReplacer(
		"'https://www.tools.example/notes/4.2.html'", "(SELECT url FROM link WHERE message GROUP BY url ORDER BY count(*) DESC, url LIMIT 1)",
		"'tools.example'", "(SELECT domain FROM link WHERE sender IS NOT NULL GROUP BY domain ORDER BY count(*) DESC, domain LIMIT 1)",
		"'2025-03'", "'2026-12'")
	questions := regexp.MustCompile("(?s)## (.*?)\n.*?```sql\n(.*?)```").FindAllStringSubmatch(queries(t), -1)
	if len(questions) < 10 {
		t.Errorf("only %d questions", len(questions))
	}
	for _, q := range questions {
		answer := ask(mostFrequent.Replace(q[2]))
		t.Logf("%s\n%s", q[1], strings.Join(answer, "\n"))
		if member := needs[q[1]]; answer[0] == "" && (member == "" || slices.ContainsFunc(d.objects, has(member))) {
			t.Errorf("%s: no answer", q[1])
		}
	}
}

// needs has the member that objects must have so that a question has an answer.
var needs = map[string]string{
	"Which URLs does the author quote from another message?": "quote_depth",
	"Which URLs were split across lines, and where?":         "rejoined",
	"Which URLs may be dangerous to follow?":                 "evidence",
}

func has(member string) func(map[string]any) bool {
	return func(object map[string]any) bool { return object[member] != nil }
}

// TestDuckDB runs the recipes of docs/queries.md for DuckDB, and checks the types of columns that
// the page names.
func TestDuckDB(t *testing.T) {
	d := newDatabase(t)
	recipe := regexp.MustCompile(`duckdb -c "(COPY .*)"`).FindStringSubmatch(queries(t))
	if recipe == nil {
		t.Fatal("no recipe")
	}
	// The first objects do not have all members.
	const before = 30_000
	first := strings.Repeat(`{"url":"http://a.example/","line":1,"valid":[]}`+"\n", before)
	objects, err := os.ReadFile(filepath.Join(d.dir, "links.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "links.json"), append([]byte(first), objects...), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run(t, "", "duckdb", "-c", recipe[1])
	var count []struct{ N int }
	answer := d.run(t, "", "duckdb", "-json", "-c", "SELECT count(*) AS N FROM 'links.parquet'")
	if err := json.Unmarshal([]byte(answer), &count); err != nil || len(count) != 1 || count[0].N != before+len(d.objects) {
		t.Errorf("%s, %v; want %d rows", answer, err, before+len(d.objects))
	}
	var columns []struct {
		Name string `json:"column_name"`
		Type string `json:"column_type"`
	}
	answer = d.run(t, "", "duckdb", "-json", "-c", "DESCRIBE FROM 'links.parquet'")
	if err := json.Unmarshal([]byte(answer), &columns); err != nil {
		t.Fatal(err, answer)
	}
	types := make(map[string]string)
	for _, c := range columns {
		types[c.Name] = c.Type
	}
	for name, want := range map[string]string{
		"url": "^VARCHAR$", "line": "^BIGINT$", "offset": "^BIGINT$", "end": "^BIGINT$",
		"valid": `^VARCHAR\[\]$`, "message": `^STRUCT\(.*\bdate TIMESTAMP`,
	} {
		if !regexp.MustCompile(want).MatchString(types[name]) {
			t.Errorf("%s: type %q, want %s", name, types[name], want)
		}
	}
}
