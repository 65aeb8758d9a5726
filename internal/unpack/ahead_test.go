package unpack

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestReadAhead checks that files and pipes give the same text and faults with and
// without ReadAhead, and that no goroutine is left.
func TestReadAhead(t *testing.T) {
	long := strings.Repeat(sample, 2)
	inputs := map[string]string{
		"plain":       long,
		"gzip":        gz(long),
		"twice":       gz(sample) + gz(long) + "garbage",
		"zstd":        zst(long, zstd.WithWindowSize(MinWindow)),
		"bzip2":       fixture(t, "sample.bz2"),
		"xz":          fixture(t, "sample.xz"),
		"tar":         tarOf("a", sample, "b", "B", "c", gz(sample), "d", zipOf("e", sample)),
		"tar in gzip": gz(tarOf("a", sample, "b", "B", "c", gz(sample), "d", zipOf("e", sample))),
		"zip":         zipOf("a", sample, "b", "B", "c", gz(sample), "d", tarOf("e", sample)),
		"gzip twice":  gz(gz(long)),
	}
	before := runtime.NumGoroutine()
	same := New(Limits{})
	same.ReadAhead(func() func() func() { return func() func() { return func() {} } })
	limits := Limits{MaxBytes: int64(len(sample)) + 1}
	limited := New(limits)
	limited.ReadAhead(func() func() func() { return nil })
	compare := func(what, data string) {
		t.Helper()
		check(t, what, walkFile(same, data), walkFile(New(Limits{}), data)...)
		check(t, what+" through a pipe", walkPipe(same, strings.NewReader(data)), walkPipe(New(Limits{}), strings.NewReader(data))...)
		check(t, what+" within limits", walkFile(limited, data), walkFile(New(limits), data)...)
	}
	for what, data := range inputs {
		compare(what, data)
		at := len(data) / 2
		compare(what+", cut off", data[:at])
		compare(what+", corrupt", data[:at]+"corrupt"+data[at+7:])
	}
	for runtime.NumGoroutine() > before { // a goroutine may still be ending
		runtime.Gosched()
	}
}

// TestReadAheadNoMore checks that a visitor that wants no more does not wait for data
// from a pipe, and that the Unpacker can be used again while the goroutine waits.
func TestReadAheadNoMore(t *testing.T) {
	u := New(Limits{})
	u.ReadAhead(func() func() func() { return nil })
	for what, data := range map[string]string{
		"gzip":        gz(strings.Repeat(sample, 2)),
		"tar in gzip": gz(tarOf("a", strings.Repeat(sample, 2), "b", "B")),
	} {
		in, feed := io.Pipe()
		go feed.Write([]byte(data)[:len(data)-1])
		u.Walk("x", in, nil, func(_ string, r io.Reader) bool {
			io.ReadFull(r, make([]byte, 100<<10))
			return false
		})
		check(t, what, walkFile(u, gz(sample)), file{"x", sample, ""})
		feed.Close()
	}
}

// TestReadAheadStop checks that no goroutine is left if a visitor reads only part of a
// file.
func TestReadAheadStop(t *testing.T) {
	before := runtime.NumGoroutine()
	u := New(Limits{})
	u.ReadAhead(func() func() func() { return nil })
	for _, data := range []string{gz(strings.Repeat(sample, 2)), zipOf("a", strings.Repeat(sample, 2)), gz(tarOf("a", strings.Repeat(sample, 2)))} {
		r := bytes.NewReader([]byte(data))
		for range 20 {
			u.Walk("x", r, io.NewSectionReader(r, 0, r.Size()), func(_ string, r io.Reader) bool {
				io.ReadFull(r, make([]byte, 100<<10))
				return false
			})
			r.Seek(0, io.SeekStart)
		}
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// TestNoProgress checks that reading ends if the input keeps returning no bytes and no
// error: in any format, at the end and in the middle, with and without ReadAhead.
func TestNoProgress(t *testing.T) {
	long := strings.Repeat(sample, 2)
	ahead := New(Limits{})
	ahead.ReadAhead(func() func() func() { return nil })
	for what, data := range map[string]string{
		"plain":       long,
		"gzip":        gz(long),
		"zstd":        zst(long),
		"bzip2":       fixture(t, "sample.bz2"),
		"xz":          fixture(t, "sample.xz"),
		"tar":         tarOf("a", sample, "b", gz(sample)),
		"tar in gzip": gz(tarOf("a", sample, "b", gz(sample))),
		"zip":         zipOf("a", sample, "b", "B"),
		"gzip twice":  gz(gz(long)),
	} {
		for _, n := range []int{0, 1, len(data) / 2, len(data)} {
			for _, u := range []*Unpacker{New(Limits{}), ahead} {
				files := walkPipe(u, io.MultiReader(strings.NewReader(data[:n]), idle{}))
				if last := files[len(files)-1]; !strings.Contains(last.err, io.ErrNoProgress.Error()) {
					t.Errorf("%s, %d of %d bytes: %s", what, n, len(data), short(files))
				}
			}
		}
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
