package unwrap

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables in docs/unwrap.md")

// TestDocumentation compares the tables in docs/unwrap.md with the code.
func TestDocumentation(t *testing.T) {
	const file = "../docs/unwrap.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, part := range []struct{ pattern, want string }{
		{`(?s)\| via \| service \|.*?\n\n`, serviceTable() + "\n"},
		{`(?s)\| parameter \| hosts \|.*?\n\n`, parameterTable() + "\n"},
		{`(?s)one of these parameters: .*?\.\n`, "one of these parameters: `" + strings.Join(signatures, "`, `") + "`.\n"},
	} {
		re := regexp.MustCompile(part.pattern)
		if n := len(re.FindAllString(page, -1)); n != 1 {
			t.Fatalf("%s has %d times %s", file, n, part.pattern)
		}
		page = re.ReplaceAllLiteralString(page, part.want)
	}
	if page == string(data) {
		return
	}
	if !*update {
		t.Fatalf("the tables in %s differ from the code (go test ./unwrap -run Documentation -update)", file)
	}
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
}

// code returns words as code in a cell of Markdown.
func code(words string) string {
	if words == "" {
		return ""
	}
	words = strings.ReplaceAll(words, "|", `\|`)
	return "`" + strings.ReplaceAll(words, " ", "` `") + "`"
}

func serviceTable() string {
	var b strings.Builder
	b.WriteString("| via | service | hosts | pattern |\n|---|---|---|---|\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", code(l.name), l.title, code(l.hosts), code(l.pattern))
	}
	return b.String()
}

func parameterTable() string {
	var b strings.Builder
	b.WriteString("| parameter | hosts | described by |\n|---|---|---|\n")
	for _, p := range tracking {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(p.name), code(p.hosts), p.source)
	}
	return b.String()
}
