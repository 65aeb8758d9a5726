package pick

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A command is a program that is run with a URL: its name and its arguments. It is a list
// of words separated by blanks. In a word, %s is replaced by the URL and %% by a percent
// sign. Without %s, the URL is the last argument. "&" at the end means that the program is
// not waited for. No shell is used, so characters of a URL have no special meaning.
type command struct {
	words      []string
	background bool // the program needs no terminal and is not waited for
}

// parseCommand returns the command in a text. It has no words if the text has none.
func parseCommand(text string) (c command) {
	c.words = strings.Fields(text)
	if n := len(c.words); n > 0 && c.words[n-1] == "&" {
		c.words, c.background = c.words[:n-1], true
	}
	return c
}

// with returns the command for a URL, ready to run.
func (c *command) with(url string) (*exec.Cmd, error) {
	path, err := exec.LookPath(c.words[0])
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	return exec.Command(path, arguments(c.words[1:], url)...), nil
}

// arguments inserts the URL into the words of a command.
func arguments(words []string, url string) []string {
	var args []string
	given := false
	for _, w := range words {
		given = given || strings.Contains(strings.ReplaceAll(w, "%%", ""), "%s")
		args = append(args, strings.NewReplacer("%%", "%", "%s", url).Replace(w))
	}
	if !given {
		args = append(args, url)
	}
	return args
}

// findBrowser returns the first command whose program exists. browsers is a list of
// commands in the format of the environment variable BROWSER. If it is empty, findBrowser
// uses the system's own command.
func findBrowser(browsers string) (command, error) {
	texts := strings.Split(browsers, string(os.PathListSeparator))
	if browsers == "" {
		texts = []string{systemBrowser()}
	}
	for _, text := range texts {
		c := parseCommand(text)
		if len(c.words) == 0 {
			continue
		}
		if _, err := exec.LookPath(c.words[0]); err == nil {
			return c, nil
		}
	}
	return command{}, errors.New("no program found; set BROWSER to one")
}

// systemBrowser returns the command with which the desktop opens a URL. Without a
// desktop, xdg-open searches for a browser that runs in the terminal.
func systemBrowser() string {
	switch {
	case runtime.GOOS == "windows":
		return "rundll32 url.dll,FileProtocolHandler"
	case runtime.GOOS == "darwin":
		return "open"
	case os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "":
		return "xdg-open &"
	}
	return "xdg-open"
}

// start starts a command without waiting for it. If the command fails later, start
// calls failed.
func start(cmd *exec.Cmd, failed func(error)) error {
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			failed(err)
		}
	}()
	return nil
}

// Actions are the user's own actions: commands for keys.
type Actions []ownAction

type ownAction struct {
	key     key
	text    string // of the command
	command command
}

// Set adds an action, "KEY=COMMAND". The key is one character that has no other function in
// the list.
func (a *Actions) Set(text string) error {
	own, err := a.parse(text)
	if err != nil {
		return fmt.Errorf("%q%w", text, err)
	}
	*a = append(*a, own)
	return nil
}

// parse returns the action in a text. Its errors continue a message that begins with the
// text.
func (a Actions) parse(text string) (own ownAction, err error) {
	r, n := utf8.DecodeRuneInString(text)
	name, line, ok := strings.Cut(text[n:], "=")
	own = ownAction{key(text[:n]), strings.TrimSpace(line), parseCommand(line)}
	switch {
	case n == 0 || !ok || name != "":
		return own, errors.New(" is not KEY=COMMAND, such as m=mpv %s")
	case r == utf8.RuneError || !unicode.IsPrint(r):
		return own, errors.New(": the key is not a printable character")
	case function(own.key) != "":
		return own, fmt.Errorf(": the key %s has a function: %s", own.key, function(own.key))
	case a.find(own.key) >= 0:
		return own, fmt.Errorf(": the key %s is already for %q", own.key, a[a.find(own.key)].text)
	case len(own.command.words) == 0:
		return own, fmt.Errorf(": there is no command after %q", text[:n+1])
	}
	if at := wrongPercent(line); at >= 0 {
		return own, fmt.Errorf(": byte %d: %q is not %%s or %%%%", n+1+at, firstRunes(line[at:], 2))
	}
	return own, nil
}

// find returns the index of the action for a key, or -1.
func (a Actions) find(k key) int {
	for i := range a {
		if a[i].key == k {
			return i
		}
	}
	return -1
}

// wrongPercent returns the offset of the first percent sign that is followed by neither "s"
// nor a second one, or -1.
func wrongPercent(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		if i++; i == len(text) || text[i] != '%' && text[i] != 's' {
			return i - 1
		}
	}
	return -1
}

// firstRunes returns the first n characters of text.
func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
