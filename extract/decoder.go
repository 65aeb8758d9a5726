package extract

import (
	"bufio"
	"io"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A decoder is the stage that decodes an input in a character set that does not contain ASCII, or
// is not an 8-bit character set.
type decoder struct {
	r      *charset.Reader
	text   *bufio.Reader // of the decoded text, since r requires long reads
	places offset.Map
	doubt  func() // notes at the end that the text was not in the character set; may be nil
}

func newDecoder(r io.Reader, set charset.Charset) *decoder {
	d := &decoder{r: charset.NewReader(r, set)}
	d.text = bufio.NewReaderSize(readerFunc(d.read), 2*charset.MinRead)
	return d
}

func (d *decoder) read(p []byte) (int, error) {
	n, err := d.r.Read(p, &d.places)
	if err != nil && d.doubt != nil && d.r.Mislabelled() {
		d.doubt()
		d.doubt = nil
	}
	return n, err
}

func (d *decoder) start(at int64) int64 { return d.places.Start(at) }

func (d *decoder) end(at int64) int64 { return d.places.End(at) }

func (d *decoder) discard(before int64) int64 {
	d.places.Discard(before)
	return 0 // the input has no places
}

// A readerFunc is a function that reads, as an io.Reader.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
