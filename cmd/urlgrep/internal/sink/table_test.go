package sink

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestTableRemembers checks that a table prints the same rows if each match is printed by another
// Table, which remembers no cells.
func TestTableRemembers(t *testing.T) {
	var columns []*record.Column
	for i := range record.Columns {
		columns = append(columns, &record.Columns[i])
	}
	r := rand.New(rand.NewPCG(11, 12))
	var last extract.Match
	for _, s := range []TableSettings{{}, {Safe: true}, {Tabs: true}, {Columns: columns[1:2]}, {Columns: columns[len(columns)/2:]}} {
		if s.Columns == nil {
			s.Columns = columns
		}
		var got, want bytes.Buffer
		gotOut, wantOut := output.New(&got), output.New(&want)
		all := newTable(gotOut, s)
		for range effort.Rounds(2000) {
			m := *recordtest.RandomMatch(r)
			switch r.IntN(3) {
			case 0:
				m.URL, m.Kind = last.URL, last.Kind
			case 1:
				m.Message = last.Message
			}
			last = m
			one := newTable(wantOut, s)
			for _, to := range []*Table{all, one} {
				to.Begin("a", false)
				to.Match(&Kept{m})
			}
		}
		gotOut.Flush()
		wantOut.Flush()
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%+v: the rows differ", s)
		}
	}
}

func TestIsFormula(t *testing.T) {
	for _, text := range []string{"=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "＝1", "＋1", "－1", "＠a"} {
		if !isFormula(text) {
			t.Errorf("%q is no formula", text)
		}
	}
	for _, text := range []string{"", "a=1", "1-1", "'=1", "\xff"} {
		if isFormula(text) {
			t.Errorf("%q is a formula", text)
		}
	}
}
