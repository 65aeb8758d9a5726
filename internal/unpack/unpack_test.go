package unpack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// sample is a text. The files in testdata are made from it, or from small, with the
// commands "bzip2 -1" (which gives two blocks) and xz: no package writes these formats.
var sample = func() string {
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "line %d: see <URL:http://example.org/%d>, and more\n", i, i*i)
	}
	return b.String()
}()

func fixture(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func gz(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func zst(text string, opts ...zstd.EOption) string {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, append(opts, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		panic(err)
	}
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// packed returns sample in each compression format.
func packed(t testing.TB) map[string]string {
	return map[string]string{
		"gzip":  gz(sample),
		"bzip2": fixture(t, "sample.bz2"),
		"zstd":  zst(sample),
		"xz":    fixture(t, "sample.xz"),
	}
}

// tarOf and zipOf return archives of pairs of names and texts. A name that ends in "/" is
// a directory.
func tarOf(files ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for f := range slices.Chunk(files, 2) {
		h := &tar.Header{Name: f[0], Mode: 0o644, Size: int64(len(f[1]))}
		if err := w.WriteHeader(h); err != nil {
			panic(err)
		}
		io.WriteString(w, f[1])
	}
	w.Close()
	return b.String()
}

func zipOf(files ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for f := range slices.Chunk(files, 2) {
		m, err := w.Create(f[0])
		if err != nil {
			panic(err)
		}
		io.WriteString(m, f[1])
	}
	w.Close()
	return b.String()
}

// A file is a file as it was visited.
type file struct {
	name, text, err string
}

// read reads a file in a visitor.
func read(name string, r io.Reader) file {
	text, err := io.ReadAll(r)
	f := file{name: name, text: string(text)}
	if err != nil {
		f.err = err.Error()
	}
	return f
}

// walkFile walks data as a file called "x".
func walkFile(u *Unpacker, data string) (files []file) {
	r := strings.NewReader(data)
	u.Walk("x", r, io.NewSectionReader(r, 0, int64(len(data))), func(name string, r io.Reader) bool {
		files = append(files, read(name, r))
		return true
	})
	return files
}

// walkPipe walks the data of r as a pipe called "x".
func walkPipe(u *Unpacker, r io.Reader) (files []file) {
	u.Walk("x", r, nil, func(name string, r io.Reader) bool {
		files = append(files, read(name, r))
		return true
	})
	return files
}

func check(t *testing.T, what string, got []file, want ...file) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %s, want %s", what, short(got), short(want))
	}
}

func short(files []file) string {
	var b strings.Builder
	for _, f := range files {
		text := fmt.Sprintf("%q", f.text)
		if len(text) > 60 {
			text = fmt.Sprintf("%.50s…(%d bytes)", text, len(f.text))
		}
		fmt.Fprintf(&b, "{%s: %s, %q}", f.name, text, f.err)
	}
	return b.String()
}

// TestFormats checks that each format gives the same when read at once, byte by byte and
// with random access, also with trailing data and with an Unpacker that was used before.
func TestFormats(t *testing.T) {
	u := New(Limits{})
	test := func(what, data string, want ...file) {
		t.Helper()
		check(t, what, walkFile(u, data), want...)
		check(t, what+" through a pipe", walkPipe(u, strings.NewReader(data)), want...)
		check(t, what+" a byte at a time", walkPipe(u, iotest.OneByteReader(strings.NewReader(data))), want...)
		check(t, what+" with its end", walkPipe(u, iotest.DataErrReader(strings.NewReader(data))), want...)
	}
	all := file{name: "x", text: sample}
	test("text", sample, all)
	test("nothing", "", file{name: "x"})
	for _, text := range []string{"P", "PK", "BZ", "BZh9", "BZh91AY&S", "BZhx1AY&SY", "P*M", "\x1f", "\xfd7zXZ", "a\x00", "a\x00b", "\x00\x00"} {
		test(text, text, file{name: "x", text: text})
	}
	for format, data := range packed(t) {
		test(format, data, all)
		test(format+" twice", data+data, file{name: "x", text: sample + sample})
		test(format+" with garbage", data+"garbage behind it", file{"x", sample, format + ": trailing garbage ignored"})
		test(format+" with little garbage", data+"abcd", file{"x", sample, format + ": trailing garbage ignored"})
		// NULs that pad a record on a tape, as each command treats them.
		nuls := all
		if format == "bzip2" || format == "zstd" {
			nuls.err = format + ": trailing garbage ignored"
		}
		test(format+" with NULs", data+strings.Repeat("\x00", 1024), nuls)
		test(format+" in gzip", gz(data), all)
		test("members of different formats", data+gz("x"), map[bool]file{
			true:  {"x", sample + "x", ""},
			false: {"x", sample, format + ": trailing garbage ignored"},
		}[format == "gzip"])
	}
	test("empty gzip", gz(""), file{name: "x"})
	test("empty bzip2", "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", file{name: "x"})
	test("skippable frame", "\x5a*M\x18\x03\x00\x00\x00abc"+zst("x"), file{name: "x", text: "x"})
	test("three layers", gz(gz(gz("x"))), file{name: "x", text: gz("x")})
	test("garbage below", gz(gz("x"))+"garbage", file{"x", "x", "gzip: trailing garbage ignored"})
	test("zip", zipOf("a", "A", "dir/", "", "dir/b", "B"), file{"x/a", "A", ""}, file{"x/dir/b", "B", ""})
	test("empty zip", zipOf())
	test("packed in zip", zipOf("a", gz("A"), "b", zst("B"), "c", "C"), file{"x/a", "A", ""}, file{"x/b", "B", ""}, file{"x/c", "C", ""})
	test("zip in gzip", gz(zipOf("a", "A")), file{"x/a", "A", ""})
	test("zip in zip", zipOf("a", zipOf("b", "B"), "c", "C"), file{"x/a/b", "B", ""}, file{"x/c", "C", ""})
	test("zip in zip in zip", zipOf("a", zipOf("b", zipOf())), file{"x/a/b", zipOf(), ""})
	test("garbage behind zip in gzip", gz(zipOf("a", "A"))+"garbage", file{"x/a", "A", ""}, file{"x", "", "gzip: trailing garbage ignored"})
	test("long name", zipOf(strings.Repeat("a", maxMember), "A"), file{"x/" + strings.Repeat("a", maxMember), "A", ""})
	test("name that is too long", zipOf(strings.Repeat("\u00e4", 300), "A"), file{"x/" + strings.Repeat("\u00e4", 256) + "…", "A", ""})
	test("names that go elsewhere", zipOf("../../etc/passwd", "A", "/b\x1b[2J", "B"), file{"x/../../etc/passwd", "A", ""}, file{"x//b\x1b[2J", "B", ""})
}

// TestTar checks tar files. Read byte by byte from a pipe, a tar file is not
// distinguished from text.
func TestTar(t *testing.T) {
	u := New(Limits{})
	test := func(what, data string, want ...file) {
		t.Helper()
		check(t, what, walkFile(u, data), want...)
		check(t, what+" through a pipe", walkPipe(u, strings.NewReader(data)), want...)
		check(t, what+" in gzip", walkPipe(u, iotest.OneByteReader(strings.NewReader(gz(data)))), want...)
	}
	long := strings.Repeat("long/", 50)
	ab := tarOf("a", sample, "dir/", "", "dir/b", "B")
	a, b := file{"x/a", sample, ""}, file{"x/dir/b", "B", ""}
	test("tar", ab, a, b)
	test("two tars", ab+ab, a, b, a, b)
	test("garbage", ab+"garbage", a, b, file{"x", "", "tar: trailing garbage ignored"})
	test("no end", ab[:len(ab)-1024], a, b)
	test("long name", tarOf(long+"a", "A"), file{"x/" + long + "a", "A", ""})
	test("longest name", tarOf(strings.Repeat("a", maxMember), "A"), file{"x/" + strings.Repeat("a", maxMember), "A", ""})
	test("name that is too long", tarOf(strings.Repeat("a", 5000), "A"), file{"x/" + strings.Repeat("a", maxMember) + "…", "A", ""})
	test("name that is cut in a character", tarOf("a"+strings.Repeat("\u00e4", 300), "A"), file{"x/a" + strings.Repeat("\u00e4", 255) + "…", "A", ""})
}

// TestTarInPieces checks a header that arrives in pieces: its name has NULs after it.
func TestTarInPieces(t *testing.T) {
	data := tarOf("a", "A")
	r := io.MultiReader(strings.NewReader(data[:3]), strings.NewReader(data[3:200]), strings.NewReader(data[200:]))
	check(t, "pieces", walkPipe(New(Limits{}), r), file{"x/a", "A", ""})
}

// TestTarTypes checks members of all types, and all versions of the header.
func TestTarTypes(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, typ := range []byte{tar.TypeReg, tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo, tar.TypeCont} {
		h := &tar.Header{Typeflag: typ, Name: fmt.Sprint(i), Linkname: "0", Format: tar.FormatUSTAR}
		if typ == tar.TypeReg || typ == tar.TypeCont {
			h.Size = 1
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		w.Write([]byte("A")[:h.Size])
	}
	w.Close()
	check(t, "types", walkFile(New(Limits{}), b.String()), file{"x/0", "A", ""}, file{"x/7", "A", ""})

	// Version 7 had no magic, and its checksums could be of signed octets.
	for _, signed := range []bool{false, true} {
		old := []byte(tarOf("a", "A"))
		old[0] = 0xe4
		clear(old[257:512])
		if seal(old); signed {
			n, _ := strconv.ParseInt(string(old[148:154]), 8, 32)
			copy(old[148:], fmt.Sprintf("%06o\x00 ", n-256)) // one octet is above 7F
		}
		check(t, "version 7", walkFile(New(Limits{}), string(old)), file{"x/\xe4", "A", ""})
		old[0]++
		check(t, "no tar", walkFile(New(Limits{}), string(old)), file{"x", string(old), ""})
	}
}

// seal sets the checksum of a tar header.
func seal(header []byte) {
	copy(header[148:], "        ")
	sum := 0
	for _, c := range header[:512] {
		sum += int(c)
	}
	copy(header[148:], fmt.Sprintf("%06o\x00 ", sum))
}

// TestCut checks that a file that is cut off anywhere gives the text up to there, and a
// fault.
func TestCut(t *testing.T) {
	u := New(Limits{})
	for format, data := range packed(t) {
		for cut := 16; cut < len(data); cut += 499 {
			got := walkFile(u, data[:cut])
			if len(got) != 1 || !strings.HasPrefix(sample, got[0].text) {
				t.Fatalf("%s cut at %d gave %s", format, cut, short(got))
			}
			want := format + ": unexpected end of file"
			if n := len(got[0].text); n > 0 {
				want += fmt.Sprintf(" (after %d bytes of text)", n)
			}
			if got[0].err != want {
				t.Fatalf("%s cut at %d: %s", format, cut, got[0].err)
			}
			if n := len(got[0].text); cut > len(data)*3/4 && n < len(sample)/4 {
				t.Errorf("%s cut at %d of %d gave %d bytes only", format, cut, len(data), n)
			}
		}
	}
	// In an archive there is one fault: of the member that is cut off, or of the archive
	// if it is outside the members.
	packed, header := tarOf("a", "A", "b", sample), 1024+512
	cut := file{"x/b", sample[:1000], "tar: unexpected end of file (after 1000 bytes of text)"}
	check(t, "member", walkFile(u, packed[:header+1000]), file{"x/a", "A", ""}, cut)
	check(t, "header", walkFile(u, packed[:header-100]), file{"x/a", "A", ""}, file{"x", "", "tar: unexpected end of file"})
	var stored bytes.Buffer
	w, _ := gzip.NewWriterLevel(&stored, gzip.NoCompression)
	io.WriteString(w, packed)
	w.Close()
	got := walkFile(u, stored.String()[:header+1000])
	if len(got) != 2 || got[1].name != "x/b" || !strings.HasPrefix(got[1].err, "gzip: unexpected end of file (after ") {
		t.Errorf("tar in gzip, cut: %s", short(got))
	}
}

// TestNames checks the names of members of zip files: a NUL does not end one.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"a\x00b":                       "a\uFFFDb",
		"d/f\u00FC":                    "d/f\u00FC",
		"f\x81r":                       "f\u00FCr", // code page 437
		`d\f`:                          "d/f",
		"d/\\f":                        "d/\\f",
		strings.Repeat("\u20AC", 1000): strings.Repeat("\u20AC", 170) + "…",
	} {
		check(t, "zip", walkFile(New(Limits{}), zipOf(name, "A")), file{"x/" + want, "A", ""})
	}
}

