package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/lures"
)

// A warned is a URL with its warnings: a part of an object of --json.
type warned struct {
	URL      string
	Kind     string
	Message  struct{ Index int }
	Warnings []string
	Evidence map[string]string
}

// readMails returns what --json prints for mails, by message.
func readMails(t *testing.T, mails []lures.Mail) (found [][]warned) {
	t.Helper()
	var box, out, errs strings.Builder
	for _, m := range mails {
		fmt.Fprintf(&box, "From ann@mail.example Mon Mar  3 10:00:00 2025\n%s\n", m.Text)
	}
	args := []string{"urlgrep", "-j1", "--json", "--input=mbox", "--scheme=+data,+javascript"}
	if status := run(args, strings.NewReader(box.String()), &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	found = make([][]warned, len(mails))
	for line := range strings.Lines(out.String()) {
		var w warned
		if err := json.Unmarshal([]byte(line), &w); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		i := w.Message.Index - 1
		found[i] = append(found[i], w)
	}
	return found
}

// TestLures checks that in mails with deceptions each of them is found, with its evidence,
// and that there are no false alarms, neither in these mails nor in newsletters. One class
// of honest links may have a warning: those that show a host and lead to it through a
// redirector whose URLs do not say where they lead.
func TestLures(t *testing.T) {
	t.Parallel()
	each := effort.Rounds(4000)
	if effort.Get() < effort.Thorough {
		each = min(each, 400)
	}
	r := rand.New(rand.NewPCG(4000, 17))
	const batch = 100
	planted, missed, alarms, opaque := map[string]int{}, map[string]int{}, map[string]int{}, 0
	for n := 0; n < 2*each; n += batch {
		var mails []lures.Mail
		for i := range batch {
			if n < each {
				mails = append(mails, lures.Lure(r, n+i))
			} else {
				mails = append(mails, lures.Newsletter(r, n+i))
			}
		}
		for i, found := range readMails(t, mails) {
			m := mails[i]
			for _, mark := range m.Marks {
				if !slices.ContainsFunc(found, func(w warned) bool { return strings.Contains(w.URL, mark) }) {
					t.Errorf("%s is not found in\n%s", mark, m.Text)
				}
			}
			for _, s := range m.Signs {
				if s.Opaque {
					opaque++
					continue
				}
				planted[s.Name]++
				if !slices.ContainsFunc(found, func(w warned) bool { return w.has(s) }) {
					if missed[s.Name]++; missed[s.Name] <= 3 {
						t.Errorf("%s: no %s with %q in\n%s\n%+v", s.Mark, s.Name, s.Evidence, m.Text, found)
					}
				}
			}
			for _, w := range found {
				for _, name := range w.Warnings {
					if !slices.Contains(lures.Names(), name) || slices.ContainsFunc(m.Signs, func(s lures.Sign) bool {
						return s.Name == name && w.isOf(s) && (!s.Markup || w.Kind == "attribute")
					}) {
						continue
					}
					if alarms[name]++; alarms[name] <= 3 {
						t.Errorf("%s %s is a false alarm in\n%s\n%+v", name, w.URL, m.Text, w)
					}
				}
			}
		}
	}
	for _, name := range lures.Names() {
		if planted[name] == 0 {
			t.Errorf("%s was not planted", name)
		}
	}
	t.Logf("%d mails: planted %v, missed %v, false alarms %v; %d links through redirectors that do not say where they lead", 2*each, planted, missed, alarms, opaque)
}

// isOf reports whether w is a URL that may have a sign.
func (w *warned) isOf(s lures.Sign) bool {
	return strings.Contains(w.URL, s.Mark) || s.Pair != "" && strings.Contains(w.URL, s.Pair)
}

// has reports whether w has a sign with its evidence.
func (w *warned) has(s lures.Sign) bool {
	evidence, ok := w.Evidence[s.Name]
	if !w.isOf(s) || !ok || evidence == "" || !slices.Contains(w.Warnings, s.Name) {
		return false
	}
	return !strings.Contains(w.URL, s.Mark) || strings.Contains(strings.ToLower(evidence), strings.ToLower(s.Evidence))
}
