package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
)

const mailbox = `From ann@a.example Mon Jan  5 12:00:00 2015
Subject: http://subject.example/

http://plain.example/
From joe@a.example Mon Jan  5 12:00:00 2015
Content-Type: multipart/mixed; boundary="b"

--b
Content-Transfer-Encoding: quoted-printable

http://quoted.exam=
ple/?a=3D1
--b
Content-Type: text/plain
Content-Transfer-Encoding: base64

aHR0cDovL2Jhc2U2NC5leGFtcGxlLw==
--b
Content-Type: application/octet-stream

http://binary.example/
--b--
`

func TestSearch(t *testing.T) {
	var b bytes.Buffer
	s := searcher{out: bufio.NewWriter(&b)}
	if err := s.mailbox(strings.NewReader(mailbox)); err != nil {
		t.Fatal(err)
	}
	const want = "http://plain.example/\nhttp://quoted.example/?a=1\nhttp://base64.example/\n"
	if got := b.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