// TestUnread checks that a fault in a member that the visitor did not read so far is
// reported for the archive.
func TestUnread(t *testing.T) {
	data := tarOf("a", "A", "b", sample)
	r := strings.NewReader(data[:3000])
	var got []file
	New(Limits{}).Walk("x", r, nil, func(name string, r io.Reader) bool {
		if name == "x/b" {
			r = io.LimitReader(r, 10)
		}
		got = append(got, read(name, r))
		return true
	})
	check(t, "unread", got, file{"x/a", "A", ""}, file{"x/b", sample[:10], ""}, file{"x", "", "tar: unexpected end of file"})
}

// TestStop checks that a visitor that wants no more is not called again.
func TestStop(t *testing.T) {
	for what, data := range map[string]string{
		"tar":        tarOf("a", "A", "b", "B"),
		"tar in zip": zipOf("t", tarOf("a", "A", "b", "B"), "c", "C"),
		"zip in tar": tarOf("t", zipOf("a", "A", "b", "B"), "c", "C"),
		"gzip":       gz("A") + "garbage",
	} {
		n := 0
		r := strings.NewReader(data)
		New(Limits{}).Walk("x", r, io.NewSectionReader(r, 0, int64(len(data))), func(string, io.Reader) bool { n++; return false })
		if n != 1 {
			t.Errorf("%s: %d visits", what, n)
		}
	}
}

