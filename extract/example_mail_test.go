package extract_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// message has a part in base64 and one in HTML.
const message = `From: Joe <joe@a.example>
Subject: =?utf-8?q?See_http://b.example/?=
Date: Sun, 6 May 2001 07:08:09 +0000
Message-ID: <1@a.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=c

--c
Content-Transfer-Encoding: base64

U2VlIGh0dHA6Ly9kLmV4YW1wbGUvCg==
--c
Content-Type: text/html

<p>See <a href="http://e.example/?f&amp;g">it</a>.
--c--
`

// The format of the input is detected from its beginning. Each match in mail has its
// message, and the offsets of the encoded bytes in the input.
func ExampleMessage() {
	for m, err := range extract.NewScanner(strings.NewReader(message), nil).All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s (message %d of %s, %s%s, line %d: %s)\n", m.URL,
			m.Message.Index, m.Message.Date.Format("2006-01-02"), m.Header, m.Part, m.Line, message[m.Offset:m.End])
	}
	// Output:
	// http://b.example/ (message 1 of 2001-05-06, Subject, line 2: http://b.example/)
	// http://d.example/ (message 1 of 2001-05-06, 1, line 11: Gh0dHA6Ly9kLmV4YW1wbGUv)
	// http://e.example/?f&g (message 1 of 2001-05-06, 2, line 15: http://e.example/?f&amp;g)
}

// The http and https URLs of a mailbox, with the subjects of their messages.
func Example_subjects() {
	schemes, err := extract.ParseSchemes("http,https")
	if err != nil {
		log.Fatal(err)
	}
	const mbox = "From joe@a.example Sun May  6 07:08:09 2001\nFrom: joe@a.example\nSubject: =?utf-8?q?Caf=C3=A9?=\n\nhttp://b.example/ ftp://b.example/\n\n" +
		"From ann@a.example Mon May  7 07:08:09 2001\nFrom: ann@a.example\nSubject: Re: cafe\n\n> http://b.example/\nor https://c.example/\n"
	for m, err := range extract.NewScanner(strings.NewReader(mbox), &extract.Options{Schemes: schemes}).All() {
		if err != nil {
			log.Fatal(err)
		}
		if m.Message != nil && m.QuoteDepth == 0 {
			fmt.Println(m.Message.Subject, m.URL)
		}
	}
	// Output:
	// Café http://b.example/
	// Re: cafe https://c.example/
}

func ExampleNote() {
	const mbox = "From joe@a.example Sun May  6 07:08:09 2001\n" +
		"From: joe@a.example\nContent-Type: text/plain; charset=martian\n\nhttp://b.example/\n"
	o := &extract.Options{Note: func(n extract.Note) {
		fmt.Printf("message %d at byte %d: %s\n", n.Index, n.Offset, n.Text)
	}}
	for m, err := range extract.Bytes([]byte(mbox), o) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL)
	}
	// Output:
	// http://b.example/
	// message 1 at byte 0: unknown character set "martian"
}

// SkipQuoted and SkipSignatures leave only the URLs that the author of a reply wrote.
func ExampleOptions_unquoted() {
	const text = "> see http://a.example/\nor http://b.example/\n-- \nhttp://joe.example/\n"
	o := &extract.Options{Input: extract.InputText, SkipQuoted: true, SkipSignatures: true}
	for m, err := range extract.Bytes([]byte(text), o) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL)
	}
	// Output:
	// http://b.example/
}

func ExampleInput() {
	const fragment = `<a href="b?c&amp;d">e</a> <base href="http://a.example/"><a href="b?c&amp;d">e</a>`
	for _, input := range []extract.Input{extract.InputText, extract.InputHTML} {
		for m, err := range extract.Bytes([]byte(fragment), &extract.Options{Input: input}) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(m.Kind, m.URL)
		}
	}
	// Output:
	// bare http://a.example/
	// attribute http://a.example/
	// attribute http://a.example/b?c&d
}

// A picture holds no text, so it is scanned only with AllParts.
func ExampleScanner_Counts_passedOver() {
	const message = "Subject: picture\nMIME-Version: 1.0\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8=\n"
	for _, all := range []bool{false, true} {
		s := extract.NewScanner(strings.NewReader(message), &extract.Options{Input: extract.InputMail, AllParts: all})
		for s.Scan() {
			fmt.Printf("%s\n", s.URL())
		}
		if err := s.Err(); err != nil {
			log.Fatal(err)
		}
		fmt.Println("passed over:", s.Counts().PassedOver)
	}
	// Output:
	// passed over: 1
	// http://a.example/
	// passed over: 0
}

// A part beyond a limit is scanned as plain text, and noted.
func ExampleLimits() {
	o := &extract.Options{
		Limits: extract.Limits{Parts: 1},
		Note:   func(n extract.Note) { fmt.Println(n.Beyond, n.Text) },
	}
	for m, err := range extract.Bytes([]byte(message), o) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%q %s\n", m.Header+m.Part, m.URL)
	}
	// Output:
	// "Subject" http://b.example/
	// "1" http://d.example/
	// "" http://e.example/?f&g
	// [Parts] too many parts, read as text
}

func ExampleScanner_Counts() {
	const mbox = "From joe@a.example Sun May  6 07:08:09 2001\nSubject: b\n\nsee http://c.example/\n\n" +
		"From joe@a.example Sun May  6 07:08:09 2001\nSubject: no URL\n\n"
	s := extract.NewScanner(strings.NewReader(mbox), nil)
	n := 0
	for s.Scan() {
		n++
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "in", s.Counts().Messages, "messages")
	// Output: 1 in 2 messages
}

// Only the messages that Joe sent in 2001 are searched.
func ExampleOptions_messages() {
	const mbox = "From ann@b.example Sat May  5 07:08:09 2001\nFrom: Ann <ann@b.example>\n" +
		"Date: Sat, 5 May 2001 07:08:09 +0000\n\nhttp://b.example/\n\n" +
		"From joe@a.example Sun May  6 07:08:09 2001\nList-Unsubscribe: <http://a.example/list>\nFrom: Joe <joe@a.example>\n" +
		"Date: Sun, 6 May 2001 07:08:09 +0000\n\nhttp://c.example/\n"
	o := &extract.Options{SelectMessage: func(m *extract.Message) bool {
		return m.Date.Year() == 2001 && strings.Contains(m.From, "<joe@a.example>")
	}}
	s := extract.NewScanner(strings.NewReader(mbox), o)
	for s.Scan() {
		fmt.Printf("%s\n", s.URL())
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Counts().Selected, "of", s.Counts().Messages)
	// Output:
	// http://a.example/list
	// http://c.example/
	// 1 of 2
}

// Relative references are found if the URL of the page is known.
func ExampleScanner_Counts_withoutBase() {
	const page = "<!doctype html><a href='b'>b</a> <img src='/c.png'>"
	for _, base := range []string{"", "http://a.example/d/"} {
		s := extract.NewScanner(strings.NewReader(page), &extract.Options{Base: base})
		for s.Scan() {
			fmt.Printf("%s\n", s.URL())
		}
		if err := s.Err(); err != nil {
			log.Fatal(err)
		}
		fmt.Println("without a base:", s.Counts().WithoutBase)
	}
	// Output:
	// without a base: 2
	// http://a.example/d/b
	// http://a.example/c.png
	// without a base: 0
}
