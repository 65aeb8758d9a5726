package packed

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

const text = "see http://a.example/ there\n"

func gz(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func zst(text string, window int) string {
	var b bytes.Buffer
	w, _ := zstd.NewWriter(&b, zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1), zstd.WithSingleSegment(false))
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// tarOf returns a tar file with the given headers and texts.
func tarOf(members ...any) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		h := members[i].(tar.Header)
		h.Mode, h.Size = 0o644, int64(len(members[i+1].(string)))
		if err := w.WriteHeader(&h); err != nil {
			panic(err)
		}
		io.WriteString(w, members[i+1].(string))
	}
	w.Close()
	return b.String()
}

// fixture returns a file of package unpack: no package writes bzip2 and xz.
func fixture(t testing.TB, name string) string {
	data, err := os.ReadFile("../../unpack/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestOpen checks the parts and the notes of files in each packing.
func TestOpen(t *testing.T) {
	two := tarOf(tar.Header{Name: "dir/", Typeflag: tar.TypeDir}, "", tar.Header{Name: "dir/a.txt"}, text,
		tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "dir/a.txt"}, "", tar.Header{Name: "b"}, "more")
	damaged := []byte(two)
	damaged[3*512] ^= 1 // the name in the header of "l"
	damagedFile := []byte(two)
	damagedFile[512] ^= 1 // the name in the header of "dir/a.txt"
	for _, test := range []struct{ what, data, want string }{
		{"gzip", gz(text), `file [0:52]: "see http://a.example/ there\n"`},
		{"two members", gz("see ") + gz(text), `file [0:80]: "see see http://a.example/ there\n"`},
		{"gzip, cut off", gz(text)[:30], "note: a damaged document, read as far as possible: gzip: unexpected end of file"},
		{"gzip with other data after it", gz(text) + "other", "note: a damaged document, read as far as possible: gzip: trailing garbage ignored"},
		{"zstd", zst(text, 1<<20), `file [0:41]: "see http://a.example/ there\n"`},
		{"zstd with a large window", zst(strings.Repeat(text, 1<<20), 16<<20), "note: a document with too much compressed data, read up to the limit: zstd: needs a 16 MiB window, more than the limit of 8 MiB"},
		{"bzip2", fixture(t, "small.bz2"), `: "line 0: see <URL:http://example.org/0>, and more\n`},
		{"xz", fixture(t, "small.xz"), `: "line 0: see <URL:http://example.org/0>, and more\n`},
		{"tar", two, `file =[1024:1052] dir/a.txt "dir/a.txt": "see http://a.example/ there\n"` + "\n" + `file =[2560:2564] b "b": "more"`},
		{"damaged tar", string(damaged), "note: a damaged document, read as far as possible: tar: invalid tar header\n" + `file =[2560:2564] b "b": "more"`},
		{"damaged header of a file", string(damagedFile), "tar: invalid tar header\n" + `file =[1024:1052]: "see http://a.example/ there\n"` + "\n" + `file =[2560:2564] b "b": "more"`},
		{"two tar files", two + two, fmt.Sprintf(`file =[%d:%d] b "b": "more"`, len(two)+2560, len(two)+2564)},
		{"other data after a tar file", two + "other", "tar: trailing garbage ignored"},
		{"a zip", "PK\x03\x04 and more", "not a document"},
		{"text", text, "not a document"},
	} {
		if got := documenttest.Read(t, Open, []byte(test.data)); !strings.Contains(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.what, got, test.want)
		}
	}
}

// TestDamage checks that no damage of a small file makes Open panic, or return a wrong range.
func TestDamage(t *testing.T) {
	for _, data := range seeds(t) {
		documenttest.Damage(t, Open, []byte(data))
	}
}

func FuzzOpen(f *testing.F) {
	for _, data := range seeds(f) {
		f.Add([]byte(data))
	}
	documenttest.Fuzz(f, Open)
}

func seeds(t testing.TB) []string {
	return []string{
		gz(text), zst(text, 1<<20), fixture(t, "small.bz2"), fixture(t, "small.xz"),
		tarOf(tar.Header{Name: "a", PAXRecords: map[string]string{"comment": "c"}}, text, tar.Header{Name: strings.Repeat("long/", 40)}, text),
	}
}
