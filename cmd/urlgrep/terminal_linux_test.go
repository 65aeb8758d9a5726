package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
)

// An emulator is a terminal that records the bytes written to it.
type emulator struct {
	file  *os.File // used by the program
	keys  *os.File // text written to it is typed
	mu    sync.Mutex
	given []byte
	done  chan bool
}

func openTerminal(t *testing.T) *emulator {
	t.Helper()
	tty, err := newEmulator()
	if err != nil {
		t.Fatal(err)
	}
	return tty
}

func newEmulator() (*emulator, error) {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	tty := &emulator{keys: master, done: make(chan bool)}
	if err == nil {
		tty.file, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		_, err = term.MakeRaw(int(tty.file.Fd()))
	}
	if err != nil {
		return nil, err
	}
	go tty.keep()
	return tty, nil
}

func init() { programs["withtty"] = mainWithTTY }

// mainWithTTY runs a command with a terminal as /dev/tty, and exits with its status. At
// the end of the command it copies all bytes written to the terminal to standard output.
// (The command ttyout of testscript loses the bytes that have not been read from the
// terminal by then.)
func mainWithTTY() {
	tty, err := newEmulator()
	if err == nil {
		cmd := exec.Command(os.Args[1], os.Args[2:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		cmd.ExtraFiles = []*os.File{tty.file}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
		err = cmd.Run()
		os.Stdout.Write(tty.shown())
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "withtty:", err)
		os.Exit(125)
	}
}

// keep records the bytes written to the terminal until it is closed.
func (tty *emulator) keep() {
	defer close(tty.done)
	defer tty.keys.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := tty.keys.Read(b)
		tty.mu.Lock()
		tty.given = append(tty.given, b[:n]...)
		tty.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// shown closes the terminal and returns the bytes written to it.
func (tty *emulator) shown() []byte {
	tty.file.Close()
	<-tty.done
	return tty.given
}

// press types a key, and waits until the texts are shown in that order: after the key, or
// from the beginning if key is empty.
func (tty *emulator) press(t *testing.T, key string, texts ...string) {
	t.Helper()
	from := 0
	if key != "" {
		tty.mu.Lock()
		from = len(tty.given)
		tty.mu.Unlock()
		if _, err := io.WriteString(tty.keys, key); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond / 2) {
		tty.mu.Lock()
		found := hasInOrder(tty.given[from:], texts)
		tty.mu.Unlock()
		if found {
			return
		}
	}
	t.Fatalf("%q does not have %q shown", key, texts)
}

func hasInOrder(b []byte, texts []string) bool {
	for _, text := range texts {
		i := bytes.Index(b, []byte(text))
		if i < 0 {
			return false
		}
		b = b[i+len(text):]
	}
	return true
}

// own are the control sequences that the program sends, besides hyperlinks: the end of a line,
// erasing a line, and the colours of the palette.
var own = []string{
	"\n", "\x1b[K", "\r\x1b[K",
	"\x1b[m", "\x1b[01;31m", "\x1b[01;32m", "\x1b[32m", "\x1b[33m", "\x1b[34m", "\x1b[35m", "\x1b[36m",
}

// hyperlinks are the control sequences that begin or end a hyperlink.
var hyperlinks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\]8;(id=[0-9]{1,19})?;([!-~]*)\x1b\\`) })

// withoutHyperlinks returns the output without hyperlinks, except those whose URI is too long for
// terminals.
func withoutHyperlinks(shown []byte) []byte {
	return hyperlinks().ReplaceAllFunc(shown, func(sequence []byte) []byte {
		if len(hyperlinks().FindSubmatch(sequence)[2]) > 2083 {
			return sequence
		}
		return nil
	})
}

// strange returns the first part of the output that is neither visible text nor a
// sequence in own, nor a hyperlink, with some context, or "".
func strange(shown []byte, own []string) string {
	shown = withoutHyperlinks(shown)
	for at := 0; at < len(shown); {
		if ' ' <= shown[at] && shown[at] <= '~' {
			at++
			continue
		}
		if i := slices.IndexFunc(own, func(s string) bool { return bytes.HasPrefix(shown[at:], []byte(s)) }); i >= 0 {
			at += len(own[i])
			continue
		}
		r, n := utf8.DecodeRune(shown[at:])
		joins := at > 0 && shown[at-1] >= utf8.RuneSelf
		if r == utf8.RuneError && n == 1 || acts(r) || isJoiner(r) && !joins {
			return fmt.Sprintf("%q in %q", shown[at:at+n], shown[max(0, at-60):min(len(shown), at+60)])
		}
		at += n
	}
	return ""
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// acts reports whether a character controls a terminal or is invisible: control
// characters, and the default ignorable characters of Unicode's
// DerivedCoreProperties.txt, except joiners and variation selectors.
func acts(r rune) bool {
	for _, in := range [][2]rune{
		{0, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180E, 0x180E},
		{0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
		{0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF},
	} {
		if in[0] <= r && r <= in[1] {
			return true
		}
	}
	return false
}

// isForged reports whether a line begins with a text that only the input contains.
func isForged(shown []byte) bool {
	return bytes.HasPrefix(shown, []byte(forged)) || bytes.Contains(shown, []byte("\n"+forged))
}

// TestStrange checks strange with known sequences and with characters that control a
// terminal.
func TestStrange(t *testing.T) {
	for _, text := range []string{"", "a é日👩\u200d💻\n", "\x1b[01;31m\x1b[Ka\x1b[m\x1b[K", "\r\x1b[Ka", "\x1b]8;id=12;http://a.example/%1B\x1b\\a\x1b]8;;\x1b\\"} {
		if got := strange([]byte(text), own); got != "" {
			t.Errorf("%q: %s", text, got)
		}
	}
	for _, text := range []string{"\x1b]8;;http://é/\x1b\\", "\x1b]8;;http://a/\a", "\x1b]8;x=y;http://a/\x1b\\", "\x1b]8;;http://a/\x1b]8;;\x1b\\",
		"\x1b]8;;http://" + strings.Repeat("a", 2077) + "\x1b\\"} {
		if strange([]byte(text), own) == "" {
			t.Errorf("nothing in %q", text)
		}
	}
	for _, text := range hostile[:len(hostile)-1] {
		if got := strange([]byte("a"+text), own); got == "" && !strings.Contains(text, "\n") {
			t.Errorf("nothing in %q", text)
		}
	}
}

// everything is a template that uses all fields of a match in each possible way.
const everything = `{{.}} {{.URL}} {{.File}} {{.Text}} {{.Alternatives}} {{.User}} {{.Password}} {{.Host}} {{.HostASCII}} {{.Port}} {{.Path}} {{.Query}} {{.Fragment}}` +
	` {{.Valid}} {{.Errors}} {{.Warnings}} {{.Message.ID}} {{.Message.DateRaw}} {{.Message.From}} {{.Message.Subject}} {{.Message.Newsgroups}} {{.Message}}` +
	` {{.Message.Header}} {{.Message.Part}} {{json .}} {{json .Text}} {{json .Alternatives}} {{sh .Text}} {{sh .File}} {{defang .URL}} {{upper .Text}} {{lower .File}}` +
	` {{join .Alternatives " "}} {{slice .File 1}} {{html .Text}} {{js .Text}} {{urlquery .Text}} {{printf "%s %v %q %x %d" .Text .Message .File .File .}} {{printf "%d %+v %#v" .Message . .}} {{len .Text}}`

// waysToShow are options that change the output. The options in the second list print
// lines to which a name or a URL cannot add another line, if the output is not a
// terminal.
var waysToShow = []string{
	"--json", "--sql", "--csv", "--tsv", "--csv=safe", "--columns=file,label,url", "--format", "--show-lines", "--show-lines -C2 -nbH", "-lZ", "-HZ", "-cZ", "-0", "-0nH",
	"--count-by=list --json", "--count-by=file --csv", "--count-by=list --tsv", "--json --defang --hyphen=both",
	"--hyperlink=always --show-lines -C2", "--hyperlink=always --color=always -nbH --schemeless --email --scheme=+javascript,data", "--hyperlink=always --json", "--sort=url --show-lines -nb", "--sort=host --json", "--hyperlink=always -0", "--hyperlink=never --show-lines",
}

var waysToShowLines = []string{
	"", "-nbH -j1", "-nbH -j5", "-c", "-l", "-L", "--stats --verbose --all-parts", "--verbose -j1", "-s", "-u", "-m1", "--invalid --level=rfc1738 -n", "--invalid --level=rfc3986",
	"--warn -H", "--warn --defang", "--hyphen=both", "--hyphen=evidence", "--schemeless --email --refang", "--defang", "--rejoin=wide -a", "--input=text", "--input=html",
	"--input=mbox", "--progress=always --line-buffered", "-h", "--limit=bytes=100", "--limit=url=20 --verbose", "--limit=depth=1,parts=2,field=100 --verbose",
	"--count-by=scheme", "--count-by=host", "--count-by=domain", "--count-by=kind", "--count-by=file", "--count-by=year", "--count-by=list", "--count-by=list -j5",
}

// TestHostileOnTerminal checks that a terminal receives only visible text and the
// program's own sequences, for hostile names and contents of files: on standard output,
// on standard error and on both, with colours and without.
func TestHostileOnTerminal(t *testing.T) {
	for i, text := range allHostile() {
		if i > 0 && testing.Short() {
			break
		}
		t.Setenv("TERM", []string{"xterm", "dumb"}[i])
		t.Setenv("STY", "")
		t.Setenv("VTE_VERSION", "")
		dir := plant(t, text)
		plantFaults(t, dir, text)
		for _, options := range some(waysToShow) {
			showHostile(t, false, options, "-R", dir)
		}
		for _, options := range some(waysToShowLines) {
			showHostile(t, true, options, "-R", dir)
		}
	}
}

// showHostile runs the program with each output on a terminal, and with both. If lines is
// set, the output must consist of lines.
func showHostile(t *testing.T, lines bool, options string, args ...string) {
	t.Helper()
	all := strings.Fields(options)
	if options == "--format" {
		all = []string{"--format", everything}
	}
	all = append(all, args...)
	expected := own
	switch {
	case strings.Contains(options, "0") && !lines, strings.HasSuffix(options, "Z"):
		expected = append([]string{"\x00"}, own...)
	case strings.Contains(options, "--tsv"):
		expected = append([]string{"\t"}, own...)
	}
	for _, outputs := range []string{"both", "stdout", "stderr"} {
		tty := openTerminal(t)
		var stdout, stderr bytes.Buffer
		to := [2]io.Writer{tty.file, tty.file}
		switch outputs {
		case "stdout":
			to[1] = &stderr
		case "stderr":
			to[0] = &stdout
		}
		run(append([]string{"urlgrep"}, all...), strings.NewReader(""), to[0], to[1])
		got := tty.shown()
		if len(got) == 0 && outputs == "both" {
			t.Fatalf("%q: nothing is shown", all)
		}
		if s := strange(got, expected); s != "" {
			t.Errorf("%s %.40q, %s on a terminal: it is given %s", options, args, outputs, s)
		}
		if isForged(withoutHyperlinks(got)) || isForged(stderr.Bytes()) || lines && isForged(stdout.Bytes()) {
			t.Errorf("%s %.40q, %s on a terminal: a line is forged", options, args, outputs)
		}
		if s := said(stderr.String()); s != "" {
			t.Errorf("%s %.40q: standard error says %q", options, args, s)
		}
	}
}

// said returns the first line on standard error that the program would not print.
func said(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "urlgrep: ") && !strings.HasPrefix(line, "Try 'urlgrep ") && !strings.HasPrefix(line, "  ") {
			return line
		}
	}
	return ""
}

// TestHostileArguments is like TestHostileOnTerminal for errors in the command line, for
// files named in other files, and for --explain.
func TestHostileArguments(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TERM", "xterm")
	for i, text := range allHostile() {
		text = asName(text)
		list, patterns := filepath.Join(dir, fmt.Sprint("list", i)), filepath.Join(dir, "patterns"+text)
		write(t, list, "missing"+text+"\x00")
		write(t, patterns, "("+text)
		for _, args := range [][]string{
			{"--" + text}, {"-" + text}, {"--color=" + text}, {"--json=" + text}, {"--level", text}, {"--kind", text}, {"--charset", text},
			{"--format", "{{" + text}, {"--format", "{{.A" + text + "}}"}, {"--format", "{{template \"" + text + "\"}}"}, {"--format", "{{" + text + " .URL}}"},
			{"--format", `{{index . "` + strings.ReplaceAll(text, `"`, "") + `"}}`}, {"-e", "(" + text}, {"-e", "[" + text}, {"-f", "missing" + text}, {"-f", patterns},
			{"--host", "[" + text}, {"--include", "[" + text}, {"--exclude-dir", "[" + text}, {"--limit", text}, {"--limit", "depth=" + text},
			{"--limit", "url=" + text}, {"--clean=" + text}, {"--scheme", text}, {"--completion", text}, {"--help=" + text}, {"--help=--" + text},
			{"--files-from", "missing" + text}, {"--files-from", list}, {"-j" + text}, {"-m" + text}, {"-A" + text}, {"--count-by", text}, {"--input", text},
			{"--rejoin", text}, {"--hyphen", text}, {"--progress=" + text}, {"missing" + text}, {"-r", "missing" + text}, {"-R", "missing" + text}, {"--hyphen=evidence", "missing" + text},
			{"--explain", text}, {"--explain", "http://joe" + text + "@a.example/" + text + "?" + text + "#" + text}, {"--explain", "--json", "ftp://a.example/" + text},
			{"--explain", "http://a.example/\u202ea\u200db\U000e0041#\u2028" + forged}, {"--explain", "x-y:" + text}, {"--explain", "mailto:" + text},
		} {
			showHostile(t, true, "", args...)
		}
	}
	showHostile(t, true, "", t.TempDir()+"/\x1b[5m/missing")
	showHostile(t, true, "-j1 --files-from", string(filepath.ListSeparator))
}

// TestHostileProgress is like TestHostileOnTerminal for the lines that show the progress.
func TestHostileProgress(t *testing.T) {
	for _, text := range append(allHostile(), hostile...) {
		p := progress.New()
		p.Begin("a" + text)
		for _, columns := range []int{0, 10, 40, 80, 300} {
			if s := strange([]byte(p.Line(time.Time{}, columns)), own); s != "" {
				t.Errorf("in %d columns: %s", columns, s)
			}
		}
	}
}

// sent are the sequences that --pick sends in addition: switching screens, positioning,
// erasing the screen, reports of the mouse, and styles.
var sent = append([]string{
	"\x1b[?1049h", "\x1b[?25l", "\x1b[?7l", "\x1b[?7h", "\x1b[?25h", "\x1b[?1049l", "\x1b[H", "\x1b[J", "\r\n", "\x1b[1m", "\x1b[2m", "\x1b[7m",
	"\x1b[1;31m", "\x1b[?1000h", "\x1b[?1006h", "\x1b[?1000l", "\x1b[?1006l",
}, own...)

// clipboardSequence matches the sequence that sets the clipboard (OSC 52 of xterm).
var clipboardSequence = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\]52;c;([A-Za-z0-9+/=]*)\a") })

// TestHostilePick is like TestHostileOnTerminal for --pick, in the list and in the view
// of each URL. It also checks that a copied text cannot end the sequence, and that the
// program that opens a URL gets one argument, which is not an option.
func TestHostilePick(t *testing.T) {
	base := command(t)
	browser := filepath.Join(base.Dir, "browse")
	write(t, browser, "#!/bin/sh\nprintf '%s\\0' \"$@\" end >>opened\n")
	if err := os.Chmod(browser, 0o777); err != nil {
		t.Fatal(err)
	}
	for i, text := range allHostile() {
		if i > 0 && testing.Short() {
			break
		}
		args := []string{"-r", "--schemeless", "--email", plant(t, text)}
		urls := strings.Split(strings.TrimSuffix(printed(t, append(args, "-hu0")...), "\x00"), "\x00")
		os.Remove(filepath.Join(base.Dir, "opened"))
		given := pickAll(t, another(base, append(args, "--pick")...), browser, len(urls))

		clipboard := clipboardSequence().FindSubmatch(given)
		if clipboard == nil {
			t.Fatal("nothing is copied")
		}
		if b, err := base64.StdEncoding.DecodeString(string(clipboard[1])); err != nil || string(b) != strings.Join(urls, "\n") {
			t.Errorf("copied is %q, %v", b, err)
		}
		if s := strange(clipboardSequence().ReplaceAll(given, nil), sent); s != "" {
			t.Errorf("a terminal is given %s", s)
		}
		data, err := os.ReadFile(filepath.Join(base.Dir, "opened"))
		opened := strings.Split(strings.TrimSuffix(string(data), "\x00end\x00"), "\x00end\x00")
		if err != nil || len(opened) != len(urls) {
			t.Fatalf("%d are opened, of %d", len(opened), len(urls))
		}
		for i, url := range opened {
			if scheme, _, ok := strings.Cut(url, ":"); !ok || !strings.HasSuffix(url, urls[i]) || strings.ContainsFunc(scheme, func(r rune) bool { return r < 'a' || r > 'z' }) {
				t.Errorf("%q is opened as %q", urls[i], url)
			}
		}
	}
}

// pickAll views each URL, and then copies, opens and prints all of them. It returns the
// bytes written to the terminal.
func pickAll(t *testing.T, cmd *exec.Cmd, browser string, urls int) []byte {
	t.Helper()
	tty := openTerminal(t)
	if err := unix.IoctlSetWinsize(int(tty.file.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "TERM=xterm", "TMUX=", "BROWSER="+browser+" %s", "GORACE=atexit_sleep_ms=0")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty.file, tty.file, tty.file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })              // if a press fails
	tty.press(t, "", fmt.Sprintf("\x1b[2m%d URLs", urls)) // not "reading …"
	for i := range urls {
		tty.press(t, "v", "q back")
		tty.press(t, "q", "q quit")
		tty.press(t, "\t", fmt.Sprintf(", %d marked", i+1))
	}
	tty.press(t, "y", "sent to the clipboard")
	tty.press(t, "\r", "opened with browse")
	tty.press(t, "p", "\x1b[?1049l")
	kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer kill.Stop()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	return tty.shown()
}
