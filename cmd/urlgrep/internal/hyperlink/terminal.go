package hyperlink

import (
	"slices"
	"strconv"
	"strings"
)

// No capability of terminfo says whether a terminal knows hyperlinks. A terminal that reads
// OSC as ECMA-48 specifies ignores those that it does not know, so Works excludes only the
// terminals that print them.

// terminals are the beginnings of values of TERM for terminals that may print hyperlinks.
var terminals = []string{
	"dumb",    // editors, and programs that record a session
	"unknown", // no terminal, or nothing known about it
	"linux",   // the console: no pointer, and old versions print the sequence
	"eterm",   // Emacs, term.el
	"emacs",   // Emacs, older
	"cons25",  // the console of FreeBSD
	"wsvt",    // the console of NetBSD
	"pccon",   // the console of OpenBSD
	"sun",     // the console of Solaris
	"cygwin",  // the console of old versions of Windows
	"ansi",    // old terminals, and the consoles of system loaders
	"vt52",    // terminals without OSC, and their emulators
	"vt1",     // vt100, vt102
	"vt2",     // vt220
	"vt3",     // vt320
}

// firstVTE is the value of VTE_VERSION of the first VTE with hyperlinks that do not crash
// it, 0.50.2. Those before 0.49 print the sequence.
const firstVTE = 5002

// Works reports whether hyperlinks work on the terminal of an environment, or are ignored
// there. It uses the variables TERM, STY, TMUX and VTE_VERSION.
func Works(getenv func(string) string) bool {
	term := getenv("TERM")
	isOneOf := func(prefix string) bool { return strings.HasPrefix(term, prefix) }
	if term == "" || slices.ContainsFunc(terminals, isOneOf) {
		return false
	}
	// GNU screen prints what follows the first 768 bytes of a sequence. In tmux TERM may also
	// be "screen".
	if getenv("STY") != "" || strings.HasPrefix(term, "screen") && getenv("TMUX") == "" {
		return false
	}
	if vte := getenv("VTE_VERSION"); vte != "" {
		version, err := strconv.Atoi(vte)
		return err == nil && version >= firstVTE
	}
	return true
}
