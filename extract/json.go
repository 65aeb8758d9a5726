package extract

import (
	"encoding/json"
	"time"

	"github.com/urlgrep/urlgrep/parse"
)

// matchJSON is the JSON of a Match. The fields that the command has, too, have the names of the
// table in internal/record/fields.go.
type matchJSON struct {
	URL          string       `json:"url"`
	Kind         Kind         `json:"kind"`
	Level        parse.Level  `json:"level"`
	Line         int64        `json:"line,omitempty"`
	Offset       int64        `json:"offset"`
	End          int64        `json:"end"`
	URLOffset    int64        `json:"url_offset"`
	URLEnd       int64        `json:"url_end"`
	Text         string       `json:"text"`
	Raw          []byte       `json:"raw_base64,omitempty"`
	Rejoined     bool         `json:"rejoined,omitempty"`
	Repaired     bool         `json:"repaired,omitempty"`
	Refanged     bool         `json:"refanged,omitempty"`
	Alternatives []string     `json:"alternatives,omitempty"`
	QuoteDepth   int          `json:"quote_depth,omitempty"`
	Signature    bool         `json:"signature,omitempty"`
	Element      *string      `json:"element,omitempty"`
	Attribute    string       `json:"attribute,omitempty"`
	Hidden       string       `json:"hidden,omitempty"`
	Pixel        string       `json:"pixel,omitempty"`
	Label        string       `json:"label,omitempty"`
	LabelCut     bool         `json:"label_cut,omitempty"`
	Signs        []Sign       `json:"signs,omitempty"`
	Message      *messageJSON `json:"message,omitempty"`
	Document     *Document    `json:"document,omitempty"`
}

// messageJSON is the JSON of a Message, with the place of the match in it.
type messageJSON struct {
	Index      int    `json:"index"`
	ID         string `json:"id,omitempty"`
	Date       string `json:"date,omitempty"` // RFC 3339, UTC
	DateRaw    string `json:"date_raw,omitempty"`
	From       string `json:"from,omitempty"`
	Subject    string `json:"subject,omitempty"`
	Newsgroups string `json:"newsgroups,omitempty"`
	List       string `json:"list,omitempty"`
	Part       string `json:"part,omitempty"`
	Header     string `json:"header,omitempty"`
}

// MarshalJSON returns an object with the fields of m, under the names that the command prints
// with --json; Part and Header are in its "message". Fields that are absent are left out, but not
// the offsets. The components of the URL are not in it: encode the result of [Match.Parse].
func (m Match) MarshalJSON() ([]byte, error) {
	v := matchJSON{
		URL: m.URL, Kind: m.Kind, Level: m.Level, Line: m.Line, Offset: m.Offset, End: m.End, URLOffset: m.URLOffset, URLEnd: m.URLEnd,
		Text: m.Text, Raw: []byte(m.Raw), Rejoined: m.Rejoined, Repaired: m.Repaired, Refanged: m.Refanged,
		Alternatives: m.Alternatives, QuoteDepth: m.QuoteDepth, Signature: m.Signature, Signs: m.Signs, Document: m.Document,
	}
	v.Label, v.LabelCut = m.Label()
	if e := m.Element; e != nil {
		v.Element, v.Attribute, v.Hidden, v.Pixel = &e.Name, e.Attribute, e.Hidden, e.Pixel
	}
	if of := m.Message; of != nil {
		v.Message = &messageJSON{of.Index, of.ID, "", of.DateRaw, of.From, of.Subject, of.Newsgroups, of.List, m.Part, m.Header}
		if !of.Date.IsZero() {
			v.Message.Date = of.Date.UTC().Format(time.RFC3339)
		}
	}
	return json.Marshal(&v)
}

// UnmarshalJSON decodes the JSON of MarshalJSON. The date of the message is in UTC then.
func (m *Match) UnmarshalJSON(data []byte) error {
	var v matchJSON
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	got := Match{
		URL: v.URL, Kind: v.Kind, Level: v.Level, Line: v.Line, Offset: v.Offset, End: v.End, URLOffset: v.URLOffset, URLEnd: v.URLEnd,
		Text: v.Text, Raw: string(v.Raw), Rejoined: v.Rejoined, Repaired: v.Repaired, Refanged: v.Refanged,
		Alternatives: v.Alternatives, QuoteDepth: v.QuoteDepth, Signature: v.Signature, Signs: v.Signs, Document: v.Document,
	}
	switch {
	case v.Element != nil:
		got.Element = &Element{Name: *v.Element, Attribute: v.Attribute, Label: v.Label, LabelCut: v.LabelCut, Hidden: v.Hidden, Pixel: v.Pixel}
	case v.Document != nil:
		v.Document.Label, v.Document.LabelCut = v.Label, v.LabelCut
	}
	if of := v.Message; of != nil {
		got.Message = &Message{Index: of.Index, ID: of.ID, DateRaw: of.DateRaw, From: of.From, Subject: of.Subject, Newsgroups: of.Newsgroups, List: of.List}
		got.Part, got.Header = of.Part, of.Header
		if of.Date != "" {
			var err error
			if got.Message.Date, err = time.Parse(time.RFC3339, of.Date); err != nil {
				return err
			}
		}
	}
	*m = got
	return nil
}