// TestCorrupt checks that data that is corrupt in the middle gives an error, after the
// text before it if the format can detect that.
func TestCorrupt(t *testing.T) {
	u := New(Limits{})
	for format, data := range packed(t) {
		bad := []byte(data)
		bad[len(bad)*3/4] ^= 0x55
		got := walkFile(u, string(bad))
		if len(got) != 1 || !strings.HasPrefix(got[0].err, format+": ") || len(got[0].text) < len(sample)/4 || !strings.HasPrefix(sample, got[0].text[:len(sample)/4]) {
			t.Errorf("%s: %s", format, short(got))
		}
		check(t, "then", walkFile(u, data), file{"x", sample, ""})
	}
}

// TestWindow checks that an input that needs too much memory is refused before the memory
// is allocated.
func TestWindow(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	u := New(Limits{})
	large := []byte(fixture(t, "sample.xz"))
	declare(large, 36) // 1 GiB
	for _, test := range [...]struct{ what, data, err string }{
		{"xz", string(large), "xz: needs a 1 GiB dictionary, more than the limit of 128 MiB"},
		{"xz stream", fixture(t, "sample.xz") + string(large), fmt.Sprintf("xz: needs a larger dictionary than the limit of 128 MiB (after %d bytes of text)", len(sample))},
		{"zstd --long=31", "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", "zstd: needs a 2 GiB window, more than the limit of 128 MiB"},
		{"zstd segment", "\x28\xb5\x2f\xfd\xa0\x00\x00\x00\x20\x01\x00\x00", "zstd: needs a 512 MiB window, more than the limit of 128 MiB"},
		{"zstd frame", zst("x") + zst("\x28\xb5\x2f\xfd")[:4] + "\x00\xa8\x01\x00\x00", "zstd: needs a larger window than the limit of 128 MiB (after 1 byte of text)"},
	} {
		got := walkFile(u, test.data)
		if len(got) != 1 || got[0].err != test.err {
			t.Errorf("%s: %s, want %q", test.what, short(got), test.err)
		}
	}
	got := walkFile(New(Limits{MaxWindow: 64 << 10}), fixture(t, "sample.xz"))
	check(t, "less", got, file{"x", "", "xz: needs a 8 MiB dictionary, more than the limit of 64 KiB"})
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 100<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// declare sets the dictionary size of an xz file with one filter and no sizes.
func declare(file []byte, dictionary byte) {
	block := file[12:][:(int(file[12])+1)*4]
	block[4] = dictionary
	binary.LittleEndian.PutUint32(block[len(block)-4:], crc32.ChecksumIEEE(block[:len(block)-4]))
}

func TestMaxBytes(t *testing.T) {
	u := New(Limits{MaxBytes: 1000})
	a, b := sample[:700], sample[:300]
	rest := "unpacks to more than 1000 bytes; the rest is skipped"
	check(t, "as much", walkFile(u, gz(sample[:1000])), file{"x", sample[:1000], ""})
	check(t, "more", walkFile(u, gz(sample)), file{"x", sample[:1000], "gzip: " + rest + " (after 1000 bytes of text)"})
	check(t, "as much in a zip", walkFile(u, zipOf("a", a, "b", b)), file{"x/a", a, ""}, file{"x/b", b, ""})
	check(t, "more in a zip", walkFile(u, zipOf("a", a, "b", a)), file{"x/a", a, ""}, file{"x/b", b, "zip: " + rest + " (after 300 bytes of text)"})
	check(t, "not packed", walkFile(u, tarOf("a", sample)), file{"x/a", sample, ""})
	check(t, "text", walkFile(u, sample), file{"x", sample, ""})
}

// TestMaxBytesOnce checks that a limit that is exceeded is reported once for a zip file.
func TestMaxBytesOnce(t *testing.T) {
	want := file{"x/a", sample[:10], "zip: unpacks to more than 10 bytes; the rest is skipped (after 10 bytes of text)"}
	check(t, "zip", walkFile(New(Limits{MaxBytes: 10}), zipOf("a", sample, "b", sample, "c", "")), want)
}

// TestMaxRatio checks that text is given up to the ratio, however it is packed, and that
// text of exactly the ratio is complete.
func TestMaxRatio(t *testing.T) {
	u := New(Limits{MaxRatio: 20})
	u.free = 1000
	u.ReadAhead(func() func() func() { return nil })
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	size := func(files []file) (n int) {
		for _, f := range files {
			n += len(f.text)
		}
		return n
	}
	for what, data := range map[string]string{
		"gzip":       gz(zeros(100_000)),
		"zstd":       zst(zeros(100_000)),
		"gzip twice": gz(gz(zeros(100_000))),
		"zip":        zipOf("a", zeros(50_000), "b", zeros(50_000)),
		"tar.gz":     gz(tarOf("a", zeros(50_000), "b", zeros(50_000))),
	} {
		for _, got := range [][]file{walkFile(u, data), walkPipe(u, strings.NewReader(data)), walkPipe(u, iotest.OneByteReader(strings.NewReader(data)))} {
			reported := 0
			for _, f := range got {
				reported += strings.Count(f.err, "unpacks to more than 20 times its size; the rest is skipped")
			}
			if most := max(1000, 20*len(data)); size(got) > most || reported != 1 {
				t.Errorf("%s: %d bytes of %d: %s", what, size(got), len(data), short(got))
			}
		}
	}
	for what, data := range map[string]string{"little": gz(zeros(1000)), "usual": gz(sample)} {
		want := zeros(1000)
		if what == "usual" {
			want = sample
		}
		check(t, what, walkFile(u, data), file{name: "x", text: want})
		check(t, what+" through a pipe", walkPipe(u, strings.NewReader(data)), file{name: "x", text: want})
	}
	if u = New(Limits{}); u.limits.MaxRatio != DefaultMaxRatio || u.free != 1<<30 {
		t.Errorf("the default is %d, of more than %d bytes", u.limits.MaxRatio, u.free)
	}
}

// TestSparse checks that the holes in a file of a tar file count for the ratio.
func TestSparse(t *testing.T) {
	header := []byte(tarOf("a", ""))[:512]
	header[156] = 'S'
	copy(header[257:], "ustar  \x00")
	copy(header[386:], "00000000000\x0000000000000\x00")
	copy(header[483:], "77777777777\x00") // its real size: 8 GiB
	seal(header)
	got := walkFile(New(Limits{MaxBytes: 10}), string(header))
	check(t, "hole", got, file{"x/a", strings.Repeat("\x00", 10), "tar: unpacks to more than 10 bytes; the rest is skipped (after 10 bytes of text)"})
}

func TestBadZip(t *testing.T) {
	u := New(Limits{})
	good := zipOf("a", sample, "b", "B")
	cut := good[:len(good)-30]
	check(t, "cut", walkFile(u, cut), file{"x", "", "zip: no central directory; members are found by their headers"}, file{"x/a", sample, ""}, file{"x/b", "B", ""})
	got := walkFile(u, good[:len(good)/2])
	if len(got) != 2 || got[1].name != "x/a" || !strings.HasPrefix(sample, got[1].text) || got[1].text == "" || !strings.HasPrefix(got[1].err, "zip: unexpected end of file (after ") {
		t.Errorf("cut in a member: %s", short(got))
	}
	check(t, "no member", walkFile(u, "PK\x05\x06"), file{"x", "", "zip: not a valid zip file"}, file{"x", "PK\x05\x06", ""})

	// Offsets in the central directory: the signature, 8 bytes after it the flags, at 10
	// the method, at 20 the compressed size.
	table := strings.Index(good, "PK\x01\x02")
	change := func(at int, value byte) string {
		b := []byte(good)
		b[table+at] = value
		return string(b)
	}
	b := file{"x/b", "B", ""}
	check(t, "encrypted", walkFile(u, change(8, 9)), file{"x/a", "", "zip: encrypted, and no given password opens it"}, b)
	check(t, "method", walkFile(u, change(10, 99)), file{"x/a", "", "zip: unsupported compression method 99"}, b)
	check(t, "named method", walkFile(u, change(10, 9)), file{"x/a", "", "zip: unsupported compression method Deflate64 (use 7z x to unpack it)"}, b)
	got = walkFile(u, change(24, 1)) // the data descriptor, which has another size, is a gap
	check(t, "size", got[:1], file{"x/a", sample, fmt.Sprintf("zip: checksum error (after %d bytes of text)", len(sample))})
	check(t, "checksum", walkFile(u, change(16, ^good[table+16])), file{"x/a", sample, fmt.Sprintf("zip: checksum error (after %d bytes of text)", len(sample))}, b)
	check(t, "compressed size", walkFile(u, change(23, 1)), file{"x/a", sample, ""}, b)
	got = walkFile(u, good[:table]+strings.Repeat(good[table:table+47], 3)+strings.Replace(good[table+94:], "\x5e\x00", "\x8d\x00", 1))
	check(t, "overlap", got[:1], file{"x", "", "zip: members overlap; the rest of the central directory is skipped"})
	if len(got) != 4 {
		t.Errorf("overlap: %s", short(got))
	}
}

// TestZipGaps checks that bytes of a zip file that belong to no member are read: other
// zip files before it, bytes between members, comments, bytes after it. An unreadable
// table is an error.
func TestZipGaps(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	m, _ := w.CreateHeader(&zip.FileHeader{Name: "a", Comment: "of a"})
	io.WriteString(m, "A")
	w.SetComment("of all")
	w.Close()
	comments, one := b.String(), zipOf("b", "B")
	a, b1 := file{"x/a", "A", ""}, file{"x/b", "B", ""}
	of := file{"x/a/(comment)", "of a", ""}
	rest := func(from, to int, text string) file { return file{fmt.Sprintf("x/(bytes %d-%d)", from, to), text, ""} }

	// Without its entry, the first member is not in the central directory.
	two := []byte(zipOf("a", "A", "b", "B"))
	table, end := bytes.Index(two, []byte("PK\x01\x02")), bytes.Index(two, []byte("PK\x05\x06"))
	second := bytes.LastIndex(two, []byte("PK\x01\x02"))
	missing := slices.Concat(two[:table], two[second:])
	end -= second - table
	binary.LittleEndian.PutUint16(missing[end+8:], 1)
	binary.LittleEndian.PutUint16(missing[end+10:], 1)
	binary.LittleEndian.PutUint32(missing[end+12:], uint32(end-table))

	u := New(Limits{})
	for _, test := range []struct {
		what, data string
		want       []file
	}{
		{"comments", comments, []file{a, of, rest(len(comments)-6, len(comments), "of all")}},
		{"after", one + "text", []file{b1, rest(len(one), len(one)+4, "text")}},
		{"packed after", one + gz("text"), []file{b1, rest(len(one), len(one)+len(gz("text")), "text")}},
		{"zeros after", one + "\x00\x00\x00", []file{b1}},
		{"two", comments + one, []file{b1, a, of, rest(len(comments)-6, len(comments), "of all")}},
		{"three", one + zipOf("a", "A") + one, []file{b1, a, b1}},
		{"no member", zipOf() + "text", []file{rest(22, 26, "text")}},
		{"missing", string(missing), []file{{"x", "", "zip: its central directory lacks members, which are found by their headers"}, b1, a}},
		{"in a zip", zipOf("z", one+"text"), []file{{"x/z/b", "B", ""}, {fmt.Sprintf("x/z/(bytes %d-%d)", len(one), len(one)+4), "text", ""}}},
	} {
		check(t, test.what, walkFile(u, test.data), test.want...)
		check(t, test.what+", through a pipe", walkPipe(u, strings.NewReader(test.data)), test.want...)
	}
}

// TestZipDirectory checks that the central directory of a zip file cannot fill the memory, and that what
// it takes is returned.
func TestZipDirectory(t *testing.T) {
	const n = 1<<20 + 1
	one := zipOf("a", "")
	entry, end := strings.Index(one, "PK\x01\x02"), strings.Index(one, "PK\x05\x06")
	tail := []byte(one[end:])
	binary.LittleEndian.PutUint32(tail[12:], uint32(n*(end-entry)))
	r := strings.NewReader(one[:entry] + strings.Repeat(one[entry:end], n) + string(tail))
	u := New(Limits{})
	var got []file
	u.Walk("x", r, io.NewSectionReader(r, 0, r.Size()), func(name string, r io.Reader) bool {
		if u.memory.held < n*128 {
			t.Errorf("%d bytes are held", u.memory.held)
		}
		got = append(got, read(name, r))
		return len(got) < 2
	})
	check(t, "many members", got, file{"x", "", "zip: too many members; the rest is skipped"}, file{"x/a", "", ""})
	if u.memory.held != 0 {
		t.Errorf("%d bytes are not returned", u.memory.held)
	}
}

// TestPipe checks that data from a pipe is passed on as it arrives: each write waits
// until the last one has come out.
func TestPipe(t *testing.T) {
	for what, pack := range map[string]func(io.Writer) flusher{
		"text": func(w io.Writer) flusher { return unbuffered{w} },
		"gzip": func(w io.Writer) flusher { return gzip.NewWriter(w) },
		"zstd": func(w io.Writer) flusher {
			z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
			return z
		},
	} {
		r, w := io.Pipe()
		texts := make(chan string, 1)
		go func() {
			packer := pack(w)
			for text := range texts {
				io.WriteString(packer, text)
				packer.Flush()
			}
			w.Close()
		}()
		texts <- "h"
		New(Limits{}).Walk("x", r, nil, func(_ string, r io.Reader) bool {
			for _, next := range []string{"ttp", "://a/", ""} {
				if got, err := r.Read(make([]byte, 100)); got == 0 {
					t.Errorf("%s: nothing came, %v", what, err)
				}
				texts <- next
			}
			close(texts)
			io.Copy(io.Discard, r)
			return true
		})
	}
}

type flusher interface {
	io.Writer
	Flush() error
}

type unbuffered struct{ io.Writer }

func (unbuffered) Flush() error { return nil }

// TestSpool checks that no temporary file is left.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	large := zipOf("a", "A", "b", randomText(2*maxHeld))
	if got := walkPipe(New(Limits{}), strings.NewReader(large)); len(got) != 2 || got[0] != (file{"x/a", "A", ""}) || len(got[1].text) != 2*maxHeld {
		t.Errorf("a large zip: %s", short(got))
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "missing"))
	check(t, "a small zip", walkPipe(New(Limits{}), strings.NewReader(zipOf("a", "A"))), file{"x/a", "A", ""})
	got := walkPipe(New(Limits{}), strings.NewReader(large))
	if len(got) != 1 || got[0].name != "x" || !strings.HasPrefix(got[0].err, "zip: cannot create a temporary file in "+os.TempDir()) {
		t.Errorf("without a directory: %s", short(got))
	}
}

