package mailbox

import (
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// TestInfoCut checks that a long field is cut, since each of a million URLs may be
// printed with it, and that no encoded word is cut.
func TestInfoCut(t *testing.T) {
	word := " =?utf-8?Q?=E2=82=AC?="
	for _, test := range []struct{ subject, want string }{
		{strings.Repeat("x", maxValue), strings.Repeat("x", maxValue)},
		{strings.Repeat("x", maxValue+1), strings.Repeat("x", maxValue)},
		{strings.Repeat(word, 1000), strings.Repeat("€", (maxValue-1)/len(word))},
	} {
		r := NewReader(nil)
		r.Reset(strings.NewReader("Subject:"+test.subject+"\n\nbody\n"), detect.Message)
		seg, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := seg.Info.Subject(); got != test.want {
			t.Errorf("%.30q…: got %d bytes, want %d", test.subject, len(got), len(test.want))
		}
	}
}

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
		r.Reset(strings.NewReader(test.header+"\nbody\n"), detect.Message)
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

// TestInfoLong checks that a long field is cut whatever the limits of headers.
func TestInfoLong(t *testing.T) {
	r := NewReader(nil)
	r.Reset(strings.NewReader("Subject: "+strings.Repeat("x", 2*maxValue)+"\n\nbody\n"), detect.Message)
	for seg, err := r.Next(); err == nil; seg, err = r.Next() {
		if n := len(seg.Info.Subject()); n != maxValue-1 { // and a blank
			t.Errorf("%d bytes are kept", n)
		}
	}
}
