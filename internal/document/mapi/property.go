package mapi

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/wide"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Property is a property that this package uses.
type Property uint8

// The properties.
const (
	Subject Property = iota
	SubmitTime
	DeliveryTime
	RepresentedName
	RepresentedSMTP
	RepresentedAddress
	SenderName
	SenderSMTP
	SenderAddress
	DisplayTo
	DisplayCc
	MessageID
	ListHelp
	ListSubscribe
	ListUnsubscribe
	TransportHeaders
	PersonalPage
	BusinessPage

	HTML
	RTF
	Body
	BodyLocation
	InternetCodePage
	MessageCodePage
	Locale

	AttachData
	AttachMethod
	AttachLongName
	AttachName
	DisplayName
	AttachLongPath
	AttachPath
	AttachType
	AttachLocation

	NumProperties
)

// ids are the identifiers of the properties ([MS-OXPROPS], section 2).
var ids = [NumProperties]uint16{
	Subject:            0x0037,
	SubmitTime:         0x0039,
	DeliveryTime:       0x0E06,
	RepresentedName:    0x0042,
	RepresentedSMTP:    0x5D02,
	RepresentedAddress: 0x0065,
	SenderName:         0x0C1A,
	SenderSMTP:         0x5D01,
	SenderAddress:      0x0C1F,
	DisplayTo:          0x0E04,
	DisplayCc:          0x0E03,
	MessageID:          0x1035,
	ListHelp:           0x1043,
	ListSubscribe:      0x1044,
	ListUnsubscribe:    0x1045,
	TransportHeaders:   0x007D,
	PersonalPage:       0x3A50,
	BusinessPage:       0x3A51,
	HTML:               0x1013,
	RTF:                0x1009,
	Body:               0x1000,
	BodyLocation:       0x1014,
	InternetCodePage:   0x3FDE,
	MessageCodePage:    0x3FFD,
	Locale:             0x3FF1,
	AttachData:         0x3701,
	AttachMethod:       0x3705,
	AttachLongName:     0x3707,
	AttachName:         0x3704,
	DisplayName:        0x3001,
	AttachLongPath:     0x370D,
	AttachPath:         0x3708,
	AttachType:         0x370E,
	AttachLocation:     0x3713,
}

// Lookup returns the Property with an identifier, or false if it is not used.
func Lookup(id uint16) (Property, bool) {
	for p, want := range ids {
		if want == id {
			return Property(p), true
		}
	}
	return 0, false
}

// ID returns the identifier of p.
func ID(p Property) uint16 { return ids[p] }

// A Type is the type of a property ([MS-OXCDATA], section 2.11.1).
type Type uint16

// The types. Multiple is set if there are several values.
const (
	Int16    Type = 0x0002
	Int32    Type = 0x0003
	Float32  Type = 0x0004
	Float64  Type = 0x0005
	Currency Type = 0x0006
	AppTime  Type = 0x0007
	Error    Type = 0x000A
	Bool     Type = 0x000B
	Object   Type = 0x000D
	Int64    Type = 0x0014
	String8  Type = 0x001E
	String   Type = 0x001F // in UTF-16
	Time     Type = 0x0040
	GUID     Type = 0x0048
	Binary   Type = 0x0102
	Multiple Type = 0x1000
)

// Size returns the size in bytes of a value of type t, or 0 if it is not fixed.
func (t Type) Size() int {
	switch t &^ Multiple {
	case Int16, Bool:
		return 2
	case Int32, Float32, Error:
		return 4
	case Float64, Currency, AppTime, Int64, Time:
		return 8
	case GUID:
		return 16
	}
	return 0
}

// IsVariable reports whether values of type t have a variable size.
func (t Type) IsVariable() bool {
	switch t &^ Multiple {
	case Object, String8, String, Binary:
		return true
	}
	return false
}

// A Value is the value of a property. The zero Value is that of an object without the
// property.
type Value struct {
	Type   Type
	Number int64 // of a type of fixed size

	// The value of a variable size has Size bytes, which Open returns a reader of. They are
	// in Range. Exact says that they are the bytes there.
	Size  int64
	Open  func() io.Reader
	Range document.Range
	Exact bool
}