// randomText returns n letters that deflate does not compress to less than half.
func randomText(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('!' + r.IntN(90))
	}
	return string(text)
}

// storedZip returns a zip file with a member that is not compressed.
func storedZip(name, text string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		panic(err)
	}
	io.WriteString(w, text)
	z.Close()
	return b.String()
}

// TestSection checks which files can be read at any offset: those whose bytes are in the input as they
// are.
func TestSection(t *testing.T) {
	n := len(storedZip("a", "text"))
	damaged := strings.Replace(storedZip("a", "some text"), "some text", "sOme text", 1)
	for _, test := range []struct {
		what, data string
		want       []file // of reading only the sections; the text of a file without one is "-"
	}{
		{"a file", "text", []file{{"x", "text", ""}}},
		{"a stored member", storedZip("a", "text"), []file{{"x/a", "text", ""}}},
		{"a compressed member", zipOf("a", "text"), []file{{"x/a", "-", ""}}},
		{"a zip in a zip", storedZip("a", storedZip("b", "text")), []file{{"x/a/b", "text", ""}}},
		{"text after a zip", storedZip("a", "text") + "after", []file{{"x/a", "text", ""}, {fmt.Sprintf("x/(bytes %d-%d)", n, n+5), "after", ""}}},
		{"members of a tar", tarOf("a", "text", "b", strings.Repeat("more", 1000)), []file{{"x/a", "text", ""}, {"x/b", strings.Repeat("more", 1000), ""}}},
		{"two tar files", tarOf("a", "text") + tarOf("b", "more"), []file{{"x/a", "text", ""}, {"x/b", "more", ""}}},
		{"a tar in a zip", storedZip("a", tarOf("b", "text")), []file{{"x/a/b", "-", ""}}},
		{"a compressed file", gz("text"), []file{{"x", "-", ""}}},
		{"a damaged member", damaged, []file{{"x/a", "sOme text", ""}, {"x/a", "-", "zip: checksum error (after 9 bytes of text)"}}},
	} {
		r := strings.NewReader(test.data)
		var got []file
		New(Limits{}).Walk("x", r, io.NewSectionReader(r, 0, r.Size()), func(name string, r io.Reader) bool {
			f := file{name: name, text: "-"}
			if s := reading.Section(r); s != nil {
				f = read(name, s)
			} else if _, err := io.Copy(io.Discard, r); err != nil {
				f.err = err.Error()
			}
			got = append(got, f)
			return true
		})
		check(t, test.what, got, test.want...)
		for _, f := range walkSections(test.data) {
			t.Errorf("%s from a pipe: %s can be read at any offset", test.what, f)
		}
	}
}

