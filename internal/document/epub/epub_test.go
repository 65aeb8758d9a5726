package epub

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

var open = ziptest.Opener(New)

func TestDocuments(t *testing.T) { ziptest.Test(t, open) }

// TestIs checks that a book has a container, whatever its other members are.
func TestIs(t *testing.T) {
	for _, c := range []struct {
		members []string
		want    bool
	}{
		{[]string{"META-INF/container.xml", ""}, true},
		{[]string{"a.xml", "", "META-INF/container.xml", ""}, true},
		{[]string{"container.xml", "", "meta-inf/container.xml", ""}, false},
		{nil, false},
	} {
		budget := documenttest.NewBudget()
		a := zipfile.Open(document.NewStore(ziptest.Make(t, c.members...)), &document.Env{Budget: budget})
		if a == nil || Is(a) != c.want {
			t.Errorf("%q: want %v", c.members, c.want)
		}
	}
}
