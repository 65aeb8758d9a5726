package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// together runs the program and returns its exit status, and the text written to both
// outputs, in order.
func together(args ...string) string { return tuning{}.together(args...) }

func (with tuning) together(args ...string) string {
	var out bytes.Buffer
	status := with.run(append([]string{"urlgrep"}, args...), strings.NewReader("http://stdin.example/ "), &out, &out)
	text := out.Bytes()
	if slices.Contains(args, "--stats") {
		text = seconds().ReplaceAll(text, nil) // takes longer than everything before it if the text has megabytes
	}
	return fmt.Sprintf("%s%d\n", text, status)
}

// seconds matches the line of --stats that differs from run to run.
var seconds = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ +[0-9.]+ seconds, .*\n`) })

// sameWithWorkers checks that the output is the same for any number of workers, and
// returns it. Below URLGREP_TEST=thorough it tries one number.
func sameWithWorkers(t *testing.T, args ...string) string {
	t.Helper()
	return tuning{}.sameWithWorkers(t, args...)
}

func (with tuning) sameWithWorkers(t *testing.T, args ...string) string {
	t.Helper()
	want := with.together(append(args, "-j1")...)
	numbers := []string{"-j2", "-j3", "-j8"}
	if effort.Get() < effort.Thorough {
		numbers = numbers[1:2]
	}
	for _, j := range numbers {
		if got := with.together(append(args, j)...); got != want {
			i := 0
			for i < min(len(got), len(want)) && got[i] == want[i] {
				i++
			}
			begin := max(0, i-100)
			t.Errorf("%q %s: at byte %d of %d\n%q\nwant, of %d\n%q", args, j, i, len(got), got[begin:min(len(got), i+200)],
				len(want), want[begin:min(len(want), i+200)])
		}
	}
	return want
}

// waysToPrint are options that change the output for an input.
var waysToPrint = []string{
	"-H", "-nb", "--json", "-c", "-l", "-L", "-q", "-m2", "--verbose", "--invalid --level=rfc1738", "--schemeless --email -n",
	"--unquoted", "--no-signature --json", "--refang", "--input=text --json", "-a --verbose", "--hyphen=both", "--hyphen=evidence",
	"-s", "--kind=wrapped -c", "--count-by=host", "--count-by=year --json",
	"--stats --level=rfc1738", "-q --stats", "-m2 --stats",
	"--from=/[ae]/ -nb --verbose", "--since=2001 --stats -q", "--csv", "--format={{.Line}}{{.URL}}", "-0", "-u", "-uc", "-e example", "-vie EXAMPLE -c", "--host=*.com", "--warn -n", "--sort=host -n", "--sort=-date --json", "--sort=url --show-lines -n", "--sort=path -m2",
}

// waysToPrintAll are options that need all matches of an input.
var waysToPrintAll = []string{"-nb", "--json", "--verbose -c", "--schemeless --email -n", "--unquoted", "--no-signature",
	"--stats --level=rfc1738", "--stats -q", "--count-by=host", "--count-by=list",
	"--from=/[ae]/ --json --verbose", "--until=2001 --subject=e --stats", "--tsv", "--format={{json .}}", "--sort=url -nb", "--sort=date --json", "-ne o", "--warn"}

// some returns every fourth element of a list with -short, otherwise all.
func some[T any](list []T) (part []T) {
	if effort.Get() > effort.Short {
		return list
	}
	for i := 0; i < len(list); i += 4 {
		part = append(part, list[i])
	}
	return part
}

// TestWorkersCorpora checks that several workers print the same as one worker for the
// corpora, named as files and in their directory, with any options, and with some of them with
// -short.
func TestWorkersCorpora(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/corpora/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	for _, options := range some(waysToPrint) {
		sameWithWorkers(t, append(strings.Fields(options), files...)...)
	}
	sameWithWorkers(t, "--json", "--verbose", "-r", "../../testdata", "testdata")
	with := tuning{rangeLength: 300}
	for _, options := range some(waysToPrintAll) {
		with.sameWithWorkers(t, append(strings.Fields(options), files...)...)
	}
	with.rangeLength = 10_000
	if more := os.Getenv("URLGREP_TEST_MORE"); more != "" {
		with.sameWithWorkers(t, "--json", "--verbose", "-r", more)
	}
}

// TestWorkersMessages checks that messages are in the same place as with one worker:
// after the results before them, even if these are held back.
func TestWorkersMessages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var args []string
	for i := range 40 {
		name := filepath.Join(dir, fmt.Sprintf("%03d", i))
		switch i % 10 {
		case 3: // does not exist
		case 5:
			write(t, name, "http://a.example/ \x00")
		case 7:
			os.Mkdir(name, 0o777)
		default:
			write(t, name, strings.Repeat(fmt.Sprintf("see http://%d.example/ or\n", i), (i*i%50)*10))
		}
		args = append(args, name, "-")
	}
	for _, options := range some(waysToPrint) {
		sameWithWorkers(t, append(strings.Fields(options), args...)...)
		sameWithWorkers(t, append(strings.Fields(options), "-r", dir)...)
	}
	all := sameWithWorkers(t, args...)
	for _, want := range []string{"is a directory", "no such file", "binary file", "stdin.example", "39.example", "\n2\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q does not come out", want)
		}
	}
}

// TestWorkersMessageOfRanges checks that the message about a file searched in ranges
// follows the results of the file, even if these are held back and all are in the first
// range.
func TestWorkersMessageOfRanges(t *testing.T) {
	with := tuning{rangeLength: 1000}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), strings.Repeat("see http://a.example/b or\n", 2000))
	write(t, filepath.Join(dir, "b"), "From joe@a.example Thu Jan  1 00:00:00 2026\nContent-Type: multipart/mixed; boundary=x\n\n"+
		"--x\n\nhttp://b.example/\n--x\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n"+strings.Repeat("iVBO\n", 1000)+"\n--x--\n")
	for range 20 {
		if all := with.sameWithWorkers(t, "--verbose", "-r", dir); !strings.Contains(all, "1 attachment") || t.Failed() {
			t.Fatal("no attachment is passed over, or in another place")
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestWorkersHoldLittle checks results that exceed the limit of held-back bytes.
func TestWorkersHoldLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector")
	}
	dir := t.TempDir()
	for i := range 4 {
		write(t, filepath.Join(dir, fmt.Sprint(i)), strings.Repeat("http://a.example/\n", 75_000))
	}
	sameWithWorkers(t, "-r", dir)
}

// rangeTexts returns texts that are hard to search in ranges. They are made once, and not by each
// process that a test starts.
var rangeTexts = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"lines":      strings.Repeat("see http://a.example/b or\nor not\n", 1000),
		"one line":   strings.Repeat("see http://a.example/b or not ", 700),
		"wrappers":   strings.Repeat("<URL:http://a.example/"+strings.Repeat("\n mailto:b", 700)+"\n http://c.example/ ", 3),
		"long URLs":  strings.Repeat("http://a.example/"+strings.Repeat("b", 140_000)+" http://c.example/\n", 2),
		"signature":  strings.Repeat("http://a.example/\n> http://b.example/\n\n", 150) + "-- \n" + strings.Repeat("http://a.example/\n> http://b.example/\n", 300),
		"original":   strings.Repeat("http://a.example/\n", 400) + "-----Original Message-----\n" + strings.Repeat("http://b.example/\n", 400),
		"NUL":        strings.Repeat("http://a.example/\n", 3000) + "\x00" + strings.Repeat("http://b.example/\n", 100),
		"many found": strings.Repeat("http://a.example/\n", 30_000),
	}
})

// TestWorkersRanges checks that a file searched in ranges gives the same output as the
// whole file: also if no state can be guessed because an open construct is long, or if
// the results exceed the limit of held-back bytes.
func TestWorkersRanges(t *testing.T) {
	t.Parallel()
	with := tuning{rangeLength: 1000}
	for name, text := range rangeTexts() {
		file := filepath.Join(t.TempDir(), "text")
		write(t, file, text)
		for _, options := range some(waysToPrintAll) {
			if len(text) < 1_000_000 || options == "--json" {
				with.sameWithWorkers(t, append(strings.Fields(options), "--input=text", file)...)
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// rangeMailboxes returns mboxes that are hard to search in ranges.
func rangeMailboxes() map[string]string {
	const from = "From joe@a.example Thu Jan  1 00:00:00 2026\n"
	plain := from + "Message-ID: <1@a.example>\nSubject: see http://s.example/\n\nhttp://a.example/\n-- \nhttp://b.example/\n\n"
	multipart := from + "Content-Type: multipart/mixed; boundary=b\n\nhttp://c.example/\n--b\n\nhttp://d.example/\n--b\n" +
		"Content-Type: message/rfc822\n\n" + from + "Subject: http://e.example/\n\n" + from + "no header\n"
	base64 := from + "Content-Transfer-Encoding: base64\nContent-Type: image/png\n\n" + strings.Repeat("iVBORw0KGgoAAAANSUhEUgAA\n", 400) + "\n"
	odd := from + from + "\n" + from + "\n>From here\n" + "From: http://f.example/\n\nFrom there http://g.example/\n" + from + "x"
	long := from + "Subject: " + strings.Repeat("http://h.example/ ", 2000) + "\n\n" + strings.Repeat("http://i.example/ ", 2000) + "\n\n"
	alike := from + "From: joe@paypal.com\n\nhttp://a.example/ http://paypa1.com/ http://rnicrosoft.com/\n\n" +
		from + "\nhttp://microsoft.com/ http://paypa1.com/ http://rnicrosoft.com/\n\n"
	return map[string]string{
		"plain":     strings.Repeat(plain, 60),
		"alike":     strings.Repeat(alike+plain, 30),
		"multipart": strings.Repeat(plain+multipart, 20),
		"base64":    strings.Repeat(plain+base64, 4),
		"odd":       strings.Repeat(odd+plain+odd, 12),
		"long":      strings.Repeat(long+plain, 3),
		"CRLF":      strings.ReplaceAll(strings.Repeat(plain+odd, 12), "\n", "\r\n"),
		"CR":        strings.ReplaceAll(strings.Repeat(plain+odd, 12), "\n", "\r"),
		"dateless":  strings.Repeat(strings.ReplaceAll(plain, from, "From joe\nFrom: joe@a.example\n"), 40),
		"marked":    "\xEF\xBB\xBF\n\n" + strings.Repeat(plain+multipart, 20),
	}
}

// TestWorkersMessageRanges is like TestWorkersRanges for an mbox, with different texts at
// the beginnings of messages, and ranges that begin at any offset.
func TestWorkersMessageRanges(t *testing.T) {
	t.Parallel()
	for name, text := range rangeMailboxes() {
		file := filepath.Join(t.TempDir(), "mbox")
		write(t, file, text)
		for _, length := range []int64{2000, 300} {
			if length == 300 && testing.Short() {
				break
			}
			with := tuning{rangeLength: length}
			for _, options := range []string{"-H", "--verbose --json", "--input=mbox --verbose -c", "--warn"} {
				with.sameWithWorkers(t, append(strings.Fields(options), file)...)
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// TestWorkersNoteInRange checks the number of a message that is reported without
// --verbose, so that the messages before it are not counted in advance.
func TestWorkersNoteInRange(t *testing.T) {
	with := tuning{rangeLength: 1 << 20}
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "missing"))
	t.Setenv("TMP", filepath.Join(dir, "missing"))
	const from = "From joe@a.example Thu Jan  1 00:00:00 2026\n"
	short := strings.Repeat(from+"Subject: a\n\nhttp://a.example/"+strings.Repeat("\nmore", 1000)+"\n\n", 500)
	document := "{\\rtf1 http://b.example/ " + strings.Repeat("a", 9<<20) + "}"
	name := filepath.Join(dir, "mbox")
	write(t, name, short+from+"Content-Type: text/rtf\n\n"+document+"\n\n"+short)
	temporary := regexp.MustCompile(`urlgrep-\d+\)`)
	want := temporary.ReplaceAllString(with.together("-j1", name), "")
	got := temporary.ReplaceAllString(with.together("-j3", name), "")
	if got != want || !strings.Contains(want, ": message 501 at byte ") {
		t.Errorf("ends in %q, want %q", got[len(got)-300:], want[len(want)-300:])
	}
}

// TestWorkersShrink checks a file that changes while it is searched in ranges. Text
// appended to the file belongs to the last range. If the file is truncated, the matches
// read before are printed, and the exit status reports the error.
func TestWorkersShrink(t *testing.T) {
	with := tuning{rangeLength: 100_000}
	name := filepath.Join(t.TempDir(), "log")
	line := "http://example.org/\n"
	write(t, name, strings.Repeat(line, 500_000))
	var stderr bytes.Buffer
	stdout := &hook{call: func() {
		if err := os.Truncate(name, 1_000_000); err != nil {
			t.Error(err)
		}
	}}
	status := with.run([]string{"urlgrep", "-j2", name}, nil, stdout, &stderr)
	if n := strings.Count(stdout.String(), line); status != exitError || n < 50_000 || n == 500_000 {
		t.Errorf("exit status %d, %d matches", status, n)
	}
	if n := strings.Count(stderr.String(), "file shrank by "); n != 1 {
		t.Errorf("%q", &stderr)
	}
}

// TestWorkersStdin checks that standard input that is a file is searched in ranges from
// its offset on, and is at its end afterwards.
func TestWorkersStdin(t *testing.T) {
	with := tuning{rangeLength: 1000}
	name := filepath.Join(t.TempDir(), "log")
	write(t, name, "http://before.example/\n"+strings.Repeat("http://a.example/\n", 2000))
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, operands := range [][]string{{}, {"-", "-"}} {
		f.Seek(int64(len("http://before.example/\n")), io.SeekStart)
		status, stdout, stderr := with.try(f, append([]string{"urlgrep", "-h", "-j2"}, operands...)...)
		if status != exitFound || stdout != strings.Repeat("http://a.example/\n", 2000) || stderr != "" {
			t.Errorf("%q: exit status %d, %d bytes, %q", operands, status, len(stdout), stderr)
		}
	}
}

// TestWorkersWriteError checks that a write error ends the work of all workers and is
// reported once.
func TestWorkersWriteError(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for i := range 50 {
		name := filepath.Join(dir, fmt.Sprint(i))
		write(t, name, strings.Repeat("http://a.example/\n", 1000))
		args = append(args, name)
	}
	var stderr bytes.Buffer
	status := run(append([]string{"urlgrep", "-j3"}, args...), nil, full{}, &stderr)
	if status != exitError || stderr.String() != "urlgrep: write error: no space\n" {
		t.Errorf("exit status %d, %q", status, &stderr)
	}
}

// FuzzWorkers checks that a file searched in ranges of any length gives the same output
// as the whole file, in particular an mbox.
func FuzzWorkers(f *testing.F) {
	const from = "From joe@a.example Thu Jan  1 00:00:00 2026\n"
	f.Add([]byte(strings.Repeat(from+"Subject: http://s.example/\n\nhttp://a.example/\n-- \nhttp://b.example/\n\n", 6)), uint8(0), uint8(0))
	f.Add([]byte(strings.Repeat(from+"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://d.example/\n--b\nContent-Type: message/rfc822\n\n"+from+"Subject: x\n\n", 5)), uint8(9), uint8(1))
	f.Add([]byte(strings.Repeat(from+from+"\n>From here\n"+"From: http://f.example/\n\nFrom there http://g.example/\n", 4)), uint8(30), uint8(2))
	f.Add([]byte(strings.Repeat("> see <URL:http://a.example/\n> b> or http://c.example/d-\n> e\n", 9)), uint8(5), uint8(3))
	f.Add([]byte(strings.Repeat("From joe\nFrom: joe@a.example\n\nhttp://a.example/\n", 9)), uint8(5), uint8(1))
	options := []string{"-nb", "--json --verbose", "--input=mbox --verbose -c", "--input=text --schemeless --email --tsv"}
	name := filepath.Join(f.TempDir(), "text")
	f.Fuzz(func(t *testing.T, text []byte, ranges, option uint8) {
		if len(text) > 5000 || len(text) < 10 {
			t.Skip()
		}
		write(t, name, string(text))
		with := tuning{rangeLength: max(1, int64(len(text))/(6+int64(ranges)%30))}
		args := append(strings.Fields(options[int(option)%len(options)]), name)
		if got, want := with.together(append(args, "-j3")...), with.together(append(args, "-j1")...); got != want {
			t.Errorf("%q of %q, in ranges of %d: got\n%swant\n%s", args, text, with.rangeLength, got, want)
		}
	})
}

// TestPanicInRange checks that a panic in a range of a file ends the search of that file,
// as it does with one worker, that no worker waits forever, and that nothing is printed
// twice.
func TestPanicInRange(t *testing.T) {
	t.Parallel()
	with := tuning{rangeLength: 10_000, onRead: panicAtMark}
	dir := t.TempDir()
	n := 30_000
	if effort.Get() == effort.Short {
		n = 3000 // eight ranges
	}
	text := strings.Repeat("http://a.example/ and more\n", n)
	box := "From a@b Mon Jan  5 12:00:00 2015\nSubject: x\n\nhttp://b.example/\n\n"
	next := filepath.Join(dir, "next")
	write(t, next, "http://next.example/\n")
	for what, text := range map[string]string{"text": text, "mbox": strings.Repeat(box, n/3)} {
		for _, at := range []int{100, len(text) / 2, len(text) - 100} {
			name := filepath.Join(dir, what)
			write(t, name, text[:at]+"PANIC"+text[at:])
			for _, options := range []string{"-h", "-hn", "-hc", "-h --json --verbose"} {
				search := func(in io.Reader, j string, names ...string) (status int, stdout, stderr string) {
					return with.try(in, slices.Concat([]string{"urlgrep", j}, strings.Fields(options), names)...)
				}
				_, all, _ := search(strings.NewReader(text), "-j1", "-")
				_, one, _ := search(nil, "-j1", next)
				for _, j := range []string{"-j1", "-j2", "-j7"} {
					status, stdout, stderr := search(nil, j, name, next)
					if status != exitError || strings.Count(stderr, "internal error at byte") != 1 {
						t.Errorf("%s, PANIC at %d, %s %s: exit status %d, %.300q", what, at, j, options, status, stderr)
					}
					found, ok := strings.CutSuffix(stdout, one)
					if !ok {
						t.Errorf("%s, PANIC at %d, %s %s: the next file gives no %q", what, at, j, options, one)
					}
					if n := strings.Count(found, "\n"); (options == "-h" || options == "-hn") && (n > strings.Count(text[:at], "http") || !strings.HasPrefix(all, found)) {
						t.Errorf("%s, PANIC at %d, %s %s: %d URLs", what, at, j, options, n)
					}
				}
			}
		}
	}
}
