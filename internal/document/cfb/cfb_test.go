package cfb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// A lister is a Reader that has each stream as a File.
type lister struct {
	f  *File
	at int
}

func open(s *document.Store, env *document.Env) document.Reader {
	if f := Open(s, env); f != nil {
		return &lister{f: f}
	}
	return nil
}

func (l *lister) Next() (*document.Part, error) {
	for ; l.at < len(l.f.Entries); l.at++ {
		if l.f.Entries[l.at].Storage {
			continue
		}
		st := l.f.Open(l.at)
		l.at++
		return &document.Part{
			Kind:    document.File,
			Place:   document.Place{Format: "cfb", Member: l.f.Entries[l.at-1].Path},
			Range:   st.Range(0),
			Content: st,
			Exact:   st.IsWhole(),
		}, nil
	}
	return nil, io.EOF
}

var small = cfbtest.File(
	cfbtest.Stream{Path: "A", CLSID: "0123456789abcdef"},
	cfbtest.Stream{Path: "A/\x05B", Data: "in the mini stream"},
	cfbtest.Stream{Path: "C", Data: strings.Repeat("c", 100)},
	cfbtest.Stream{Path: "Big", Data: strings.Repeat("0123456789", 500)},
	cfbtest.Stream{Path: "Empty"},
)

func TestOpen(t *testing.T) {
	f := Open(document.NewStore(small), &document.Env{Budget: documenttest.NewBudget(), Note: func(d document.Defect, detail string) {
		t.Errorf("%s: %s", document.Texts[d], detail)
	}})
	var b strings.Builder
	for i, e := range f.Entries {
		data, err := io.ReadAll(f.Open(i))
		if err != nil {
			t.Error(err)
		}
		if len(data) > 20 {
			data = data[len(data)-3:]
		}
		fmt.Fprintf(&b, "%q in %d, %v, %q, %d bytes: %q\n", e.Path, e.Parent, e.Storage, bytes.Trim(e.CLSID[:], "\x00"), e.Size, data)
	}
	const want = `"" in -1, true, "", 0 bytes: ""
"A" in 0, true, "0123456789abcdef", 0 bytes: ""
"A/[5]B" in 1, false, "", 18 bytes: "in the mini stream"
"C" in 0, false, "", 100 bytes: "ccc"
"Big" in 0, false, "", 5000 bytes: "789"
"Empty" in 0, false, "", 0 bytes: ""
`
	if got := strings.Replace(b.String(), fmt.Sprint(f.Entries[0].Size, " bytes"), "0 bytes", 1); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := f.Child(1, "\x05b"); got != 2 {
		t.Errorf("Child = %d", got)
	}
	if got := f.Children(0); len(got) != 4 {
		t.Errorf("Children = %v", got)
	}
}

// TestCycles reads files in which each sector is followed by any other one.
func TestCycles(t *testing.T) {
	at := bytes.Index(small, []byte{0xFD, 0xFF, 0xFF, 0xFF}) &^ 511 // the FAT
	for from := range 16 {
		for to := range uint32(16) {
			data := bytes.Clone(small)
			binary.LittleEndian.PutUint32(data[at+4*from:], to)
			documenttest.Read(t, open, data)
		}
	}
	// A stream with the size of a large file, in a cycle, is read once around at most thrice.
	data := append(bytes.Clone(small), make([]byte, 1<<20)...)
	big := bytes.Index(data, []byte("B\x00i\x00g\x00"))
	binary.LittleEndian.PutUint32(data[big+120:], 1<<20)
	start := binary.LittleEndian.Uint32(data[big+116:])
	binary.LittleEndian.PutUint32(data[at+4*int(start+9):], start)
	got := documenttest.Read(t, open, data)
	if !strings.Contains(got, "a damaged document, read as far as possible: Big") || len(got) > 4*5120 {
		t.Errorf("a cycle: %d bytes", len(got))
	}
}

func TestDamage(t *testing.T) { documenttest.Damage(t, open, small) }

func FuzzOpen(f *testing.F) {
	f.Add(small)
	f.Add(small[:700])
	documenttest.Fuzz(f, open)
}
