package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	message "github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // reads other character sets than UTF-8
	"github.com/emersion/go-message/mail"
	"github.com/jhillyerd/enmime/v2"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

const (
	enmimeModule    = "github.com/jhillyerd/enmime/v2"
	goMessageModule = "github.com/emersion/go-message"
)

// A sample is a message of the test data.
type sample struct{ name, text string }

// samples returns the messages that both projects ship.
func samples() (all []sample, err error) {
	for _, dir := range []string{"testdata", filepath.Join("dsn", "testdata")} {
		root, err := file(enmimeModule, dir)
		if err != nil {
			return nil, err
		}
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".raw" {
				return err
			}
			text, err := os.ReadFile(path)
			all = append(all, sample{"enmime/" + filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), string(text)})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, c := range []struct {
		path           []string
		function, name string
	}{
		{[]string{"mail", "mail_test.go"}, "", "mailString"},
		{[]string{"mail", "mail_test.go"}, "", "nestedMailString"},
		{[]string{"entity_test.go"}, "", "testMultipartText"},
		{[]string{"entity_test.go"}, "", "testSingleText"},
		{[]string{"entity_test.go"}, "TestNew_paddedBase64", "testPartRaw"},
		{[]string{"textproto", "bench_test.go"}, "", "testHeaderString1"},
		{[]string{"textproto", "bench_test.go"}, "", "testHeaderString2"},
		{[]string{"textproto", "bench_test.go"}, "", "testHeaderString3"},
	} {
		s, err := openSource(goMessageModule, c.path...)
		if err != nil {
			return nil, err
		}
		v, err := s.value(c.function, c.name)
		if err != nil {
			return nil, err
		}
		text, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("%s is no string", c.name)
		}
		all = append(all, sample{"go-message/" + c.name, text})
	}
	s, err := openSource(goMessageModule, "textproto", "multipart_test.go")
	if err != nil {
		return nil, err
	}
	rows, err := s.rows("", "parseTests")
	if err != nil {
		return nil, err
	}
	for n, row := range rows {
		in, ok := row["in"].(string)
		sep, also := row["sep"].(string)
		if ok && also { // others are computed
			all = append(all, sample{fmt.Sprintf("go-message/parseTests/%d", n+1),
				"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"" + sep + "\"\r\n\r\n" + in})
		}
	}
	return all, nil
}

// A letter is what a reader sees of a message.
type letter struct {
	fields map[string]string // Subject, From, To, decoded
	texts  []string          // of the text parts, decoded, in their order
	names  []string          // of files
}

var comparedFields = []string{"Subject", "From", "To"}

// ourLetter reads a message as urlgrep does.
func ourLetter(text string) (*letter, error) {
	r := mailbox.NewReader(new(mailbox.Options))
	r.Reset(strings.NewReader(text), detect.Message)
	l := &letter{fields: make(map[string]string)}
	last := ""
	for {
		seg, err := r.Next()
		if err == io.EOF {
			return l, nil
		}
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		switch part := seg.Part; {
		case seg.Kind == mailbox.Field && describesPart(seg.Name):
			l.names = append(l.names, string(body))
		case seg.Kind == mailbox.Field:
			if l.texts == nil && (part == "" || part == "1") {
				name := string(seg.Name)
				for _, f := range comparedFields {
					if _, twice := l.fields[f]; strings.EqualFold(f, name) && !twice {
						_, value, _ := strings.Cut(string(body), ":")
						l.fields[f] = value
					}
				}
			}
		case part != last || l.texts == nil:
			l.texts = append(l.texts, string(body))
			last = part
		default:
			l.texts[len(l.texts)-1] += string(body)
		}
	}
}

// describesPart reports whether a field has the name of a file as a parameter.
func describesPart(field []byte) bool {
	name := strings.ToLower(string(field))
	return name == "content-type" || name == "content-disposition"
}

// displayed returns the text of HTML as urlgrep displays it in a message.
func displayed(html string) (string, error) {
	r := mailbox.NewReader(new(mailbox.Options))
	r.Reset(strings.NewReader(html), detect.HTML)
	var b strings.Builder
	for {
		if _, err := r.Next(); err == io.EOF {
			return b.String(), nil
		} else if err != nil {
			return "", err
		}
		if _, err := io.Copy(&b, r); err != nil {
			return "", err
		}
	}
}

