package input

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
)

// TestMeasure checks the number of bytes that a search is expected to read.
func TestMeasure(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "one", strings.Repeat("a", 10))
	write(t, "d/two", strings.Repeat("a", 200))
	write(t, "d/e/three", strings.Repeat("a", 3000))
	stdin, err := os.Open("one")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	for _, test := range []struct {
		operands    []string
		recurse     bool
		first, rest int64 // bytes, before and after the call of rest
		known       bool  // before the call of rest; it is known after it
	}{
		{[]string{"one"}, false, 10, 10, true},
		{[]string{"one", "missing"}, true, 10, 10, true},
		{[]string{"one", "d"}, true, 10, 3210, false},
		{[]string{"d"}, false, 0, 0, true},
		{[]string{"-", "one"}, false, 20, 20, true},
		{nil, true, 0, 3210, false},
		{nil, false, 10, 10, true},
	} {
		o := &Options{Operands: test.operands, Recurse: test.recurse, Stdin: stdin}
		p := progress.New()
		rest := Measure(o, interrupt.New(), p)
		if _, total, known := p.Bytes(); total != test.first || known != test.known {
			t.Errorf("%+v: %d bytes, known %v", test, total, known)
		}
		rest()
		if _, total, known := p.Bytes(); total != test.rest || !known {
			t.Errorf("%+v: after the rest %d bytes, known %v", test, total, known)
		}
	}
	p := progress.New()
	Measure(&Options{Stdin: strings.NewReader("a pipe")}, interrupt.New(), p)()
	if _, total, _ := p.Bytes(); total != 0 {
		t.Errorf("a pipe has %d bytes", total)
	}
	if info, err := (&Options{}).Stat(filepath.Join("d", "two")); err != nil || info.Size() != 200 {
		t.Errorf("got %v, %v", info, err)
	}
}
