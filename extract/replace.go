package extract

import (
	"bufio"
	"errors"
	"io"
)

// ErrEncoded is the error of [Replace] and [Scanner.Pieces] for an input whose text is
// encoded: mail, HTML, a document, a calendar or another format that encodes text, and a
// character set that is decoded as a whole, as UTF-16 is. Replace has then written nothing.
// With Options.Input InputText, mail and the other formats are copied as they are, except for a
// text that begins with a byte order mark of UTF-16 or UTF-32: URLs in encoded parts are not found.
var ErrEncoded = errors.New("URLs cannot be replaced in mail, HTML and other encoded text")

// Replace copies src to dst, and writes for each URL the result of replace instead. All
// other text is copied byte for byte, and so is a URL for which replace returns
// Match.Text.
//
// The URL is replaced from its first character to its last. Its delimiters stay, with the
// white space between them and the URL. Text that a line break put into the URL is
// removed, up to the ">" if one follows the URL; so a broken URL is on one line if
// replace returns Match.URL. By default, so is a line break after a hyphen in a URL without
// brackets, where the next line may continue it: to be certain, set Options.Rejoin to
// RejoinWrapped. The result of replace is written unchanged, in UTF-8 and
// without delimiters, and is not searched.
//
// A defanged URL without delimiters has the same Match.Text and Match.URL: see
// Options.Refang. So Replace cannot refang it: it is copied if replace returns either. A
// program that refangs writes Match.URL in the place of a URL of [Scanner.Pieces].
//
// The options select the URLs that are replaced; the others are copied. Options.Line and
// Options.SelectMessage are not called.
//
// A match is written as soon as it is certain, and other text after its line has ended.
// Memory is bounded as for a [Scanner], except for the results of replace.
//
// Replace returns an error of src after it has copied the text before it, except for a
// URL that the error cuts off. It returns an error of dst; [ErrEncoded]; [ErrBinary]
// after it has copied the text before the NUL; or an error for invalid [Options], before
// it reads or writes. After any error, the text in dst is a beginning of the text that
// would be written without the error.
//
// A nil src is empty. If dst or replace is nil, Replace panics before it reads.
func Replace(dst io.Writer, src io.Reader, o *Options, replace func(Match) string) error {
	if dst == nil || replace == nil {
		panic("extract: nil Writer or function in Replace")
	}
	s := NewScanner(src, o)
	w := bufio.NewWriterSize(dst, chunk) // an error is returned by Flush
	for p, err := range s.pieces(w.Flush) {
		if err != nil {
			if failed := w.Flush(); failed != nil {
				return failed
			}
			return err
		}
		if p.IsURL {
			m := s.Match()
			if other := replace(m); other != m.Text {
				w.WriteString(other)
				continue
			}
		}
		w.Write(p.Text)
	}
	return w.Flush()
}