// TestSectionUnread checks that a member of which a reader at any offset was got, and not used, is not read to its
// end for its checksum.
func TestSectionUnread(t *testing.T) {
	damaged := strings.Replace(storedZip("a", "some text"), "some text", "sOme text", 1)
	r := strings.NewReader(damaged)
	files := 0
	New(Limits{}).Walk("x", r, io.NewSectionReader(r, 0, r.Size()), func(name string, r io.Reader) bool {
		files++
		return reading.Section(r) != nil
	})
	if files != 1 {
		t.Errorf("%d files were visited, want 1 without a fault", files)
	}
}

// walkSections returns the names of the files of a pipe that can be read at any offset, apart from those in
// a zip, which is copied.
func walkSections(data string) (names []string) {
	New(Limits{}).Walk("x", strings.NewReader(data), nil, func(name string, r io.Reader) bool {
		if reading.Section(r) != nil && !strings.Contains(data, "PK\x03\x04") {
			names = append(names, name)
		}
		return true
	})
	return names
}

// TestMaxSpool checks that a zip file from a pipe that is larger than the limit of the
// temporary file is an error, and that it is read if no temporary file is needed.
func TestMaxSpool(t *testing.T) {
	data := zipOf("a", "A")
	u := New(Limits{})
	if u.spool != 1<<30 {
		t.Errorf("the limit is %d bytes", u.spool)
	}
	all := file{"x/a", "A", ""}
	u.spool = int64(len(data))
	check(t, "as much", walkPipe(u, strings.NewReader(data)), all)
	u.spool--
	check(t, "more", walkPipe(u, strings.NewReader(data)), file{"x", "", "zip: larger than 1 GiB, and not in a seekable file"})
	check(t, "more in a file", walkFile(u, data), all)
}

