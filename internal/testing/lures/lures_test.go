package lures_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/lures"
)

// TestMails checks that each sign of a mail is about one of its URLs, that newsletters have only
// opaque ones, and that mails are the same for the same source of random numbers.
func TestMails(t *testing.T) {
	a, b := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for i := range 500 {
		lure, again := lures.Lure(a, i), lures.Lure(b, i)
		if lure.Text != again.Text {
			t.Fatalf("%s\nis not\n%s", lure.Text, again.Text)
		}
		letter, _ := lures.Newsletter(a, i), lures.Newsletter(b, i)
		for _, s := range lure.Signs {
			counts[s.Name]++
			if !slices.Contains(lure.Marks, s.Mark) || !slices.Contains(lures.Names(), s.Name) {
				t.Errorf("%+v is not about a URL of the mail", s)
			}
		}
		for _, s := range letter.Signs {
			if !s.Opaque {
				t.Errorf("a newsletter has %+v", s)
			}
		}
		for _, m := range []lures.Mail{lure, letter} {
			if strings.Contains(m.Text, "\nFrom ") || strings.Contains(m.Text, "\r") || len(m.Marks) == 0 {
				t.Errorf("%q", m.Text)
			}
		}
	}
	for _, name := range lures.Names() {
		if counts[name] < 10 {
			t.Errorf("%s is planted %d times", name, counts[name])
		}
	}
}
