// Stdlib prints the URLs in the text parts of a mailbox. It is written with Go's standard
// library in the usual way, as one of the programs that urlgrep is compared with.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"regexp"
	"strings"
)

var url = regexp.MustCompile(`https?://[^\s<>"]+`)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	s := searcher{out: bufio.NewWriter(os.Stdout)}
	if err := s.mailbox(f); err != nil {
		log.Fatal(err)
	}
}

type searcher struct {
	out  *bufio.Writer
	text bytes.Buffer
}

// mailbox searches all messages. An error in a message ends the search of that message
// only, and is not reported, as real mail has many.
func (s *searcher) mailbox(r io.Reader) error {
	messages := bufio.NewScanner(r)
	messages.Buffer(make([]byte, 1<<20), 1<<30)
	messages.Split(splitMessages)
	for messages.Scan() {
		if m, err := mail.ReadMessage(bytes.NewReader(messages.Bytes())); err == nil {
			s.entity(m.Header, m.Body)
		}
	}
	return errors.Join(messages.Err(), s.out.Flush())
}

// splitMessages is a bufio.SplitFunc that returns messages without their From_ line.
func splitMessages(data []byte, atEOF bool) (advance int, token []byte, err error) {
	end := bytes.Index(data, []byte("\nFrom "))
	switch {
	case end >= 0:
		end++
	case atEOF && len(data) > 0:
		end = len(data)
	default:
		return 0, nil, nil
	}
	_, message, _ := bytes.Cut(data[:end], []byte("\n"))
	return end, message, nil
}

// entity searches a message or a part.
func (s *searcher) entity(header interface{ Get(string) string }, body io.Reader) error {
	media, parameters, _ := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case strings.HasPrefix(media, "multipart/"):
		parts := multipart.NewReader(body, parameters["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := s.entity(p.Header, p); err != nil {
				return err
			}
		}
	case media == "" || strings.HasPrefix(media, "text/"):
		return s.search(header.Get("Content-Transfer-Encoding"), body)
	}
	return nil
}

// search decodes a text and prints the URLs in it.
func (s *searcher) search(encoding string, body io.Reader) error {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	s.text.Reset()
	_, err := s.text.ReadFrom(body)
	for _, u := range url.FindAll(s.text.Bytes(), -1) {
		s.out.Write(u)
		s.out.WriteByte('\n')
	}
	return err
}