// words returns text with single spaces between its words: a program may fold lines and
// drop a line break at the end. Octets that the program has not decoded are windows-1252,
// as in package extract.
func words(text string) string {
	return strings.Join(strings.Fields(string(chars.AppendUTF8(nil, []byte(text), nil))), " ")
}

// compareLetters compares what urlgrep reads in the samples with what another program
// does. A text of the program is the same as one of urlgrep, and in the same order.
func compareLetters(read func(text string) (*letter, error)) (all []outcome, err error) {
	list, err := samples()
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		got, err := ourLetter(s.text)
		if err != nil {
			return nil, err
		}
		want, err := read(s.text)
		if err != nil && (want == nil || len(want.texts) == 0) {
			all = append(all, outcome{s.name, "refused", err.Error()})
			continue
		} // Otherwise the texts before the error are compared.
		o := outcome{id: s.name}
		for _, f := range comparedFields {
			if g, w := words(got.fields[f]), words(want.fields[f]); g != w {
				o.kind = "header"
				o.why += fmt.Sprintf("%s\n\t got %q\n\twant %q\n", f, g, w)
			}
		}
		for _, name := range want.names {
			if !strings.Contains(words(strings.Join(got.names, "\n")), words(name)) {
				o.kind = "name"
				o.why += fmt.Sprintf("%q is not in %q\n", name, got.names)
			}
		}
		rest := got.texts
		for _, text := range want.texts {
			if words(text) == "" {
				continue
			}
			i := slices.IndexFunc(rest, func(t string) bool { return words(t) == words(text) })
			if i < 0 {
				o.kind = "text"
				o.why += fmt.Sprintf("%q is not in %q\n", text, rest)
				break
			}
			rest = rest[i+1:]
		}
		all = append(all, o)
	}
	return all, nil
}

