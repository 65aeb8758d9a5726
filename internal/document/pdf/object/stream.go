package object

import (
	"bufio"
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
)

// stream returns the stream that p is. The data end where Length says, if "endstream"
// follows, or else before the next "endstream".
func (f *File) stream(p *parsed) *Stream {
	s := &Stream{Dict: p.object.(Dict), Num: p.num, gen: p.gen}
	s.Range.From = p.stream
	if n := f.Int(s.Dict.Get("Length"), -1); n >= 0 && int64(n) <= f.store.Size()-p.stream {
		s.Range.To = p.stream + int64(n)
		const most = 16
		after := f.win.view(s.Range.To, most)
		after = bytes.TrimLeft(after, whiteSpace)
		if bytes.HasPrefix(after, []byte("endstream")) || bytes.HasPrefix(after, []byte("endobj")) {
			return s
		}
	}
	s.Range.To = p.stream
	if !f.spent {
		if to := f.end(p.stream); f.Take(to - p.stream) {
			s.Range.To = to
		}
	}
	return s
}

// end returns where a stream without a valid length ends.
func (f *File) end(from int64) int64 {
	to := f.store.Index([]byte("endstream"), from)
	if to < 0 {
		if to = f.store.Index([]byte("endobj"), from); to < 0 {
			f.Note(document.Damaged, document.At("a stream without an end", from))
			return f.store.Size()
		}
	}
	if to > from && f.store.Bytes(document.Range{From: to - 1, To: to}, 1)[0] == '\n' {
		to--
	}
	if to > from && f.store.Bytes(document.Range{From: to - 1, To: to}, 1)[0] == '\r' {
		to--
	}
	return to
}

// maxFilters is the number of filters of a stream.
const maxFilters = 16

// filters are the filters that are decoded (7.4), with their abbreviations, which
// some producers write.
var filters = map[Name]func(p *pool, r *bufio.Reader, early int) io.Reader{
	"FlateDecode": newFlate, "Fl": newFlate,
	"LZWDecode": newLZW, "LZW": newLZW,
	"ASCII85Decode": newASCII85, "A85": newASCII85,
	"ASCIIHexDecode": newASCIIHex, "AHx": newASCIIHex,
	"RunLengthDecode": newRunLength, "RL": newRunLength,
	"Crypt": func(_ *pool, r *bufio.Reader, _ int) io.Reader { return r }, // see File.Data
}

// images are the filters of images, which are not decoded.
var images = map[Name]bool{
	"DCTDecode": true, "DCT": true, "JPXDecode": true, "CCITTFaxDecode": true, "CCF": true, "JBIG2Decode": true,
}

// Data returns a reader of the data of a stream, decrypted and decoded by all its filters.
// Its only error is io.EOF: damaged data end where the damage begins. It returns nil if the
// stream is an image (DCTDecode, JPXDecode, CCITTFaxDecode, JBIG2Decode), is encrypted with
// a password, has an unknown filter, or is in another file.
func (f *File) Data(s *Stream) io.Reader {
	if s.Dict.Get("F") != nil { // 7.3.8.2: the data are in another file
		return nil
	}
	names, parms := f.filters(s)
	if len(names) > maxFilters {
		f.Note(document.TooDeep, "filters")
		return nil
	}
	m := identity
	if f.crypt != nil {
		m = f.crypt.streams
		if s.Dict.Get("Type") == Name("EmbeddedFile") {
			m = f.crypt.files
		}
	}
	for i, name := range names {
		if images[name] {
			return nil
		}
		if filters[name] == nil {
			f.Note(document.Unsupported, string(name))
			return nil
		}
		if name == "Crypt" && f.crypt != nil {
			m = f.crypt.filter(f.Name(parms[i].Get("Name")))
		}
	}
	var r io.Reader = f.store.Section(s.Range)
	if f.crypt != nil {
		if r = f.crypt.stream(s, r, m); r == nil {
			return nil
		}
	}
	return &data{r: f.env.Budget.Reader(r), f: f, from: s.Range.From, names: names, parms: parms}
}

// filters returns the names and the parameters of the filters of a stream.
func (f *File) filters(s *Stream) ([]Name, []Dict) {
	parms := f.Resolve(s.Dict.Get("DecodeParms"))
	if parms == nil {
		parms = f.Resolve(s.Dict.Get("DP")) // an abbreviation that some producers write
	}
	switch o := f.Resolve(s.Dict.Get("Filter")).(type) {
	case Name:
		if a, ok := parms.(Array); ok && len(a) > 0 {
			parms = f.Resolve(a[0])
		}
		return []Name{o}, []Dict{f.Dict(parms)}
	case Array:
		o = o[:min(len(o), maxFilters+1)]
		names, dicts := make([]Name, len(o)), make([]Dict, len(o))
		a, _ := parms.(Array)
		for i := range o {
			names[i] = f.Name(o[i])
			if i < len(a) {
				dicts[i] = f.Dict(a[i])
			} else if d, ok := parms.(Dict); ok && len(o) == 1 {
				dicts[i] = d
			}
		}
		return names, dicts
	}
	return nil, nil
}

// openCost is what beginning to read a stream, and each of its filters, counts in the budget:
// it takes time also if there are no data.
const openCost = 1 << 10

// data decodes the data of a stream, and notes its errors. The decoders are created by the
// first Read: many streams may wait to be read.
type data struct {
	r     io.Reader
	f     *File
	from  int64 // the offset of the stream
	begun bool
	names []Name
	parms []Dict
	bufs  []*bufio.Reader
}

// Read implements [io.Reader].
func (d *data) Read(p []byte) (int, error) {
	if d.f.Floor > 0 && d.f.env.Budget.Left() < d.f.Floor {
		d.r, d.begun = tooMuch{}, true
	}
	if !d.begun {
		d.begin()
	}
	n, err := d.r.Read(p)
	if err != nil && err != io.EOF {
		if err == document.ErrTooMuch {
			d.f.Note(document.TooMuch, "")
			if d.f.env.Budget.Left() <= 0 {
				d.f.shorten()
			}
		} else {
			d.f.Note(document.Damaged, document.At("a stream", d.from))
		}
		err = io.EOF
	}
	if err != nil {
		d.r = eof{}
		d.f.pool.release(d.bufs)
		d.bufs = nil
	}
	return n, err
}

// begin creates the decoders.
func (d *data) begin() {
	d.begun = true
	budget := d.f.env.Budget
	if !budget.Take(openCost * int64(1+len(d.names))) {
		d.r = tooMuch{}
		return
	}
	for i, name := range d.names {
		if name == "Crypt" {
			continue
		}
		b := d.f.pool.buffer(d.r)
		d.bufs = append(d.bufs, b)
		d.r = filters[name](&d.f.pool, b, d.f.Int(d.parms[i].Get("EarlyChange"), 1))
		d.r = budget.Reader(d.f.predict(d.r, name, d.parms[i]))
	}
}

type tooMuch struct{}

func (tooMuch) Read([]byte) (int, error) { return 0, document.ErrTooMuch }

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }
