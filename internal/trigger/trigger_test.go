package trigger

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// words are all words of a block.
type words [BlockSize / Word]uint64

// words returns all words of a bitmap.
func (b *Bitmap) words() (all words) {
	for i, w := range b.Words[:b.N] {
		all[b.At[i]] = w
	}
	return all
}

// markedEnds are the bytes that the package's documentation lists, taken from the
// registry of schemes.
var markedEnds = func() string {
	last := "lL\b("
	for _, s := range scheme.All() {
		if s.Need.Opaque() || s.Is(scheme.Special) {
			c := s.Name[len(s.Name)-1:]
			last += c + strings.ToUpper(c)
		}
	}
	return last
}()

// oracle computes the words byte by byte, from the sentences of the package's
// documentation.
func oracle(text []byte, from int, wide, spaced bool) (b words, end int) {
	end = min(from+BlockSize, len(text))
	for i := from; i < end; i++ {
		c := text[i]
		prev, next := byte(0), byte('/')
		if i > 0 {
			prev = text[i-1]
		}
		if i+1 < len(text) {
			next = text[i+1]
		}
		space := ascii.Is(next, ascii.Space)
		w := (i - from) / Word
		lookFrom := from + max(0, w-near)*Word
		isNear := w < near || bytes.IndexByte(text[lookFrom:i], '<') >= 0
		marked := false
		switch c {
		case ':':
			ends := strings.IndexByte(markedEnds, prev) >= 0
			if wide {
				ends = '*' < prev && prev < 0x80 || prev == '\b'
			}
			switch {
			case next == '/' || isNear || spaced && prev == ' ':
				marked = true
			case space:
				marked = prev == 'l' || prev == 'L' || spaced && strings.IndexByte("pPsS", prev) >= 0
			default:
				marked = ends
			}
		case '@':
			marked = wide
		case '.':
			marked = wide && !space
		}
		if marked {
			b[w] |= 1 << ((i - from) % Word)
		}
	}
	return b, end
}

// check checks the bitmaps with spaced and without.
func check(t *testing.T, text []byte, from int, wide bool) {
	t.Helper()
	checkBitmap(t, text, from, wide, false)
	checkBitmap(t, text, from, wide, true)
}

func checkBitmap(t *testing.T, text []byte, from int, wide, spaced bool) {
	t.Helper()
	want, wantEnd := oracle(text, from, wide, spaced)
	var b Bitmap
	end := b.Find(text, from, wide, spaced)
	if end != wantEnd {
		t.Fatalf("%q from %d: end is %d, want %d", text, from, end, wantEnd)
	}
	checkOrder(t, &b)
	got := b.words()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("from %d, wide %v, spaced %v: word %d is %064b, want %064b, of\n%q", from, wide, spaced, i, got[i], want[i],
				text[from+i*Word:min(end, from+(i+1)*Word)])
		}
	}
	if n := (end - from - 2) / Word; n > 0 && from > 0 {
		checkKernels(t, text[from-1:from+n*Word+1], wide, spaced)
	}
}

// checkOrder checks that a bitmap has no word that is 0, and that its words are in order.
func checkOrder(t *testing.T, b *Bitmap) {
	t.Helper()
	for i, w := range b.Words[:b.N] {
		if w == 0 || i > 0 && b.At[i] <= b.At[i-1] {
			t.Fatalf("word %d, %x, is number %d, behind %d", i, w, b.At[i], b.At[max(0, i-1)])
		}
	}
}

// kernels are the kernels that this machine can run.
var kernels = map[string]func(k *kernel, b *Bitmap, n int, around []byte){"default": (*kernel).words}

// checkKernels compares the kernels of this machine with wordsGo, including the state
// that they leave for the next words.
func checkKernels(t *testing.T, around []byte, wide, spaced bool) {
	t.Helper()
	n := min(len(around)-2, BlockSize) / Word
	around = around[:n*Word+2]
	for first := range near + 2 {
		var want Bitmap
		inGo := kernel{near: first, wide: wide, spaced: spaced}
		inGo.wordsGo(&want, n, around)
		checkOrder(t, &want)
		for name, words := range kernels {
			var got Bitmap
			k := kernel{near: first, wide: wide, spaced: spaced}
			words(&k, &got, n, around)
			checkOrder(t, &got)
			if got.words() != want.words() || k != inGo {
				t.Fatalf("%s, near %d: words are %x, those in Go %x; it goes on with %+v, in Go with %+v; of %q", name, first, got.Words[:got.N], want.Words[:want.N], k, inGo, around)
			}
		}
	}
}

var texts = []string{
	":", "a:", "a:b", "a: b", "a:\t", "a:\n", "a:\v", "a:\f", "a:\r", "a:\x1f", "a:\x0e", "a:\x08", "a:\x00",
	"\b:x", "\b: ", "l: x", "L: x", "<a: x", "<a:\n", " :x", "*:x", "+:x", "\x80:x", "\xff:x", "~:x", "a:\x80", "a:\xA0", "a:0", "::::",
	"o:x", "O:x", "p:x", "P:x", "s:x", "S:x", "l:x", "n:x", "N:x", "t:x", "T:x", "h:x", "H:x", "(:x", "(: ", "p: ", "S:\n", "o: ", " : ", " :x", "\t: ", " :\xa0", "@:x", "a:/", "1:/", " :/", "/:/", "\xEF:x", "\x70:x", "a@b.c", ".a", "a.", "a. ", "@", "@ ", "..", "a.\xff",
}

