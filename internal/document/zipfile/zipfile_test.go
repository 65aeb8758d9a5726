package zipfile_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipdoc"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// commented returns a zip file with a comment.
func commented(data []byte) []byte {
	const comment = "the comment"
	data = bytes.Clone(data)
	data[len(data)-2] = byte(len(comment))
	return append(data, comment...)
}

// local returns a local header with its sizes, and stored data.
func local(name, data string) string {
	h := make([]byte, 30)
	copy(h, "PK\x03\x04")
	binary.LittleEndian.PutUint32(h[14:], crc32.ChecksumIEEE([]byte(data)))
	binary.LittleEndian.PutUint32(h[18:], uint32(len(data)))
	binary.LittleEndian.PutUint32(h[22:], uint32(len(data)))
	binary.LittleEndian.PutUint16(h[26:], uint16(len(name)))
	return string(h) + name + data
}

// streamed returns a local header without sizes, compressed data and a data descriptor.
func streamed(name, data string) string {
	var b strings.Builder
	w, _ := flate.NewWriter(&b, 9)
	io.WriteString(w, data)
	w.Close()
	h := []byte(local(name, ""))
	h[6], h[8] = flagDescribed, 8
	d := make([]byte, 16)
	copy(d, "PK\x07\x08")
	binary.LittleEndian.PutUint32(d[4:], crc32.ChecksumIEEE([]byte(data)))
	binary.LittleEndian.PutUint32(d[8:], uint32(b.Len()))
	binary.LittleEndian.PutUint32(d[12:], uint32(len(data)))
	return string(h) + b.String() + string(d)
}

const flagDescribed = 8

// set returns data with the bytes at an offset changed.
func set(data []byte, at int, with string) []byte {
	data = bytes.Clone(data)
	copy(data[at:], with)
	return data
}

