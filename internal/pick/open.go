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
	background bool // it needs no terminal, and is not waited for
}

// findOpener returns the first command for a URL whose program there is. Browsers is
// a list of commands as people have it in BROWSER: words with blanks between, where
// %s is the URL, which else is put behind them, %% a percent sign, and & at the end
// means a program that is not waited for. No shell reads it, so that nothing in a
// URL means anything. Without it the system's own way to open a URL is taken.
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

// arguments puts the URL where it belongs among the words of a command.
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

// systemOpener returns the command by which a desktop opens a URL. Without one,
// xdg-open looks for a browser that runs in the terminal.
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

// start starts a command that is not waited for. Should it fail later, it says so.
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
