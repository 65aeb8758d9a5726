package report

import (
	"fmt"
	"html/template"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// functions are called by the templates.
var functions = template.FuncMap{
	"pieces":   pieces,
	"cut":      cut,
	"number":   Number,
	"count":    func(n int) string { return Number(int64(n)) },
	"plural":   plural,
	"figure":   figure,
	"size":     size,
	"moment":   func(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04:05 UTC") },
	"rfc3339":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"duration": duration,
	"day":      day,
	"place":    place,
	"bars":     bars,
	"ranking":  ranking,
	"columns":  newColumns,
	"levels":   levels,
	"faults":   faults,
	"excerpt":  newExcerpt,
}

// A piece is a part of a text. Its characters are visible, or it is the escape of one that
// is not.
type piece struct {
	Text   string
	Escape bool
}

// pieces returns text with escapes in place of characters that are invisible or change the
// direction of text, as package visible replaces them, and of bytes that are not UTF-8.
func pieces(text string) []piece {
	shown := string(visible.Append(nil, []byte(text)))
	if shown == text {
		return []piece{{Text: text}}
	}
	var all []piece
	plain := 0 // the length of the text before an escape
	flush := func() {
		if plain > 0 {
			all = append(all, piece{Text: shown[:plain]})
		}
		shown, plain = shown[plain:], 0
	}
	for text != "" {
		r, n := utf8.DecodeRuneInString(text)
		escape := 0
		switch {
		case strings.HasPrefix(shown[plain:], text[:n]):
			plain += n
		case r == utf8.RuneError && n == 1:
			escape = len(`\x00`)
		case r > 0xFFFF:
			escape = len(`\u0000\u0000`)
		default:
			escape = len(`\u0000`)
		}
		if escape > 0 {
			flush()
			all = append(all, piece{Text: shown[:escape], Escape: true})
			shown = shown[escape:]
		}
		text = text[n:]
	}
	flush()
	return all
}

// plain returns text with escapes, for elements that have no elements in them.
func plain(text string) string { return string(visible.Append(nil, []byte(text))) }

// cut returns the first n bytes of text with an ellipsis, or a shorter text unchanged.
func cut(n int, text string) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// title returns the title of the page: what was searched.
func title(d *Data) string {
	what := plural(d.Totals.URLs, "URL")
	if len(d.Run.Files) == 0 {
		return what
	}
	what += " in " + cut(80, plain(path.Base(d.Run.Files[0].Name)))
	if others := d.Totals.Files - 1; others > 0 {
		what += " and " + plural(others, "other file")
	}
	return what
}

// Number returns n with a comma between groups of three digits.
func Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, digit := range digits {
		if left := len(digits) - i; i > 0 && left%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// plural returns n with a noun, in the plural unless n is 1.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Number(n) + " " + noun + "s"
}

// figure returns the number of f, and says whether it is an estimate.
func figure(f Figure) string {
	if f.Estimate {
		return "about " + Number(f.N)
	}
	return Number(f.N)
}

// size returns a number of bytes in a unit that leaves few digits.
func size(bytes int64) string {
	if bytes < 1000 {
		return plural(bytes, "byte")
	}
	value, unit := float64(bytes), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB", "PB", "EB"} {
		value /= 1000
		if value < 999.5 {
			break
		}
	}
	if value < 9.95 {
		return fmt.Sprintf("%.1f %s", value, unit)
	}
	return fmt.Sprintf("%.0f %s", value, unit)
}

// duration returns d with three digits or in full seconds.
func duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// day returns the date of a time in RFC 3339.
func day(moment string) string {
	before, _, _ := strings.Cut(moment, "T")
	return before
}

// place returns where a row was found: the file, the line and the place in a document.
func place(r Row) string {
	where := r.File
	if r.Line > 0 {
		where += ":" + strconv.FormatInt(r.Line, 10)
	}
	if r.Place != "" {
		where += ", " + r.Place
	}
	return where
}
