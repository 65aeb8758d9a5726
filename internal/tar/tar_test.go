package tar

import (
	"archive/tar"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// A member is one that a reader has found, with the error at its end.
type member struct {
	name, text, err string
}

// most is how much of a member is read: a hole may be of any size.
const most = 1 << 16

// read returns the members of a tar, and the error behind them.
func read(data []byte) (members []member, err error) {
	r := NewReader(bufio.NewReader(bytes.NewReader(data)))
	for {
		h, err := r.Next()
		if err != nil {
			return members, err
		}
		if h.IsFile() {
			members = append(members, contents(h.Name, r))
		}
	}
}

// theirs is read by archive/tar.
func theirs(data []byte) (members []member, err error) {
	r := tar.NewReader(bytes.NewReader(data))
	for {
		h, err := r.Next()
		if err != nil {
			return members, err
		}
		switch h.Typeflag {
		case tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo, tar.TypeXGlobalHeader:
		default:
			members = append(members, contents(h.Name, r))
		}
	}
}

func contents(name string, r io.Reader) member {
	text, err := io.ReadAll(io.LimitReader(r, most))
	m := member{name, string(text), ""}
	if err != nil {
		m.err = strings.TrimPrefix(err.Error(), "archive/tar: ")
	}
	return m
}

// header makes one, with its checksum.
func header(name string, kind byte, size int, set func(b []byte)) string {
	b := make([]byte, BlockSize)
	copy(b, name)
	copy(b[sizeAt:], fmt.Sprintf("%011o", size))
	b[typeAt] = kind
	copy(b[magicAt:], "ustar\x0000")
	if set != nil {
		set(b)
	}
	seal(b)
	return string(b)
}

// seal puts the checksum into a header.
func seal(b []byte) {
	copy(b[checksumAt:checksumEnd], "        ")
	sum := 0
	for _, c := range b {
		sum += int(c)
	}
	copy(b[checksumAt:], fmt.Sprintf("%06o\x00", sum))
}

// filled fills up the last block.
func filled(text string) string {
	return text + strings.Repeat("\x00", -len(text)&(BlockSize-1))
}

// records makes an extended header.
func records(fields ...string) string {
	var b strings.Builder
	for _, f := range fields {
		n := len(f) + 3 // a digit, the blank and the line feed
		for len(fmt.Sprint(n))+len(f)+2 > n {
			n++
		}
		fmt.Fprintf(&b, "%d %s\n", n, f)
	}
	return header("x", extended, b.Len(), nil) + filled(b.String())
}

// gnuSparse makes a header of the GNU format with these numbers in its map.
func gnuSparse(stored, size int, more byte, numbers ...int) string {
	return header("old", sparse, stored, func(b []byte) {
		copy(b[magicAt:], "ustar  \x00")
		copy(b[realSizeAt:], fmt.Sprintf("%011o", size))
		copy(b[holesAt:], octal(numbers))
		b[holesEnd] = more
	})
}

func octal(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "%011o\x00", n)
	}
	return b.String()
}

