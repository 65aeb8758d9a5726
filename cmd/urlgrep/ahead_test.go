package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// packings are functions that pack a text into inputs that cannot be divided into ranges.
var packings = map[string]func(w io.Writer, text []byte) error{
	"gzip": func(w io.Writer, text []byte) error {
		z := gzip.NewWriter(w)
		_, err := z.Write(text)
		return errors.Join(err, z.Close())
	},
	"zstd": func(w io.Writer, text []byte) error {
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		_, failed := z.Write(text)
		return errors.Join(err, failed, z.Close())
	},
	"tar": func(w io.Writer, text []byte) error {
		t := tar.NewWriter(w)
		for _, name := range []string{"a", "b"} {
			if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text))}); err != nil {
				return err
			}
			t.Write(text)
		}
		return t.Close()
	},
	"zip": func(w io.Writer, text []byte) error {
		z := zip.NewWriter(w)
		for _, name := range []string{"a", "b"} {
			m, err := z.Create(name)
			if err != nil {
				return err
			}
			m.Write(text)
		}
		return z.Close()
	},
}

// corporaText returns the corpora that contain no NUL, several times over.
func corporaText(t *testing.T) (all []byte) {
	files, err := filepath.Glob("../../testdata/corpora/*/input")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) < 0 {
			all = append(all, text...)
		}
	}
	return bytes.Repeat(all, 1+200_000/len(all))
}

// withInput runs the program with the given standard input. It returns the text written
// to both outputs and the exit status.
func withInput(in io.Reader, args ...string) string { return tuning{}.withInput(in, args...) }

func (with tuning) withInput(in io.Reader, args ...string) string {
	var out bytes.Buffer
	status := with.run(append([]string{"urlgrep"}, args...), in, &out, &out)
	return fmt.Sprintf("%s%d\n", &out, status)
}

// sameAhead checks that unpacking ahead of the search does not change the output, for a
// file and for a pipe.
func (with tuning) sameAhead(t *testing.T, what string, data []byte, args ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in")
	write(t, file, string(data))
	want := with.together(append(args, "-j1", file)...)
	if got := with.together(append(args, "-j2", file)...); got != want {
		t.Errorf("%s %q: %d bytes, want %d", what, args, len(got), len(want))
	}
	want = with.withInput(bytes.NewReader(data), append(args, "-j1")...)
	if got := with.withInput(iotest.HalfReader(bytes.NewReader(data)), append(args, "-j2")...); got != want {
		t.Errorf("%s through a pipe %q: %d bytes, want %d", what, args, len(got), len(want))
	}
}

// TestAhead checks that unpacking ahead of the search does not change the output: for
// inputs that are complete, truncated, corrupt, or followed by garbage.
func TestAhead(t *testing.T) {
	message := "From joe@a.example Thu Jan  1 00:00:00 2026\nSubject: see http://s.example/\n\nhttp://a.example/\n\n"
	text := corporaText(t)
	texts := map[string][]byte{
		"text": text, "mbox": []byte(strings.Repeat(message, 2500)), "binary": append(append(text[:150_000:150_000], 0), text...),
	}
	with := tuning{rangeLength: 10_000} // so that several workers start even for a file that turns out to be packed
	options := []string{"--json", "-c", "-l", "-m2", "--limit=bytes=200000", "-a"}
	if testing.Short() {
		options = nil
		delete(texts, "text")
	}
	with.withInput(strings.NewReader("")) // starts the goroutine of package signal, which remains
	before := runtime.NumGoroutine()
	for of, text := range texts {
		with.sameAhead(t, of, text, "-nb", "--json", "--verbose")
		for format, pack := range packings {
			var b bytes.Buffer
			if err := pack(&b, text); err != nil {
				t.Fatal(err)
			}
			packed, what := b.Bytes(), of+" in "+format
			for _, option := range options {
				with.sameAhead(t, what, packed, option)
			}
			half := len(packed) / 2
			with.sameAhead(t, what+", cut off", packed[:half], "-b")
			with.sameAhead(t, what+", corrupt", bytes.Join([][]byte{packed[:half], packed[half+11:]}, []byte("corrupted!!")), "-b")
			with.sameAhead(t, what+", with garbage", append(packed, "garbage"...), "-b")
		}
	}
	for runtime.NumGoroutine() > before { // a goroutine may still be exiting
		runtime.Gosched()
	}
}

// TestAheadPipe checks that input from a pipe is scanned and printed as it arrives,
// unpacked ahead of the search or not.
func TestAheadPipe(t *testing.T) {
	for _, format := range []string{"plain", "gzip"} {
		stdin, feed := io.Pipe()
		results, stdout := io.Pipe()
		done := make(chan int)
		go func() {
			done <- run([]string{"urlgrep", "-j2"}, stdin, stdout, io.Discard)
			stdout.Close()
		}()
		timer := time.AfterFunc(patience, func() { results.CloseWithError(errors.New("nothing came")) })
		w, flush := io.Writer(feed), func() error { return nil }
		if format == "gzip" {
			z := gzip.NewWriter(feed)
			w, flush = z, z.Flush
		}
		texts := make(chan string)
		go func() {
			for text := range texts {
				io.WriteString(w, text)
				flush()
			}
			feed.CloseWithError(io.ErrUnexpectedEOF)
		}()
		for i := range 20 {
			texts <- strings.Repeat("no URL, ", 2000) + fmt.Sprintf("http://%02d.example/ ", i)
			got := make([]byte, len("http://00.example/\n"))
			if _, err := io.ReadFull(results, got); err != nil || string(got) != fmt.Sprintf("http://%02d.example/\n", i) {
				t.Fatalf("%s: %q, %v", format, got, err)
			}
		}
		timer.Stop()
		close(texts)
		if status := <-done; status != exitError {
			t.Errorf("%s: exit status %d", format, status)
		}
	}
}

// TestAheadEnd checks that a search that ends early does not wait for more input: after
// the first match, and when the output cannot be written.
func TestAheadEnd(t *testing.T) {
	lines := strings.Repeat("http://a.example/\n", 20_000)
	for _, test := range []struct {
		options string
		stdout  io.Writer
		status  int
	}{
		{"-m1", io.Discard, exitFound},
		{"-q", io.Discard, exitFound},
		{"-l", io.Discard, exitFound},
		{"", full{}, exitError},
	} {
		for _, format := range []string{"plain", "gzip"} {
			stdin, feed := io.Pipe()
			go func() {
				if format == "gzip" {
					z := gzip.NewWriter(feed)
					io.WriteString(z, lines)
					z.Flush()
				} else {
					io.WriteString(feed, lines)
				}
			}() // the input does not end
			args := append([]string{"urlgrep", "-j2"}, strings.Fields(test.options)...)
			if status := run(args, stdin, test.stdout, io.Discard); status != test.status {
				t.Errorf("%s, %s: exit status %d", test.options, format, status)
			}
			stdin.Close() // ends the goroutine that writes
			feed.Close()
		}
	}
}