// TestFind checks each text at each place in a word. Below the level Thorough it checks a
// text at every third place, and the next text at the next ones.
func TestFind(t *testing.T) {
	for i, s := range texts {
		for _, wide := range []bool{false, true} {
			for pad := range 3*Word + 2 {
				if (pad+i)%3 != 0 && effort.Get() < effort.Thorough {
					continue
				}
				text := []byte(strings.Repeat("-", pad) + s)
				for _, from := range []int{1, 1 + pad/2, 1 + pad, len(text)} {
					check(t, text, min(from, len(text)), wide)
					check(t, append(text, strings.Repeat(" ", Word)...), min(from, len(text)), wide)
				}
			}
		}
	}
}

// TestNear checks "<" at all distances before a colon. Below the level Thorough it begins at
// every fourth place, and at the next ones for the next distance.
func TestNear(t *testing.T) {
	for distance := 1; distance < 5*Word; distance++ {
		text := []byte(strings.Repeat("a", 8*Word) + ": b" + strings.Repeat("a", Word))
		text[8*Word-distance] = '<'
		var b Bitmap
		for from := 1; from < 2*Word; from++ {
			if (from+distance)%4 != 0 && effort.Get() < effort.Thorough {
				continue
			}
			check(t, text, from, false)
			b.Find(text, from, false, false)
			at := 8*Word - from
			if b.words()[at/Word]>>(at%Word)&1 == 0 && distance <= Reach {
				t.Errorf("from %d: the colon %d bytes behind \"<\" is not marked", from, distance)
			}
		}
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const alphabet = ":::aLl<< \n\t\b*+@.\x80\xff-0"
	for range 3000 {
		text := make([]byte, 1+r.IntN(400))
		thin := r.IntN(3) > 0
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
			if thin && r.IntN(20) > 0 {
				text[i] = ' '
			}
		}
		check(t, text, 1+r.IntN(len(text)), r.IntN(2) == 0)
	}
	long := bytes.Repeat([]byte("Note: a:b l: <x: y> "), 4000)
	for _, from := range []int{1, 63, BlockSize, len(long) - BlockSize - 1, len(long) - 1} {
		check(t, long, from, false)
		check(t, long, from, true)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range texts {
		f.Add([]byte(s+strings.Repeat(" ", Word)), 1, true)
	}
	f.Add(bytes.Repeat([]byte("Note: a:b l: <x: y> "), 30), 70, false)
	f.Fuzz(func(t *testing.T, text []byte, from int, wide bool) {
		if from < 1 || from > len(text) {
			t.Skip()
		}
		check(t, text, from, wide)
	})
}

func BenchmarkFind(b *testing.B) {
	text := []byte(strings.Repeat("Note that all work and no play: makes Jack a dull boy, std::string 12:30.\n", 1000))[:BlockSize]
	run := func(name string, find func(*Bitmap)) {
		b.Run(name, func(b *testing.B) {
			var bitmap Bitmap
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				find(&bitmap)
			}
		})
	}
	run("colons", func(m *Bitmap) { m.Find(text, 1, false, false) })
	run("wide", func(m *Bitmap) { m.Find(text, 1, true, false) })
	run("colons in Go", func(m *Bitmap) {
		m.N = 0
		k := kernel{near: near}
		k.wordsGo(m, BlockSize/Word-1, text)
	})
}

// TestEnds checks that each scheme of the registry has its end in the table, and that
// ends that do not fit into the table make Find mark as with wide.
func TestEnds(t *testing.T) {
	if !endsUnique {
		t.Error("the registry's schemes do not fit: the fast kernels are not used")
	}
	opaque := func(name string) scheme.Scheme { return scheme.Scheme{Name: name, Need: scheme.Address} }
	for _, c := range []struct {
		names string
		fits  bool
	}{
		{"", true}, {"a b", true}, {"mailto", true}, {"a q", false}, {"b r", false}, {"x", false}, {"v1", true}, {"v8", false},
	} {
		var schemes []scheme.Scheme
		for name := range strings.FieldsSeq(c.names) {
			schemes = append(schemes, opaque(name))
		}
		if _, got := endsTable(schemes); got != c.fits {
			t.Errorf("%q: fits is %v", c.names, got)
		}
	}
	if table, _ := endsTable([]scheme.Scheme{{Name: "file", Need: scheme.Slash}, {Name: "data", Need: scheme.Naming}, {Name: "git"}}); table['e'%16] != 0 || table['a'%16] != 0 || table['t'%16] != 0 {
		t.Error("a scheme that needs a slash, or to be named, is marked by its end")
	}
	defer func() { endsUnique = true }()
	endsUnique = false
	var narrow, wide Bitmap
	text := []byte("the:n q:b sip:c@d " + strings.Repeat(" x:y", 100))
	narrow.Find(text, 1, false, false)
	wide.Find(text, 1, true, false)
	if narrow.words() != wide.words() {
		t.Error("not wide, though the ends do not fit")
	}
}