// Properties are those of a message or an attachment.
type Properties [NumProperties]Value

// CodePage returns the code page of strings that are not in UTF-16, or 0. A message of
// Outlook that has no property for it uses the code page of Windows in its locale, and not
// that of the message as it was sent.
func (o *Properties) CodePage() int64 {
	if n := o[MessageCodePage].Number; n != 0 {
		return n
	}
	locale := o[Locale].Number & 0xFFFF
	for _, c := range codePages {
		if strings.ContainsRune(c.locales, rune(locale)) || strings.ContainsRune(c.languages, rune(locale&0x3FF)) {
			return c.codePage
		}
	}
	return o[InternetCodePage].Number
}

// codePages are the code pages of locales and of languages, those that are not 1252
// ([MS-LCID], section 2.2).
var codePages = []struct {
	codePage           int64
	locales, languages string
}{
	{950, "\u0404\u0C04\u1404", ""}, // Taiwan, Hong Kong, Macao
	{936, "", "\u0004"},             // Chinese
	{932, "", "\u0011"},             // Japanese
	{949, "", "\u0012"},             // Korean
	{874, "", "\u001E"},             // Thai
	{1251, "\u0C1A\u1C1A", "\u0002\u0019\u0022\u0023\u002F\u003F"}, // Serbian; Bulgarian, Russian, Ukrainian, Belarusian, Macedonian, Kazakh
	{1250, "", "\u0005\u000E\u0015\u0018\u001A\u001B\u001C\u0024"}, // Czech, Hungarian, Polish, Romanian, Croatian, Slovak, Albanian, Slovenian
	{1253, "", "\u0008"},             // Greek
	{1254, "", "\u001F\u002C"},       // Turkish, Azerbaijani
	{1255, "", "\u000D"},             // Hebrew
	{1256, "", "\u0001\u0020\u0029"}, // Arabic, Urdu, Persian
	{1257, "", "\u0025\u0026\u0027"}, // Estonian, Latvian, Lithuanian
	{1258, "", "\u002A"},             // Vietnamese
}

// Charset returns the character set of a code page, as in a media type, or "" for 0.
func Charset(codePage int64) string {
	if codePage <= 0 {
		return ""
	}
	return "cp" + strconv.FormatInt(codePage, 10)
}

// maxText is the maximum size in bytes of a string.
const maxText = 64 << 10

// text returns a string, which is in the code page unless it is in UTF-16. It returns "" if
// v is no string.
func (v *Value) text(codePage int64) string {
	if v.Open == nil || v.Type != String && v.Type != String8 {
		return ""
	}
	raw, _ := io.ReadAll(io.LimitReader(v.Open(), maxText))
	if v.Type == String {
		return wide.UntilNUL(raw)
	}
	return Decode(raw, codePage)
}

// Decode returns the text before the first zero in UTF-8. It is in the code page, or in
// UTF-8 or windows-1252 if that is 0.
func Decode(raw []byte, codePage int64) string {
	before, _, _ := strings.Cut(string(raw), "\x00")
	c, ok := charset.ForMail(Charset(codePage))
	if !ok || c == (charset.Charset{}) {
		if c, _ = charset.Lookup("windows-1252"); strings.ToValidUTF8(before, "") == before {
			return before
		}
	}
	var d charset.Decoder
	d.Reset(c)
	return strings.ToValidUTF8(string(d.Append(nil, []byte(before), 0, new(offset.Map), true)), "\uFFFD")
}

// epoch is the time that is 0 as a value, in seconds since 1970. A time counts units of 100
// nanoseconds.
const (
	epoch  = -11_644_473_600
	second = 10_000_000
)

// TimeValue returns a time as the value of a property.
func TimeValue(t time.Time) Value {
	return Value{Type: Time, Number: (t.Unix()-epoch)*second + int64(t.Nanosecond()/100)}
}