// TestArchive reads zip files as package zipdoc shows them: each member, and then each gap.
func TestArchive(t *testing.T) {
	two := commented(ziptest.Make(t, "a.txt", "http://a.example/", "=b/c.txt", "http://b.example/", "d/", "", "#link", "/etc/passwd"))
	directory := bytes.Index(two, []byte("PK\x01\x02"))
	const (
		damaged = "note: a damaged document, read as far as possible: zip: no central directory; members are found by their headers\n"
		a       = "file [35:58] a.txt \"a.txt\": \"http://a.example/\"\n"
		b       = "file =[111:128] b/c.txt \"b/c.txt\": \"http://b.example/\"\n"
		comment = "file =[467:478] (bytes 467-478) \"(bytes 467-478)\": \"the comment\"\n"
		link    = "file [210:227] link \"link\": \"/etc/passwd\"\n"
		x       = "file =[31:48] x \"x\": \"http://x.example/\"\n"
	)
	stored := local("x", "http://x.example/") + local("y", "http://y.example/")
	for _, test := range []struct {
		name string
		data string
		want string
	}{
		{"whole", string(two), a + b + comment},
		{"no directory", string(two[:directory]), damaged + a + b + link},
		{"a local header alone", stored[:48], damaged + x},
		{"cut off in the data", stored[:90], damaged + x + "note: a damaged document, read as far as possible: y at byte 79: cut off\nfile =[79:90] y \"y\": \"http://y.ex\"\n"},
		{"cut off before the size", string(set([]byte(stored[:90]), 48+6, "\x08")), damaged + x + "note: a damaged document, read as far as possible: y at byte 79: cut off\nfile =[79:90] y \"y\": \"http://y.ex\"\n"},
		{"sizes after the data", streamed("s", "http://s.example/") + streamed("t", "http://t.example/"), damaged +
			"file [31:54] s \"s\": \"http://s.example/\"\nfile [101:124] t \"t\": \"http://t.example/\"\n"},
		{"damaged directory", string(set(two, directory, "XX")), damaged + a + b + link + comment},
		{"between members", stored[:48] + "http://gap.example/" + stored[48:], damaged + x +
			"file =[98:115] y \"y\": \"http://y.example/\"\nfile =[48:67] (bytes 48-67) \"(bytes 48-67)\": \"http://gap.example/\"\n"},
		{"two archives", string(two) + string(commented(ziptest.Make(t, "=z", "http://z.example/"))), "file =[509:526] z \"z\": \"http://z.example/\"\n" + a + b +
			comment + "file =[611:622] (bytes 611-622) \"(bytes 611-622)\": \"the comment\"\n"},
		{"zip64 after another archive", string(two) + zip64("z", "http://z.example/"), "file =[509:526] z \"z\": \"http://z.example/\"\n" + a + b + comment},
		{"empty", string(commented(ziptest.Make(t))), "file =[22:33] (bytes 22-33) \"(bytes 22-33)\": \"the comment\"\n"},
		{"only a signature", "PK\x03\x04", "not a document\n"},
		{"a comment that is cut off", string(two[:len(two)-4]), "note: a damaged document, read as far as possible: zip: its comment is cut off at byte 474\n" + a + b +
			"file =[467:474] (bytes 467-474) \"(bytes 467-474)\": \"the com\"\n"},
		{"nothing", "", "not a document\n"},
		{"encrypted", string(set(two, directory+8, "\x01")), "note: an encrypted document that no given password opens, not read: a.txt\n" + b + comment},
		{"unknown method", string(set(two, directory+10, "\x63")), "note: a document with data in an unknown encoding: a.txt: unsupported compression method 99\n" + b + comment},
		{"wrong CRC", string(set(two, 111, "H")), a + "note: a damaged document, read as far as possible: b/c.txt at byte 111: checksum error\n" + strings.Replace(b, "http", "Http", 1) + comment},
	} {
		got := documenttest.Read(t, zipdoc.Open, []byte(test.data))
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestDamage(t *testing.T) {
	documenttest.Damage(t, zipdoc.Open, ziptest.Make(t, "a.txt", "http://a.example/", "=b", "http://b.example/"))
	documenttest.Damage(t, zipdoc.Open, []byte(streamed("s", "http://s.example/")+local("l", "http://l.example/")))
}

// directory returns a directory with one entry, which is all of an archive: for a member in the result of local, at an
// offset from the directory.
func directory(member string, at int) string {
	entry := make([]byte, 46)
	copy(entry, "PK\x01\x02")
	copy(entry[8:], member[6:28]) // flags to the length of the name
	binary.LittleEndian.PutUint16(entry[30:], 0)
	binary.LittleEndian.PutUint32(entry[42:], uint32(at))
	entry = append(entry, member[30:][:binary.LittleEndian.Uint16(entry[28:])]...)
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	binary.LittleEndian.PutUint32(end[12:], uint32(len(entry)))
	return string(entry) + string(end)
}

// zip64 returns an archive of a stored member, with the records of zip64 at its end.
func zip64(name, data string) string {
	member := local(name, data)
	d := directory(member, 0)
	entry, end := d[:len(d)-22], []byte(d[len(d)-22:])
	end64 := make([]byte, 56)
	copy(end64, "PK\x06\x06\x2c") // 44 bytes follow
	binary.LittleEndian.PutUint64(end64[40:], uint64(len(entry)))
	binary.LittleEndian.PutUint64(end64[48:], uint64(len(member)))
	locator := make([]byte, 20)
	copy(locator, "PK\x06\x07")
	binary.LittleEndian.PutUint64(locator[8:], uint64(len(member)+len(entry)))
	copy(end[12:], "\xff\xff\xff\xff\xff\xff\xff\xff")
	return member + entry + string(end64) + string(locator) + string(end)
}

// TestShared checks that the directories of archives that follow each other do not refer to the members of later
// archives: each member is read once.
func TestShared(t *testing.T) {
	const n = 100
	member := local("m", strings.Repeat("http://m.example/\n", 100))
	size := len(directory(member, 0))
	var b strings.Builder
	b.WriteString(local("x", "http://x.example/"))
	for i := range n {
		b.WriteString(directory(member, (n-i)*size))
	}
	got := documenttest.Read(t, zipdoc.Open, []byte(b.String()+member))
	for _, host := range []string{"m", "x"} {
		if k := strings.Count(got, `"`+host+`":`); k != 1 {
			t.Errorf("member %s is read %d times", host, k)
		}
	}
	if k := strings.Count(got, "note:"); k > 2 {
		t.Errorf("%d notes", k)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(ziptest.Make(f, "a.txt", "http://a.example/", "=b", "http://b.example/"))
	f.Add([]byte(streamed("s", "http://s.example/") + local("l", "http://l.example/")))
	documenttest.Fuzz(f, zipdoc.Open)
}

// TestOverlap checks that members that share their bytes are read only as long as the sum of
// their sizes is that of the file.
func TestOverlap(t *testing.T) {
	data := string(ziptest.Make(t, "a", strings.Repeat("http://a.example/ ", 1000)))
	from, to := strings.Index(data, "PK\x01\x02"), strings.Index(data, "PK\x05\x06")
	const n = 1000
	end := []byte(data[to:])
	binary.LittleEndian.PutUint32(end[12:], uint32(n*(to-from)))
	got := documenttest.Read(t, zipdoc.Open, []byte(data[:from]+strings.Repeat(data[from:to], n)+string(end)))
	if !strings.Contains(got, "overlap") {
		t.Errorf("%.200s", got)
	}
	if k := strings.Count(got, "\nfile"); k > n*2/3 {
		t.Errorf("%d members", k)
	}
}
