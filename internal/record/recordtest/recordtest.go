// Package recordtest builds the output of --json for a match independently of package
// record, for tests.
package recordtest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// A Match is a match as --json prints it, for encoding/json. It has a field for each key.
type Match struct {
	URL             string       `json:"url"`
	Kind            extract.Kind `json:"kind"`
	File            string       `json:"file"`
	Line            int64        `json:"line"`
	Offset          int64        `json:"offset"`
	End             int64        `json:"end"`
	Text            string       `json:"text"`
	RawBase64       []byte       `json:"raw_base64,omitempty"`
	Rejoined        bool         `json:"rejoined,omitempty"`
	Refanged        bool         `json:"refanged,omitempty"`
	HyphenAmbiguous bool         `json:"hyphen_ambiguous,omitempty"`
	Alternatives    []string     `json:"alternatives,omitempty"`
	Key             string       `json:"key,omitempty"`
	Target          string       `json:"target,omitempty"`
	Via             []string     `json:"via,omitempty"`
	QuoteDepth      int          `json:"quote_depth,omitempty"`
	Signature       bool         `json:"signature,omitempty"`
	Element         string       `json:"element,omitempty"`
	Attribute       string       `json:"attribute,omitempty"`
	Label           string       `json:"label,omitempty"`
	LabelCut        bool         `json:"label_cut,omitempty"`

	Scheme    string          `json:"scheme,omitempty"`
	User      parse.Component `json:"user,omitzero"`
	Password  parse.Component `json:"password,omitzero"`
	Host      parse.Component `json:"host,omitzero"`
	HostASCII string          `json:"host_ascii,omitempty"`
	Port      parse.Component `json:"port,omitzero"`
	Path      string          `json:"path,omitempty"`
	Query     parse.Component `json:"query,omitzero"`
	Fragment  parse.Component `json:"fragment,omitzero"`

	Parts any `json:"parts,omitempty"`
	*judgement
	Warnings []string          `json:"warnings,omitzero"`
	Evidence map[string]string `json:"evidence,omitempty"`
	Message  *Message          `json:"message,omitempty"`
	Document *Document         `json:"document,omitempty"`
}

// A Document is the document of a match, with the match's place in it.
type Document struct {
	Format    string `json:"format,omitempty"`
	Place     string `json:"place,omitempty"`
	Name      string `json:"name,omitempty"`
	Member    string `json:"member,omitempty"`
	Page      int    `json:"page,omitempty"`
	Slide     int    `json:"slide,omitempty"`
	Cell      string `json:"cell,omitempty"`
	Object    int    `json:"object,omitempty"`
	Paragraph int    `json:"paragraph,omitempty"`
	Origin    string `json:"origin,omitempty"`
	Revision  int    `json:"revision,omitempty"`
	Relation  string `json:"relation,omitempty"`
}

// A Message is the message of a match, with the match's place in it.
type Message struct {
	Index      int    `json:"index"`
	ID         string `json:"id,omitempty"`
	Date       string `json:"date,omitempty"` // RFC 3339
	DateRaw    string `json:"date_raw,omitempty"`
	From       string `json:"from,omitempty"`
	Subject    string `json:"subject,omitempty"`
	Newsgroups string `json:"newsgroups,omitempty"`
	Part       string `json:"part,omitempty"`
	Header     string `json:"header,omitempty"`
}

// A judgement is the result of parsing a URL at each level.
type judgement struct {
	Valid  []parse.Level `json:"valid"`
	Errors []failure     `json:"errors"`
}

// A failure is the error of parsing a URL at a level.
type failure struct {
	Level       parse.Level `json:"level"`
	Class       parse.Class `json:"class"`
	ErrorOffset int         `json:"error_offset"`
}