// archives are tars of all kinds, by name.
func archives(t testing.TB) map[string]string {
	all := make(map[string]string)
	long := strings.Repeat("long/", 40)
	for _, f := range []tar.Format{tar.FormatUSTAR, tar.FormatPAX, tar.FormatGNU} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		name := long[:120] + "/" + long[:90] + "name"
		for _, h := range []*tar.Header{
			{Name: "a", Size: 5}, {Name: name, Size: 600}, {Name: "dir/", Typeflag: tar.TypeDir},
			{Name: "link", Linkname: long[:99], Typeflag: tar.TypeSymlink}, {Name: "empty"}, {Name: "device", Typeflag: tar.TypeChar},
		} {
			h.Format, h.Mode = f, 0o644
			if err := w.WriteHeader(h); err != nil {
				t.Fatal(err)
			}
			io.WriteString(w, strings.Repeat("text ", 120)[:h.Size])
		}
		w.Close()
		all[f.String()] = b.String()
	}
	a, end := header("a", '0', 1, nil)+filled("A"), strings.Repeat("\x00", 2*BlockSize)
	all["no end"] = a
	all["half an end"] = a + end[:BlockSize]
	all["a cut end"] = a + end[:BlockSize+1]
	all["no padding"] = header("a", '0', 1, nil) + "A"
	all["cut"] = header("a", '0', 9, nil) + "A"
	all["cut and no more"] = header("a", '1', 9, nil) + header("b", '0', 9, nil) + filled("A")
	all["cut header"] = a + a[:100]
	all["nothing behind NULs"] = a + end[:BlockSize] + a
	all["garbage"] = a + filled("garbage")
	all["bad sum"] = a + "b" + a[1:]
	all["version 7"] = header("old/", 0, 0, func(b []byte) { clear(b[magicAt:]) }) + header("old", 0, 0, func(b []byte) { clear(b[magicAt:]) })
	all["prefix"] = header("name", '0', 0, func(b []byte) { copy(b[prefixAt:], "before") })
	all["star"] = header("name", '0', 0, func(b []byte) { copy(b[prefixAt:], strings.Repeat("p", 131)); copy(b[starAt:], "tar\x00") })
	all["binary size"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01") }) + filled("A") + a
	all["large size"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "\xBF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF") }) + a
	all["largest size"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "\x80\x00\x00\x00\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF") }) + filled("A")
	all["negative size"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF") }) + a
	all["blanks"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "          1 ") }) + filled("A") + a
	all["no digits"] = header("a", '0', 0, func(b []byte) { copy(b[sizeAt:], "xxxxxxxxxxxx") }) + a
	all["link with a size"] = header("l", '1', 1<<20, nil) + a
	all["unknown type"] = header("q", 'Q', 1, nil) + filled("Q") + a
	all["path"] = records("path=longer", "size=2", "mtime=1.5") + header("short", '0', 1, nil) + filled("AB") + a
	all["empty path"] = records("path=", "size=") + a
	all["two headers"] = records("path=lost") + records("size=1") + header("kept", '0', 9, nil) + filled("K") + a
	all["negative"] = records("size=-1") + a
	for name, text := range map[string]string{
		"": "", "no blank": "9path=a\n", "short": "3 \n", "too long": "99 path=a\n", "no feed": "9 path=ab", "no =": "8 path \n",
		"no key": "5 =a\n", "NUL": "10 path=\x00\n", "NULs": "9 path=a\n\x00\x00",
	} {
		all["records: "+name] = header("x", extended, len(text), nil) + filled(text) + a
	}
	name := strings.Repeat("n", 700)
	all["long name"] = header("././@LongLink", longName, 701, nil) + filled(name+"\x00") + header("././@LongLink", longLink, 3, nil) + filled("to\x00") + a + a
	all["too long a name"] = header("././@LongLink", longName, maxMeta+1, nil) + strings.Repeat("n", maxMeta+BlockSize) + a

	text := strings.Repeat("1", 10) + strings.Repeat("2", 20)
	for name, fields := range map[string][]string{
		"0.0":                  {"GNU.sparse.size=1000", "GNU.sparse.numblocks=2", "GNU.sparse.offset=100", "GNU.sparse.numbytes=10", "GNU.sparse.offset=900", "GNU.sparse.numbytes=20"},
		"0.1":                  {"GNU.sparse.size=1000", "GNU.sparse.name=real", "GNU.sparse.numblocks=3", "GNU.sparse.map=0,10,500,20,1000,0"},
		"0.1 with its version": {"GNU.sparse.major=0", "GNU.sparse.minor=1", "GNU.sparse.size=30", "GNU.sparse.numblocks=1", "GNU.sparse.map=0,30"},
		"another version":      {"GNU.sparse.major=2", "GNU.sparse.minor=0", "GNU.sparse.size=1000"},
		"too few":              {"GNU.sparse.size=1000", "GNU.sparse.numblocks=2", "GNU.sparse.map=0,10"},
		"out of order":         {"GNU.sparse.size=1000", "GNU.sparse.numblocks=2", "GNU.sparse.map=500,10,0,20"},
		"too far":              {"GNU.sparse.size=1000", "GNU.sparse.numblocks=1", "GNU.sparse.map=990,30"},
		"overflow":             {"GNU.sparse.size=1000", "GNU.sparse.numblocks=1", "GNU.sparse.map=9223372036854775807,30"},
		"no numbers":           {"GNU.sparse.size=1000", "GNU.sparse.numblocks=1", "GNU.sparse.map=a,b"},
		"no size":              {"GNU.sparse.size=x", "GNU.sparse.numblocks=1", "GNU.sparse.map=0,30"},
		"missing":              {"GNU.sparse.size=1000", "GNU.sparse.numblocks=1", "GNU.sparse.map=0,40"},
		"unused":               {"GNU.sparse.size=20", "GNU.sparse.numblocks=1", "GNU.sparse.map=0,20"},
		"a hole":               {"GNU.sparse.size=1000", "GNU.sparse.numblocks=0", "GNU.sparse.map="},
		"offsets only":         {"GNU.sparse.size=1000", "GNU.sparse.numblocks=1", "GNU.sparse.offset=0", "GNU.sparse.offset=900"},
	} {
		all["sparse "+name] = records(fields...) + header("s", '0', 30, nil) + filled(text) + a
	}
	version := []string{"GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=real", "GNU.sparse.realsize=1000"}
	for name, holes := range map[string]string{
		"1.0": "2\n5\n10\n500\n20\n", "1.0 in two blocks": "202\n5\n10\n500\n20\n" + strings.Repeat("1000\n0\n", 200), "1.0 of nothing": "0\n",
		"1.0 without a number": "x\n", "1.0 with too large a number": "99999999999999999999\n", "1.0 without an end": "1",
	} {
		holes = filled(holes)
		all["sparse "+name] = records(version...) + header("s", '0', len(holes)+30, nil) + holes + filled(text) + a
	}
	all["sparse 1.0 cut"] = records(version...) + header("s", '0', 30, nil) + filled("1\n0\n30\n") + a
	all["sparse old"] = gnuSparse(30, 1000, 0, 100, 10, 900, 20) + filled(text) + a
	more := filled(octal([]int{900, 20}))
	all["sparse old, in two blocks"] = gnuSparse(30, 1000, 1, 100, 10, 200, 0, 300, 0, 400, 0) + more + filled(text) + a
	all["sparse old, cut"] = gnuSparse(30, 1000, 1, 100, 10)
	all["sparse old, too large"] = gnuSparse(30, 100, 0, 100, 10) + filled(text) + a
	all["sparse old, no digits"] = header("old", sparse, 0, func(b []byte) { copy(b[magicAt:], "ustar  \x00"); copy(b[holesAt:], "x") }) + a
	all["sparse of others"] = header("s", sparse, 0, nil) + a
	return all
}

