package compound

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

const object = "__attach_version1.0_#00000000/__substg1.0_3701000D/"

// withObject is a message with an OLE object.
var withObject = cfbtest.File(
	cfbtest.Stream{Path: "__properties_version1.0", Data: strings.Repeat("\x00", 32)},
	cfbtest.Stream{Path: "__substg1.0_0037001E", Data: "subject"},
	cfbtest.Stream{Path: "__attach_version1.0_#00000000/__properties_version1.0", Data: strings.Repeat("\x00", 8)},
	cfbtest.Stream{Path: object + "CONTENTS", Data: "%PDF-1.7 http://a.example/"},
)

// TestOpen checks which Reader reads a compound file.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name     string
		document []byte
		want     []string
	}{
		{"a message with an object", withObject, []string{`text/rfc822-headers: "Subject: subject\r\n"`, "file", `"%PDF-1.7 http://a.example/"`}},
		{"not a message", cfbtest.File(cfbtest.Stream{Path: "CONTENTS", Data: "%PDF-1.7 http://a.example/"}), []string{`"%PDF-1.7 http://a.example/"`}},
		{"another format", cfbtest.File(cfbtest.Stream{Path: "a", Data: "b"}), nil},
		{"not a compound file", []byte("a"), []string{"not a document\n"}},
	} {
		got := documenttest.Read(t, Open, c.document)
		rest, ok := got, true
		for _, part := range c.want {
			if _, rest, ok = strings.Cut(rest, part); !ok {
				break
			}
		}
		if !ok || c.want == nil && got != "" {
			t.Errorf("%s: got\n%s", c.name, got)
		}
	}
}

// TestHeader checks that an object has the header of the message.
func TestHeader(t *testing.T) {
	r := Open(document.NewStore(withObject), &document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}})
	parts := 0
	for p, err := r.Next(); err == nil; p, err = r.Next() {
		if parts++; string(p.Header) != "Subject: subject\r\n" {
			t.Errorf("part %d: header %q", parts, p.Header)
		}
	}
	if parts != 2 {
		t.Errorf("%d parts", parts)
	}
}
