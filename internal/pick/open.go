package pick

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// An opener is a command that opens a URL.
type opener struct {
	cmd        *exec.Cmd
	background bool // the command needs no terminal and is not waited for
}

// findOpener returns the first command for url whose program exists. browsers is a list
// of commands in the format of the environment variable BROWSER: words separated by
// blanks. In a word, %s is replaced by the URL and %% by a percent sign. Without %s,
// the URL is the last argument. "&" at the end means that the program is not waited
// for. No shell is used, so characters of a URL have no special meaning. If browsers is
// empty, findOpener uses the system's own command.
func findOpener(browsers, url string) (*opener, error) {
	commands := strings.Split(browsers, string(os.PathListSeparator))
	if browsers == "" {
		commands = []string{systemOpener()}
	}
	for _, command := range commands {
		words := strings.Fields(command)
		background := false
		if n := len(words); n > 0 && words[n-1] == "&" {
			words, background = words[:n-1], true
		}
		if len(words) == 0 {
			continue
		}
		if path, err := exec.LookPath(words[0]); err == nil {
			return &opener{exec.Command(path, arguments(words[1:], url)...), background}, nil
		}
	}
	return nil, errors.New("no program found; set BROWSER to one")
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

// systemOpener returns the command with which the desktop opens a URL. Without a
// desktop, xdg-open searches for a browser that runs in the terminal.
func systemOpener() string {
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
func (o *opener) start(failed func(error)) error {
	detach(o.cmd)
	if err := o.cmd.Start(); err != nil {
		return err
	}
	go func() {
		if err := o.cmd.Wait(); err != nil {
			failed(err)
		}
	}()
	return nil
}
