package edit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A piece is a part of a text. If it is copied, new is old.
type piece struct {
	old, new string
	copied   bool
}

func copied(text string) piece { return piece{text, text, true} }

// texts returns the text before and after the edits.
func texts(pieces []piece) (old, edited string) {
	for _, p := range pieces {
		old, edited = old+p.old, edited+p.new
	}
	return old, edited
}

// diffOf returns the diff of pieces of a file.
func diffOf(t *testing.T, name string, pieces []piece, palette output.Palette) string {
	t.Helper()
	var b bytes.Buffer
	out := output.New(&b)
	d := &differ{line: output.NewLine(out, palette)}
	passTo(t, d, name, pieces)
	out.Flush()
	return b.String()
}

func passTo(t *testing.T, d destination, name string, pieces []piece) {
	t.Helper()
	err := d.begin(&sink.Original{Name: name})
	for _, p := range pieces {
		if err != nil {
			break
		}
		if p.copied {
			err = d.copy([]byte(p.old))
		} else {
			err = d.replace([]byte(p.old), []byte(p.new))
		}
	}
	if err == nil {
		err = d.end(true)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestDiff checks diffs against those of diff -u, which were written by hand.
func TestDiff(t *testing.T) {
	for _, c := range []struct {
		pieces []piece
		want   string
	}{
		{[]piece{copied("a\n")}, ""},
		{[]piece{{"a", "b", false}, copied("\n")}, "@@ -1 +1 @@\n-a\n+b\n"},
		{[]piece{copied("x "), {"a", "b", false}, copied(" y\nz")}, "@@ -1,2 +1,2 @@\n-x a y\n+x b y\n z\n\\ No newline at end of file\n"},
		{[]piece{copied("1\n2\n3\n4\n"), {"a", "b", false}}, "@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"},
		{[]piece{{"a\nb", "ab", false}, copied("\r\n2\r\n3\r\n4\r\n5\r\n")}, "@@ -1,5 +1,4 @@\n-a\n-b\r\n+ab\r\n 2\r\n 3\r\n 4\r\n"},
		{[]piece{{"a", "", false}}, "@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n"},
		{[]piece{{"a", "b\n", false}}, "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"},
		{[]piece{{"a", "b\nc", false}, copied("\n")}, "@@ -1 +1,2 @@\n-a\n+b\n+c\n"},
		// Lines that follow each other are a group, and six lines between changes do not end
		// a hunk.
		{[]piece{{"a", "b", false}, copied("\n"), {"c", "d", false}, copied("\n1\n2\n3\n4\n5\n6\n"), {"e", "f", false}, copied("\n")},
			"@@ -1,9 +1,9 @@\n-a\n-c\n+b\n+d\n 1\n 2\n 3\n 4\n 5\n 6\n-e\n+f\n"},
		{[]piece{{"a", "b", false}, copied("\n1\n2\n3\n4\n5\n6\n7\n"), {"e", "f", false}, copied("\n")},
			"@@ -1,4 +1,4 @@\n-a\n+b\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-e\n+f\n"},
	} {
		want := c.want
		if want != "" {
			want = "--- f\n+++ f\n" + want
		}
		if got := diffOf(t, "f", c.pieces, output.Palette{}); got != want {
			t.Errorf("%v:\n%swant\n%s", c.pieces, got, want)
		}
	}
}

// TestDiffColours checks the colours, and that control characters are visible.
func TestDiffColours(t *testing.T) {
	got := diffOf(t, "f", []piece{copied("\x1b[1m\tx\n"), {"a", "b\xff", false}, copied("\r\n")}, output.Palette{On: true})
	want := "\x1b[1m\x1b[K--- f\x1b[m\x1b[K\n\x1b[1m\x1b[K+++ f\x1b[m\x1b[K\n\x1b[36m\x1b[K@@ -1,2 +1,2 @@\x1b[m\x1b[K\n" +
		" \\u001b[1m\tx\n\x1b[31m\x1b[K-a\\u000d\x1b[m\x1b[K\n\x1b[32m\x1b[K+b\\xff\\u000d\x1b[m\x1b[K\n"
	if got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// randomPieces returns pieces of random text. Some lines are long.
func randomPieces(r *rand.Rand) (pieces []piece) {
	text := func() string {
		const signs = "ab \n\n\n\r\t\xff-+\\@"
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = signs[r.IntN(len(signs))]
		}
		if r.IntN(40) == 0 {
			return string(b) + strings.Repeat("long", maxContext/3)
		}
		return string(b)
	}
	for range r.IntN(12) {
		for range r.IntN(4) {
			pieces = append(pieces, copied(text()), copied(text()))
		}
		if r.IntN(3) > 0 {
			pieces = append(pieces, copied(strings.Repeat("x\n", r.IntN(9))))
		}
		if p := (piece{text(), text(), false}); p.old != "" && p.old != p.new {
			pieces = append(pieces, p)
		}
	}
	return append(pieces, copied(text()))
}

// TestDiffApplies checks that a diff applied to the old text gives the new text.
func TestDiffApplies(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 5))
	for range effort.Rounds(5000) {
		pieces := randomPieces(r)
		old, edited := texts(pieces)
		diff := diffOf(t, "f", pieces, output.Palette{})
		if got, err := apply(old, diff); err != nil || got != edited {
			t.Fatalf("%.2000q\nwith the diff\n%.2000s\nis, with error %v,\n%.2000q, want\n%.2000q", old, diff, err, got, edited)
		}
	}
}

