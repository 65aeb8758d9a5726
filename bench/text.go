package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// A source is where a text is from: a generator, or the mailboxes that the user names.
type source struct {
	kind  corpusgen.Kind
	share int64 // the text is 1/share of the size of the largest one
}

// realMail is the source of the user's mailboxes.
var realMail source

// A text is a file with its size and the number of URLs in it.
type text struct {
	file string
	size int64 // in bytes
	urls int64
}

// unknown is the number of URLs in a text that was not generated.
const unknown = -1

// makeText returns a text of a source, or 1/part of it. Real mail is always returned whole.
// It is the zero text if the user named no mailbox.
func (b *bench) makeText(s source, part int64) (text, error) {
	if s == realMail {
		return b.mail, nil
	}
	return generate(b.dir, s.kind, max(1, b.size/s.share/part))
}

// generate returns a text, and writes its file unless it exists from an earlier run. The
// name of the file contains a checksum of the beginning of the text, so that a change of
// the generator changes the name. The number of URLs is in another file, which is written
// last.
func generate(dir string, k corpusgen.Kind, size int64) (text, error) {
	sum := crc32.NewIEEE()
	if _, err := corpusgen.Write(sum, k, min(size, 1<<20)); err != nil {
		return text{}, err
	}
	t := text{file: filepath.Join(dir, fmt.Sprintf("%v-%d-%08x", k, size, sum.Sum32()))}
	count, err := os.ReadFile(t.file + ".urls")
	if err == nil {
		_, err = fmt.Sscan(string(count), &t.urls)
	}
	if err != nil {
		if t.urls, err = writeText(t.file, k, size); err != nil {
			return text{}, err
		}
		if err := os.WriteFile(t.file+".urls", fmt.Appendln(nil, t.urls), 0o666); err != nil {
			return text{}, err
		}
	}
	info, err := os.Stat(t.file)
	if err != nil {
		return text{}, err
	}
	t.size = info.Size()
	return t, nil
}

func writeText(file string, k corpusgen.Kind, size int64) (urls int64, err error) {
	f, err := os.Create(file)
	if err != nil {
		return 0, err
	}
	urls, err = corpusgen.Write(f, k, size)
	return urls, errors.Join(err, f.Close())
}

// join writes the messages of mailboxes to one file, so that programs that read one file
// read all of them.
func join(dir string, mailboxes []string) (t text, err error) {
	if len(mailboxes) == 0 {
		return text{}, nil
	}
	t = text{file: filepath.Join(dir, "mail"), urls: unknown}
	out, err := os.Create(t.file)
	if err != nil {
		return text{}, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	for _, name := range mailboxes {
		n, err := appendMailbox(out, name)
		if err != nil {
			return text{}, fmt.Errorf("%s: %w", name, err)
		}
		t.size += n
	}
	return t, nil
}

// appendMailbox appends a mailbox, and a blank line, in case the mailbox ends without one. It
// returns the number of bytes.
func appendMailbox(to io.Writer, name string) (int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var first [5]byte
	if io.ReadFull(f, first[:]); string(first[:]) != "From " {
		return 0, errors.New("not a mailbox: it does not begin with \"From \"")
	}
	return io.Copy(to, io.MultiReader(bytes.NewReader(first[:]), f, bytes.NewReader([]byte("\n\n"))))
}