// New returns the output of --json for a match.
func New(file string, m *extract.Match, defanged bool) *Match {
	r := &Match{
		URL: m.URL, Kind: m.Kind, File: file,
		Line: m.Line, Offset: m.Offset, End: m.End,
		Text: m.Text, RawBase64: []byte(m.Raw),
		Rejoined: m.Rejoined, Refanged: m.Refanged, HyphenAmbiguous: len(m.Alternatives) > 0, Alternatives: m.Alternatives,
		QuoteDepth: m.QuoteDepth, Signature: m.Signature,
	}
	if of := m.Message; of != nil {
		r.Message = &Message{of.Index, of.ID, "", of.DateRaw, of.From, of.Subject, of.Newsgroups, m.Part, m.Header}
		if !of.Date.IsZero() {
			r.Message.Date = of.Date.UTC().Format(time.RFC3339)
		}
	}
	if of := m.Document; of != nil {
		r.Document = &Document{of.Format, of.Place(), of.Name, of.Member, of.Page, of.Slide, of.Cell, of.Object, of.Paragraph, of.Origin, of.Revision, of.Relation}
		r.Label, r.LabelCut = of.Label, of.LabelCut
	}
	if of := m.Element; of != nil {
		r.Element, r.Attribute, r.Label, r.LabelCut = of.Name, of.Attribute, of.Label, of.LabelCut
	}
	switch m.Kind {
	case extract.Email:
		at := strings.LastIndexByte(m.URL, '@')
		r.User = parse.Component{Value: m.URL[:at], Present: true}
		r.Host = parse.Component{Value: m.URL[at+1:], Present: true}
	case extract.Schemeless:
		if u, err := parse.Parse("http://"+m.URL, parse.Lenient); err == nil {
			r.components(u)
		}
	default:
		r.judge(m)
	}
	for _, s := range m.Signs {
		if r.Evidence == nil {
			r.Evidence = map[string]string{}
		}
		r.Warnings = append(r.Warnings, s.Name)
		r.Evidence[s.Name] = s.Evidence
		if defanged {
			r.Evidence[s.Name] = string(defang.Append(nil, s.Evidence, len(s.Evidence)))
		}
	}
	slices.Sort(r.Warnings)
	r.Warnings = slices.Compact(r.Warnings)
	r.HostASCII = record.ALabels(r.Host.Value)
	if defanged {
		r.URL = string(defang.Append(nil, r.URL, len(r.URL)))
		r.Alternatives = nil
		for _, url := range m.Alternatives {
			r.Alternatives = append(r.Alternatives, string(defang.Append(nil, url, len(url))))
		}
	}
	return r
}

// judge parses the URL at each level, independently of the others.
func (r *Match) judge(m *extract.Match) {
	r.judgement, r.Warnings = &judgement{Valid: []parse.Level{}, Errors: []failure{}}, []string{}
	for _, level := range parse.Levels() {
		u, err := parse.Parse(m.URL, level)
		if u.Scheme != "" {
			r.Scheme = u.Scheme
		}
		if err != nil {
			e := err.(*parse.Error)
			r.Errors = append(r.Errors, failure{level, e.Class, e.Offset})
			continue
		}
		r.Valid = append(r.Valid, level)
		switch level {
		case parse.RFC1738:
			r.Parts = u.Parts
		case parse.Lenient:
			r.components(u)
		}
		if level == m.Level {
			r.Warnings = append(r.Warnings, slices.Collect(u.Warnings.Names())...)
			if m.Repaired {
				r.Warnings = append(r.Warnings, "repaired")
			}
		}
	}
}

func (r *Match) components(u parse.URL) {
	r.User, r.Password = u.User, u.Password
	r.Host, r.Port = u.Host, u.Port
	r.Path, r.Query, r.Fragment = u.Path, u.Query, u.Fragment
}

// urlPieces and TextPieces are the parts of random URLs and texts. One element of each
// list is used.
var (
	urlPieces = [][]string{
		{"http:", "HTTP:", "https:", "ftp:", "gopher:", "mailto:", "news:", "nntp:", "telnet:", "wais:", "file:", "prospero:", "x-y:", "URL:", "1:", ""},
		{"//", "//", "//", "", "/"},
		{"", "", "joe@", "joe:pw@", "@", ":@", "a@b@"},
		{"a.example", "A.EXAMPLE", "", "*", "alt.a", "bücher.example", "b%C3%BCcher.example", "%01%C3%BC.example", "%22%C3%BC.example", "[::1]", "192.0.2.1", "300.1.1.1", "_a.example", "日本。example"},
		{"", "", ":80", ":8080", ":", ":99999", ":x"},
		{"", "/", "/a/b", "/a/b;type=i", "/1a%09b%09c", "/a.b/12", "/a?b/c", "/a;b=c;d=e", "/db/t/p", "/a\\b", "/ü", "/%0d%0A", "/%", "/\u2028"},
		{"", "", "?", "?q=1&amp", "?\"", "?a?b", "?<>&"},
		{"", "", "#", "#f", "#f#g", "#ü"},
	}
	TextPieces = []string{"a", " ", "plain text", "\"", "\\", "\x00", "\t", "\n", "\r", "\b", "\f", "\x1f", "\x7f", "<&>", "é", "日", "\u2028",
		"\u2029", "\ufffd", "\U0001f600", "\xff", "\xe2\x80", "/"}
)