// TestReader holds the Reader to archive/tar. That gives up where a map of holes does
// not agree with what is there; the Reader goes on with the next member.
func TestReader(t *testing.T) {
	for name, data := range archives(t) {
		got, err := read([]byte(data))
		want, wantErr := theirs([]byte(data))
		if n := len(want); n > 0 && (want[n-1].err == errMissing.Error() || want[n-1].err == errUnused.Error()) {
			want, wantErr = append(want, member{"a", "A", ""}), io.EOF
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %.300q, want %.300q", name, got, want)
		}
		if message(err) != message(wantErr) {
			t.Errorf("%s: %v, want %v", name, err, wantErr)
		}
	}
}

func message(err error) string { return strings.TrimPrefix(err.Error(), "archive/tar: ") }

// FuzzReader: what archive/tar finds, the Reader finds, and then perhaps more.
func FuzzReader(f *testing.F) {
	for _, data := range archives(f) {
		if len(data) < most {
			f.Add([]byte(data))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = resealed(data)
		got, err := read(data)
		want, wantErr := theirs(data)
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%.300q, %v, want %.300q, %v", got, err, want, wantErr)
		}
	})
}

// resealed returns data with the right checksum in what may be headers: else no change
// to one would be looked at.
func resealed(data []byte) []byte {
	data = bytes.Clone(data)
	for b := data; len(b) >= BlockSize; b = b[BlockSize:] {
		if bytes.HasPrefix(b[magicAt:], []byte("ustar")) {
			seal(b[:BlockSize])
		}
	}
	return data
}
