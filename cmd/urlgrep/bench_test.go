package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// BenchmarkOutput measures a mailbox by what is printed for each URL.
func BenchmarkOutput(b *testing.B) {
	var text bytes.Buffer
	if _, err := corpusgen.Write(&text, corpusgen.Mbox, 4<<20); err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "INBOX")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		b.Fatal(err)
	}
	for _, option := range []string{
		"--no-filename", // a URL alone
		"-n", "-b", "--json", "--csv", "--format={{.URL}}", "--format={{.Line}}:{{.URL}}",
		"--count-by=host", "--show-lines", "-u",
	} {
		b.Run(strings.TrimLeft(option, "-"), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if status := run([]string{"urlgrep", "-j1", option, file}, nil, io.Discard, os.Stderr); status != exitFound {
					b.Fatal("exit status", status)
				}
			}
		})
	}
}