func randomURL(r *rand.Rand) string {
	var b strings.Builder
	for _, list := range urlPieces {
		b.WriteString(list[r.IntN(len(list))])
	}
	return b.String()
}

// RandomText returns a random text with unusual characters.
func RandomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(TextPieces[r.IntN(len(TextPieces))])
	}
	return b.String()
}

// RandomMatch returns a match with unusual texts and URLs.
func RandomMatch(r *rand.Rand) *extract.Match {
	m := &extract.Match{
		URL: randomURL(r), Kind: extract.Kind(r.IntN(7)), Line: r.Int64N(1 << 40), Offset: r.Int64N(1 << 40), End: r.Int64N(1 << 40),
		Text: RandomText(r), Raw: RandomText(r), Rejoined: r.IntN(2) == 0, Refanged: r.IntN(2) == 0,
		QuoteDepth: r.IntN(3), Signature: r.IntN(2) == 0,
	}
	for range r.IntN(3) {
		m.Alternatives = append(m.Alternatives, randomURL(r))
	}
	switch m.Kind {
	case extract.Email:
		m.URL = "joe@" + m.URL
	case extract.Schemeless:
		_, m.URL, _ = strings.Cut(m.URL, "//")
	default:
		m.Level = parse.Level(r.IntN(3))
	}
	if r.IntN(2) == 0 {
		m.Element = &extract.Element{Name: RandomText(r), Attribute: RandomText(r), Label: RandomText(r), LabelCut: r.IntN(2) == 0}
	}
	if r.IntN(4) == 0 {
		m.Document = &extract.Document{
			Format: "pdf", Name: RandomText(r), Member: RandomText(r), Page: r.IntN(3), Slide: r.IntN(3),
			Cell: RandomText(r), Object: r.IntN(3), Revision: r.IntN(2), Relation: RandomText(r), Label: RandomText(r), LabelCut: r.IntN(2) == 0,
		}
	}
	for _, name := range []string{"hidden", "mixed-script", "userinfo-host"} {
		if r.IntN(4) == 0 {
			m.Signs = append(m.Signs, extract.Sign{Name: name, Rule: "rule", Evidence: RandomText(r)})
		}
	}
	if r.IntN(2) == 0 {
		m.Part, m.Header = RandomText(r), RandomText(r)
		m.Message = &extract.Message{
			Index: r.IntN(9), ID: RandomText(r), DateRaw: RandomText(r),
			From: RandomText(r), Subject: RandomText(r), Newsgroups: RandomText(r),
		}
		if r.IntN(2) == 0 {
			zone := time.FixedZone("", r.IntN(86400)-43200)
			m.Message.Date = time.Unix(r.Int64N(1<<33), r.Int64N(1e9)).In(zone)
		}
	}
	return m
}

// Encode returns v as one line of JSON, by reflection.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // cannot happen: v has only values that can be encoded
	}
	return b.Bytes()
}

// OddMail is a message whose header has all characters that could break a cell of a
// table.
const OddMail = "From: =?utf-8?q?=22a=22=2C_=09b=0Ac=0D=5C=1B=5B31m?= <joe@a.example>\n" +
	"Subject: =?utf-8?q?=00=FF=E2=80=AE?=\n" +
	"Message-ID: <\xff@a.example>\n" + "Newsgroups: +alt.example\n" +
	"List-Archive: <http://list.example/>\n\n" +
	"> <URL:http://joe:secret@b\xc3\xbccher.example:8080/over-\n> view?a=b#top> http://c.example/it's,\"x\" www.d.example/x ann@e.example\n" +
	"-- \nhttp://300.1.1.1:7/{x}%zz file:///etc/x ftp://f.example/\xff\n"
