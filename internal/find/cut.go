package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is about the beginning of a URL in the text of a link that leads to it:
//
//	<a href="http://a/long/name.html">http://a/long/...</a>
//	[http://a/lo ... name.html](http://a/long/name.html)

const (
	// maxTag bounds how many bytes before the text of a link its tag begins.
	maxTag = 1 << 10
	// maxCut bounds how many bytes the beginning of a URL has, and the text after it in a link of Markdown.
	maxCut = 256
)

// isCut decides whether Data[start:end], without brackets, is the beginning of the URL that the link leads to of
// which it begins the text, and an ellipsis follows it.
func (t *text) isCut(start, end int) verdict.Verdict {
	if start == 0 || t.Data[start-1] != '>' && t.Data[start-1] != '[' || end-start > maxCut {
		return verdict.No
	}
	n, v := t.ellipsis(end)
	if v != verdict.Yes {
		return v
	}
	if t.Data[start-1] == '>' {
		tag := t.Data[max(0, start-1-maxTag) : start-1]
		open := bytes.LastIndexByte(tag, '<')
		return verdict.Of(open >= 0 && isCutOf(t.Data[start:end], hrefIn(tag[open+1:])))
	}
	rest := t.Data[end+n:]
	const most = 3 * maxCut // the text after the ellipsis, and the target up to the character after the common part
	near := rest[:min(len(rest), maxCut)]
	label := bytes.IndexAny(near, "[]<>\r\n")
	switch {
	case label < 0 && len(near) < maxCut:
		return t.atEdge()
	case label < 0 || near[label] != ']' || bytes.IndexByte(bytes.Trim(near[:label], " "), ' ') >= 0:
		return verdict.No // text follows
	case len(rest) < most && !t.EOF && !bytes.ContainsAny(rest[label:], ") \t\r\n"):
		return verdict.More
	}
	target, ok := bytes.CutPrefix(rest[label:min(len(rest), most)], []byte("]("))
	return verdict.Of(ok && isCutOf(t.Data[start:end], target))
}

// ellipsis decides whether "..." or "…" is at Data[i], with a blank before it or without, and returns its length
// with the blank.
func (t *text) ellipsis(i int) (n int, v verdict.Verdict) {
	for _, mark := range [...]string{"...", " ...", "…", " …"} {
		switch rest := t.Data[i:min(len(t.Data), i+len(mark))]; {
		case string(rest) == mark:
			return len(mark), verdict.Yes
		case string(rest) == mark[:len(rest)] && !t.EOF:
			v = verdict.More
		}
	}
	return 0, v
}

// hrefIn returns the rest of the tag from the value of "href" on, or nil if it is not that of a link.
func hrefIn(tag []byte) []byte {
	const name = "href="
	if len(tag) < 2 || tag[0]|0x20 != 'a' || !ascii.Is(tag[1], ascii.Space) {
		return nil
	}
	for i := 2; i+len(name) <= len(tag); i++ {
		if ascii.EqualFold(tag[i:i+len(name)], name) && ascii.Is(tag[i-1], ascii.Space) {
			return bytes.TrimLeft(tag[i+len(name):], `"'\`)
		}
	}
	return nil
}

// isCutOf reports whether the URL that target begins with goes on after url, without regard to their schemes and
// "www.".
func isCutOf(url, target []byte) bool {
	rest, ok := bytes.CutPrefix(withoutServer(target), withoutServer(url))
	return ok && len(rest) > 0 && !ascii.Is(rest[0], ascii.Space) && bytes.IndexByte([]byte(`"'<>)\`), rest[0]) < 0
}

// withoutServer returns url without "http://" or "https://", and "www." after it.
func withoutServer(url []byte) []byte {
	for _, scheme := range [...]string{"http://", "https://"} {
		url = bytes.TrimPrefix(url, []byte(scheme))
	}
	return bytes.TrimPrefix(url, []byte("www."))
}