// TestReadError checks that an error of the input itself comes through all layers once,
// and can be identified.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	u := New(Limits{})
	for what, data := range packed(t) {
		var err error
		r := io.MultiReader(strings.NewReader(data[:len(data)/2]), iotest.ErrReader(broken))
		u.Walk("x", r, nil, func(_ string, r io.Reader) bool {
			_, err = io.Copy(io.Discard, r)
			return true
		})
		var e *Error
		if !errors.Is(err, broken) || !errors.As(err, &e) || e.Format != what {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// FuzzWalk checks for any data that there is no panic, that no limit is exceeded, that a
// file and a pipe give the same, and that data without a format is unchanged.
func FuzzWalk(f *testing.F) {
	f.Add([]byte("http://a/\n"))
	f.Add([]byte(gz("x") + gz("y") + "z"))
	f.Add([]byte(zst("x") + "garbage"))
	f.Add([]byte(gz(tarOf("a", gz("A"), "b", "B"))))
	f.Add([]byte(zipOf("a", "A", "b/", "", "b/c", gz("C"))))
	f.Add([]byte(tarOf("z", zipOf("a", "A"))))
	f.Add([]byte("BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"))
	f.Add([]byte(fixture(f, "sample.xz")))
	const most = 1 << 20
	f.Fuzz(func(t *testing.T, data []byte) {
		u := New(Limits{MaxBytes: most, MaxWindow: 1 << 20})
		got := walkFile(u, string(data))
		check(t, "through a pipe", walkPipe(u, bytes.NewReader(data)), got...)
		if !detect.IsTar(data) { // a tar file is not distinguished from text then
			slowly := walkPipe(u, iotest.OneByteReader(bytes.NewReader(data)))
			check(t, "a byte at a time", withoutReasons(slowly), withoutReasons(got)...)
		}
		size := 0
		for _, f := range got {
			size += len(f.text)
		}
		if size > most+2*len(data) {
			t.Errorf("%d bytes of text", size)
		}
		if f, _ := detect.PackingOf(data, detect.All); f == detect.None && (len(got) != 1 || got[0].text != string(data)) {
			t.Errorf("text became %s", short(got))
		}
	})
}

// withoutReasons returns files without the messages of their errors, which are longer if
// the beginning of a format was read at once.
func withoutReasons(files []file) []file {
	files = slices.Clone(files)
	for i := range files {
		if files[i].err != "" {
			files[i].err = "an error"
		}
	}
	return files
}

// FuzzPacked checks that unpacking gives what was packed, that a file that is cut off
// gives a beginning of it and an error, and that a changed byte gives an error, unless no
// text is missing.
func FuzzPacked(f *testing.F) {
	formats := []struct {
		name    string
		pack    func(text string) string
		layered bool // the beginning of a packed file may be taken for text
		summed  bool // all of it is covered by a checksum
	}{
		{"gzip", gz, false, true},
		{"zstd", func(text string) string { return zst(text) }, false, true},
		{"tar", func(text string) string { return tarOf("a", text) }, false, false},
		{"zip", func(text string) string { return zipOf("a", text) }, false, false},
		{"tar in gzip", func(text string) string { return gz(tarOf("a", text)) }, true, true},
		{"gzip in zip", func(text string) string { return zipOf("a", gz(text)) }, true, false},
	}
	for i := range formats {
		f.Add([]byte("see <URL:http://a.example/b>\n"), uint8(i), uint16(40), uint16(30), byte(0xFF))
		f.Add(bytes.Repeat([]byte("see <URL:http://a.example/b>\n"), 30), uint8(i), uint16(600), uint16(15), byte(1))
		f.Add([]byte{}, uint8(i), uint16(1), uint16(9), byte(4))
	}
	f.Fuzz(func(t *testing.T, text []byte, n uint8, cut, at uint16, flip byte) {
		if len(text) > 10_000 || isPacked(string(text)) {
			t.Skip("packed itself")
		}
		format := formats[int(n)%len(formats)]
		u := New(Limits{MaxBytes: 1 << 20, MaxWindow: 8 << 20})
		data := format.pack(string(text))
		got := walkFile(u, data)
		if len(got) != 1 || got[0].text != string(text) || got[0].err != "" {
			t.Fatalf("%s of %q: %s", format.name, text, short(got))
		}
		if part := data[:int(cut)%len(data)]; isPacked(part) {
			got := walkFile(u, part)
			for _, f := range got {
				if !format.layered && f.text != part && !strings.HasPrefix(string(text), f.text) {
					t.Errorf("%s of %q, cut off: %q", format.name, text, f.text)
				}
			}
			if isLost(string(text), got) {
				t.Errorf("%s of %q, cut off at %d: %s", format.name, text, len(part), short(got))
			}
		}
		if i := int(at) % len(data); format.summed {
			changed := data[:i] + string(data[i]^flip) + data[i+1:]
			if got := walkFile(u, changed); isPacked(changed) && isLost(string(text), got) {
				t.Errorf("%s of %q, with byte %d changed: %s", format.name, text, i, short(got))
			}
		}
	})
}

// isPacked reports whether data has a format.
func isPacked(data string) bool {
	f, _ := detect.PackingOf([]byte(data), detect.All)
	return f != detect.None
}

// isLost reports whether files have no error and do not contain all of a text.
func isLost(text string, files []file) bool {
	for _, f := range files {
		if f.text == text || f.err != "" {
			return false
		}
	}
	return true
}

func BenchmarkWalk(b *testing.B) {
	text := strings.Repeat(sample, 20)
	for _, bench := range []struct{ name, data string }{
		{"text", text},
		{"gzip", gz(text)},
		{"bzip2", strings.Repeat(fixture(b, "sample.bz2"), 20)},
		{"zstd", zst(text)},
		{"xz", strings.Repeat(fixture(b, "sample.xz"), 20)},
		{"zip", zipOf("a", text)},
		{"tar", tarOf("a", text)},
		{"tar.gz", gz(tarOf("a", text))},
	} {
		b.Run(bench.name, func(b *testing.B) {
			u := New(Limits{})
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r := strings.NewReader(bench.data)
				u.Walk("x", r, io.NewSectionReader(r, 0, r.Size()), func(_ string, r io.Reader) bool {
					_, err := io.Copy(io.Discard, r)
					if err != nil {
						b.Fatal(err)
					}
					return true
				})
			}
		})
	}
}
