//go:build ignore

// Corpora writes the texts that deploy/test searches to the directory that its argument
// names: an mbox, a text, files that cannot be divided, one of them with an error, and files in
// which the state in the middle cannot be guessed.
package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

const mebibyte = 1 << 20

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run deploy/corpora.go DIRECTORY, in the directory of go.mod")
	}
	mbox, plain := generate(corpusgen.Mbox, 6*mebibyte), generate(corpusgen.Plain, 6*mebibyte)
	save("list.mbox", mbox)
	save("articles.txt", plain)
	save("quoting.mbox", quoting())
	save("open.txt", open())
	save("empty", nil)

	small := generate(corpusgen.Mbox, mebibyte/2)
	save("mixed/list.mbox.gz", compress(small))
	save("mixed/cut-off.gz", compress(small)[:50_000])
	save("mixed/utf-16.txt", inUTF16(plain[:mebibyte/4]))
	for i, message := range bytes.SplitAfter(small[:mebibyte/4], []byte("\n\n"))[:40] {
		save("mixed/Maildir/cur/"+string(rune('a'+i/26))+string(rune('a'+i%26))+":2,S", append([]byte("Subject: a\n\n"), message...))
	}
	save("mixed/empty", nil)
	for _, dir := range []string{"testdata/guide", "testdata/corpora"} {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(name)
			save(filepath.Join("mixed", filepath.Base(dir), strings.TrimPrefix(name, dir)), data)
			return err
		})
		check(err)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// save writes a file, and the directories that it is in.
func save(name string, data []byte) {
	name = filepath.Join(os.Args[1], name)
	check(os.MkdirAll(filepath.Dir(name), 0o777))
	check(os.WriteFile(name, data, 0o666))
}

func generate(kind corpusgen.Kind, size int64) []byte {
	var b bytes.Buffer
	_, err := corpusgen.Write(&b, kind, size)
	check(err)
	return b.Bytes()
}

func compress(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	check(err)
	check(w.Close())
	return b.Bytes()
}

func inUTF16(text []byte) []byte {
	b := []byte{0xFF, 0xFE}
	for _, unit := range utf16.Encode([]rune(string(text))) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return b
}

// quoting returns an mbox whose messages contain mailboxes and lines that only look like the
// beginning of a message. In the middle is a message that is longer than a share, so no message
// begins in a range there.
func quoting() []byte {
	const from = "From joe@a.example Thu Jan  1 00:00:00 2026\n"
	const plain = from + "Message-ID: <1@a.example>\nSubject: see http://s.example/\n\nhttp://a.example/\n-- \nhttp://b.example/\n\n"
	const forwarded = from + "Content-Type: multipart/mixed; boundary=b\n\nhttp://c.example/\n--b\n\nhttp://d.example/\n--b\n" +
		"Content-Type: message/rfc822\n\n" + from + "Subject: http://e.example/\n\n" + from + "no header\n"
	const odd = from + from + "\n" + from + "\n>From here\nFrom: http://f.example/\n\nFrom there http://g.example/\n" + from + "x"
	words := strings.Repeat("words ", 30)
	long := from + "Subject: " + strings.Repeat("http://h.example/ "+words, 8000) + "\n\n" +
		strings.Repeat("http://i.example/ "+words+"\n", 8000) + "\n"
	block := strings.Repeat(plain+forwarded+odd, 1000)
	return []byte(block + long + block)
}

// open returns a text in which a construct that changes what follows is open for longer
// than a search in ranges looks back.
func open() []byte {
	var b strings.Builder
	for range 2 {
		b.WriteString(strings.Repeat("see http://a.example/b and\n> http://c.example/\n\n", 3_000))
		b.WriteString("-- \n" + strings.Repeat("http://d.example/\n> http://e.example/\n", 3_000))
		b.WriteString("-----Original Message-----\n" + strings.Repeat("http://f.example/\n", 6_000))
		b.WriteString("<URL:http://g.example/" + strings.Repeat("\n mailto:h", 10_000) + "\n http://i.example/ ")
		b.WriteString("http://j.example/" + strings.Repeat("k", 2_000_000) + "\n")
	}
	_, err := io.WriteString(&b, "http://l.example/ without a line break at the end")
	check(err)
	return []byte(b.String())
}
