package sink

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
)

// JSON prints each match as one line of JSON, an object.
type JSON struct {
	out    *output.Output
	view   record.View
	name   string // name of the input
	record record.Record
	enc    jsonenc.Encoder
}

// JSONFormat returns the format that prints JSON.
func JSONFormat(view record.View) Format {
	return Only(everything, func(w *Worker) Printer { return newJSON(w.Out, view) })
}

// newJSON returns a Printer that prints JSON to out.
func newJSON(out *output.Output, view record.View) *JSON {
	j := &JSON{out: out, view: view}
	record.Remember(&j.record)
	return j
}

func (j *JSON) Begin(name string, _ bool) { j.name = name }

func (j *JSON) Match(f Found) error {
	m := f.Match()
	record.Reset(&j.record, j.view, j.name, m)
	j.enc.Reset()
	record.Encode(&j.enc, &j.record)
	printJSON(j.out, &j.enc)
	return nil
}

func (j *JSON) End(int) {}

// printJSON prints an encoded text as a line.
func printJSON(out *output.Output, e *jsonenc.Encoder) {
	e.B = append(e.B, '\n')
	out.Write(e.B)
}
