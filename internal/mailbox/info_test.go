package mailbox

import (
	"io"
	"strings"
	"testing"
)

func TestInfoList(t *testing.T) {
	for _, test := range []struct{ header, want string }{
		{"Subject: x\n", ""},
		{"List-Id: \"All <about> gardens\" <talk.lists.example.org> (closed)\n", "talk.lists.example.org"},
		{"List-ID: =?utf-8?q?G=C3=A4rten?=\n <gardens.example.org>\n", "gardens.example.org"},
		{"List-Id: gardens.example.org\n", "gardens.example.org"},
		{"List-Id: <>\nList-Post: <mailto:gardens@example.org?subject=x>\n", "gardens@example.org"},
		{"list-post: <MAILTO:gardens@example.org> (gardeners only)\n", "gardens@example.org"},
		{"List-Post: <mailto:b@example.org>\nList-Id: <a.example.org>\n", "a.example.org"},
		{"List-Post: NO\n", ""},
		{"List-Post: <https://example.org/post>\n", ""},
	} {
		r := NewReader(nil)
		r.Reset(strings.NewReader(test.header+"\nbody\n"), Message)
		got := ""
		for {
			seg, err := r.Next()
			if err != nil {
				break
			}
			got = seg.Info.List()
			io.Copy(io.Discard, r)
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.header, got, test.want)
		}
	}
}

// TestInfoLong: of a field no more is kept than that, whatever the limits of headers.
func TestInfoLong(t *testing.T) {
	r := NewReader(nil)
	r.Reset(strings.NewReader("Subject: "+strings.Repeat("x", 2*maxValue)+"\n\nbody\n"), Message)
	for seg, err := r.Next(); err == nil; seg, err = r.Next() {
		if n := len(seg.Info.Subject()); n != maxValue-1 { // and a blank
			t.Errorf("%d bytes are kept", n)
		}
	}
}