// apply applies a diff. It accepts no line that is not where the diff says.
func apply(text, diff string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var b strings.Builder
	at, in := 0, strings.SplitAfter(diff, "\n")
	if diff != "" {
		in = in[2:] // the header
	}
	for i := 0; i < len(in) && in[i] != ""; {
		var from, n, m int
		head := strings.NewReplacer(" @@\n", "", ",", " ").Replace(in[i])
		fields := strings.FieldsFunc(head, func(r rune) bool { return r == ' ' || r == '@' })
		if _, counts, _ := strings.Cut(in[i], "-"); fields[0][0] != '-' {
			return "", fmt.Errorf("%q is no hunk", in[i])
		} else {
			parts := strings.SplitN(strings.TrimSuffix(counts, " @@\n"), " +", 2)
			from, n = numbers(parts[0])
			_, m = numbers(parts[1])
		}
		if n > 0 {
			from--
		}
		if from < at || from > len(lines) {
			return "", fmt.Errorf("%q is out of order", in[i])
		}
		b.WriteString(strings.Join(lines[at:from], ""))
		at = from
		for i++; i < len(in) && in[i] != "" && !strings.HasPrefix(in[i], "@@"); i++ {
			line := in[i][1:]
			if i+1 < len(in) && strings.HasPrefix(in[i+1], `\`) {
				line = strings.TrimSuffix(line, "\n")
			}
			sign := in[i][0]
			if sign == ' ' || sign == '-' {
				if at >= len(lines) || lines[at] != line {
					return "", fmt.Errorf("line %d is not %q", at+1, line)
				}
				at, n = at+1, n-1
			}
			if sign == ' ' || sign == '+' {
				b.WriteString(line)
				m--
			}
		}
		if n != 0 || m != 0 {
			return "", fmt.Errorf("a hunk has the wrong number of lines: %d, %d", n, m)
		}
	}
	return b.String() + strings.Join(lines[at:], ""), nil
}

// numbers returns the numbers of "a,b". A missing b is 1.
func numbers(text string) (a, b int) {
	first, second, ok := strings.Cut(text, ",")
	a, _ = strconv.Atoi(first)
	if b = 1; ok {
		b, _ = strconv.Atoi(second)
	}
	return a, b
}

// oddNames are names of files that a diff must quote, or that are easily misread.
var oddNames = []string{
	"plain", "two words", "tab\there", `quo"te`, `back\slash`, "new\nline", "bad\xffoctet", "Ümläut", " lead", "trail ",
	"dir/in a dir", "--- a", "a\tb c", "'x'", "[a*]", "c\x80d", "\u0085",
}

// TestDiffPrograms checks that patch and git apply random diffs, also for odd names.
func TestDiffPrograms(t *testing.T) {
	programs := [][]string{{"patch", "-p0", "-s", "-i"}, {"git", "apply", "-p0", "--whitespace=nowarn"}}
	for _, program := range programs {
		if _, err := exec.LookPath(program[0]); err != nil {
			t.Skip(err)
		}
	}
	r := rand.New(rand.NewPCG(19, 6))
	dir := t.TempDir()
	for i := range max(len(oddNames), effort.Rounds(100)) {
		pieces := randomPieces(r)
		name := oddNames[i%len(oddNames)]
		old, edited := texts(pieces)
		diff := diffOf(t, name, pieces, output.Palette{})
		if diff == "" || edited == "" { // patch removes an empty file
			continue
		}
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o777)
		patch := filepath.Join(dir, "patch")
		for _, program := range programs {
			if err := os.WriteFile(path, []byte(old), 0o666); err != nil {
				t.Logf("the system has no name %q: %v", name, err)
				break
			}
			if err := os.WriteFile(patch, []byte(diff), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program[0], append(program[1:], patch)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
			said, err := cmd.CombinedOutput()
			got, readErr := os.ReadFile(path)
			if err != nil || readErr != nil || string(got) != edited {
				t.Errorf("%s: %q\n%v\n%s\nof\n%.3000q\nis\n%.3000q, want\n%.3000q", program[0], name, err, said, diff, got, edited)
			}
		}
		os.Remove(path)
	}
}

// TestDiffName checks the quoting of names.
func TestDiffName(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt": "a.txt", "./a/b": "a/b", ".//./a": "a", "a b": "a b\t", "a\tb": `"a\011b"`, `a"b\`: `"a\"b\\"`,
		"\xff": `"\377"`, "é": "é", " a": `" a"`, "a\x7f": `"a\177"`,
	} {
		if got := diffName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