// enmimeLetter reads a message with enmime.
func enmimeLetter(text string) (*letter, error) {
	e, err := enmime.ReadEnvelope(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	l := &letter{fields: make(map[string]string)}
	for _, f := range comparedFields {
		l.fields[f] = e.GetHeader(f)
	}
	for _, p := range e.Root.DepthMatchAll(func(p *enmime.Part) bool { return p.FirstChild == nil }) {
		l.names = append(l.names, p.FileName)
		if err := l.add(p.ContentType, p.Content); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// add adds the text of a part that has one.
func (l *letter) add(mediaType string, content []byte) error {
	switch {
	case mediaType == "text/html":
		text, err := displayed(string(content))
		l.texts = append(l.texts, text)
		return err
	case mediaType == "" || strings.HasPrefix(mediaType, "text/"):
		l.texts = append(l.texts, string(content))
	}
	return nil
}

// goMessageLetter reads a message with go-message.
func goMessageLetter(text string) (*letter, error) {
	e, err := message.Read(strings.NewReader(text))
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return nil, err
	}
	l := &letter{fields: make(map[string]string)}
	for _, f := range comparedFields {
		if l.fields[f], err = e.Header.Text(f); err != nil {
			return nil, err
		}
	}
	err = e.Walk(func(_ []int, e *message.Entity, err error) error {
		if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
			return err
		}
		mediaType, _, err := e.Header.ContentType()
		if err != nil || strings.HasPrefix(mediaType, "multipart/") {
			return err
		}
		h := mail.AttachmentHeader{Header: e.Header}
		name, err := h.Filename()
		if err != nil {
			return err
		}
		l.names = append(l.names, name)
		content, err := io.ReadAll(e.Body)
		if err != nil {
			return err
		}
		return l.add(mediaType, content)
	})
	return l, err
}

func compareEnmime() ([]outcome, error)    { return compareLetters(enmimeLetter) }
func compareGoMessage() ([]outcome, error) { return compareLetters(goMessageLetter) }

// compareWords compares header fields with encoded words (RFC 2047).
func compareWords() (all []outcome, err error) {
	s, err := openSource(enmimeModule, "internal", "coding", "headerext_test.go")
	if err != nil {
		return nil, err
	}
	for _, function := range []string{"TestDecodePlainPassthrough", "TestDecodeFailurePassthrough", "TestDecodeAsciiB64",
		"TestDecodeAsciiQ", "TestDecodeSpacing", "TestDecodeCharsets", "TestRfc2047Decode"} {
		rows, err := s.rows(function, "ttable")
		if err != nil {
			return nil, err
		}
		for n, row := range rows {
			in, ok := row["in"].(string)
			if !ok {
				in, _ = row[""].(string)
			}
			want, ok := row["want"].(string)
			if !ok {
				want = in
			}
			var d header.Decoder
			o := outcome{id: fmt.Sprintf("%s/%d", function, n+1)}
			if got := d.Text([]byte(in)); got != want {
				o.kind = "text"
				o.why = fmt.Sprintf("%q\n\t got %q\n\twant %q", in, got, want)
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// compareParameters compares the media types and parameters of Content-Type fields, which
// may have encoded words and faults.
func compareParameters() (all []outcome, err error) {
	s, err := openSource(enmimeModule, "mediatype", "mediatype_test.go")
	if err != nil {
		return nil, err
	}
	rows, err := s.rows("TestParseMediaType", "testCases")
	if err != nil {
		return nil, err
	}
	for n, row := range rows {
		in, _ := row["input"].(string)
		want, _ := row["mtype"].(string)
		params, _ := row["params"].(map[string]any)
		m := header.ParseMediaType([]byte(in))
		o := outcome{id: fmt.Sprintf("TestParseMediaType/%d", n+1)}
		o.why = fmt.Sprintf("%q\n\t got %+v\n\twant %q %q", in, m, want, params)
		if got := m.Type + "/" + m.Subtype; got != want {
			o.kind = "type"
		}
		for _, name := range slices.Sorted(maps.Keys(params)) {
			var d header.Decoder
			if got := d.Text([]byte(m.Param(name))); got != params[name] {
				o.kind = "parameter"
			}
		}
		for _, p := range m.Parameters {
			if _, ok := params[p.Name]; !ok {
				o.kind = "parameter"
			}
		}
		all = append(all, o)
	}
	return all, nil
}

// compareEncodings compares bodies in a character set or a transfer encoding.
func compareEncodings() (all []outcome, err error) {
	for _, table := range []struct {
		module         string
		path           []string
		function, name string
		id             string
		field          string // of the header, with the label of the encoding
		label          string // name of the column of the label
		in, want       string // names of the columns of the octets and the text
	}{
		{enmimeModule, []string{"internal", "coding", "charsets_test.go"}, "TestCharsetReader", "testTable", "enmime/TestCharsetReader",
			"Content-Type: text/plain; charset=%s\r\n", "charset", "input", "want"},
		{goMessageModule, []string{"charset", "charset_test.go"}, "", "testCharsets", "go-message/testCharsets",
			"Content-Type: text/plain; charset=%s\r\n", "charset", "encoded", "decoded"},
		{goMessageModule, []string{"encoding_test.go"}, "", "testEncodings", "go-message/testEncodings",
			"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: %s\r\n", "enc", "encoded", "decoded"},
	} {
		s, err := openSource(table.module, table.path...)
		if err != nil {
			return nil, err
		}
		rows, err := s.rows(table.function, table.name)
		if err != nil {
			return nil, err
		}
		for n, row := range rows {
			label, _ := row[table.label].(string)
			in, ok := row[table.in].(string)
			if !ok {
				return nil, errors.New(table.id + ": no octets")
			}
			want, ok := row[table.want].(string)
			if !ok {
				want = in // an unknown label
			}
			var b bytes.Buffer
			b.WriteString("From: a@b.example\r\nSubject: c\r\nMIME-Version: 1.0\r\n")
			fmt.Fprintf(&b, table.field, label)
			b.WriteString("\r\n" + in)
			l, err := ourLetter(b.String())
			if err != nil {
				return nil, err
			}
			o := outcome{id: fmt.Sprintf("%s/%d", table.id, n+1)}
			if got := strings.Join(l.texts, ""); got != want {
				o.kind = "text"
				o.why = fmt.Sprintf("%q in %s\n\t got %q\n\twant %q", in, label, got, want)
			}
			all = append(all, o)
		}
	}
	return all, nil
}
