package escape

import (
	"bytes"
	"html"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

const firstAt = 1000 // offset of the texts in these tests

// decodeIn decodes src in pieces; size returns the length of each.
func decodeIn(d Decoder, src []byte, size func() int) []octet {
	var m offset.Map
	var text []byte
	d.Reset()
	for at := 0; at < len(src); {
		n := min(size(), len(src)-at)
		piece := bytes.Clone(src[at : at+n])
		text = d.Append(text, piece, firstAt+int64(at), &m)
		clear(piece) // the Decoder must not keep it
		at += n
		if held := d.Held(); held < 0 || held > at {
			panic("held " + strconv.Itoa(held))
		}
	}
	text = d.Close(text, &m)
	octets := []octet{}
	for i, c := range text {
		octets = append(octets, octet{c, m.Start(int64(i)), m.End(int64(i) + 1)})
	}
	return octets
}

func whole() int { return 1 << 30 }

func textOf(octets []octet) string {
	var s []byte
	for _, o := range octets {
		s = append(s, o.c)
	}
	return string(s)
}

// octetsOf returns the bytes of src with their origins.
func octetsOf(src []byte) (all []octet) {
	for i, c := range src {
		all = append(all, octet{c, firstAt + int64(i), firstAt + int64(i) + 1})
	}
	return all
}

var (
	lineEnd    = regexp.MustCompile(`\r?\r?\n|\r`)
	border     = regexp.MustCompile(`(?i)^(begin|end):`)
	lineOfName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*([;:]|$)`)
)

// slowCalendar joins each folded line and then decodes it as a whole.
func slowCalendar(src []byte) []octet {
	text := []octet{}
	all := octetsOf(src)
	for len(all) > 0 {
		var line, end []octet
		line, end, all = cutLine(all)
		for len(all) > 0 && len(end) > 0 {
			_, value, enc, _ := cutValue(line)
			soft := enc == inQuotedPrintable && value != nil && endsSoftly(value)
			blank := all[0].c == ' ' || all[0].c == '\t'
			if !soft && (!blank || !lineOfName.MatchString(textOf(line)) || border.MatchString(textOf(line))) {
				break
			}
			if soft {
				line = append(line[:len(line)-1:len(line)-1], softBreak)
			}
			if blank {
				all = all[1:]
			}
			var more []octet
			more, end, all = cutLine(all)
			line = append(slices.Clip(line), more...)
		}
		text = append(append(text, slowLine(line)...), end...)
	}
	return text
}

// softBreak is in the place of the "=" of a soft line break.
var softBreak = octet{0, -1, -1}

// cutLine cuts the first line off, and its end.
func cutLine(all []octet) (line, end, rest []octet) {
	at := lineEnd.FindStringIndex(textOf(all))
	if at == nil {
		return all, nil, nil
	}
	return all[:at[0]], all[at[0]:at[1]], all[at[1]:]
}

// endsSoftly reports whether a value ends in an "=" that is not part of an escape.
func endsSoftly(value []octet) bool {
	s := textOf(value)
	for i := 0; i < len(s); i++ {
		if s[i] != '=' {
			continue
		}
		if i+1 == len(s) {
			return true
		}
		if i+2 < len(s) && ascii.Is(s[i+1], ascii.Hex) && ascii.Is(s[i+2], ascii.Hex) {
			i += 2
		}
	}
	return false
}

// cutValue divides a content line after the colon before its value. value is nil without a
// colon.
func cutValue(line []octet) (head, value []octet, enc encoding, label string) {
	s := textOf(line)
	name := lineOfName.FindString(s)
	switch {
	case strings.HasSuffix(name, ":"):
		return line[:len(name)], line[len(name):], notEncoded, ""
	case !strings.HasSuffix(name, ";"):
		return line, nil, notEncoded, ""
	}
	quoted, token := false, ""
	for i := len(name); i < len(s); i++ {
		c := s[i]
		switch {
		case c == '^':
			token += "^"
			if i+1 < len(s) && strings.IndexByte("n^'", s[i+1]) >= 0 {
				i++
			}
		case c == '"':
			quoted = !quoted
		case quoted || c != ';' && c != ':':
			token += string(rune(c))
		default:
			token = strings.ToUpper(token)
			switch strings.TrimPrefix(token, "ENCODING=") {
			case "QUOTED-PRINTABLE":
				enc = inQuotedPrintable
			case "BASE64":
				enc = inBase64
			}
			if token == "ENCODING=B" {
				enc = inBase64
			}
			if after, ok := strings.CutPrefix(token, "CHARSET="); ok && len(token) <= 64 {
				label = after
			}
			token = ""
			if c == ':' {
				return line[:i+1], append([]octet{}, line[i+1:]...), enc, label
			}
		}
	}
	return line, nil, notEncoded, ""
}

func slowLine(line []octet) (text []octet) {
	if !lineOfName.MatchString(textOf(line)) {
		return line
	}
	head, value, enc, label := cutValue(line)
	params := false
	for i := 0; i < len(head); i++ {
		o := head[i]
		params = params || o.c == ';'
		if params && o.c == '^' && i+1 < len(head) && strings.IndexByte("n^'", head[i+1].c) >= 0 {
			i++
			o = octet{strings.NewReplacer("n", "\n", "'", `"`).Replace(string(rune(head[i].c)))[0], o.at, head[i].till}
		}
		text = append(text, o)
	}
	set, ok := charset.ForMail(label)
	ok = ok && label != ""
	switch enc {
	case inQuotedPrintable:
		value = slowQuotedPrintable(value)
		if ok {
			value = slowCharset(value, set)
		}
	case inBase64:
		decoded, rest := slowBase64(value, label != "")
		if ok {
			decoded = slowCharset(decoded, set)
		}
		value = append(decoded, rest...)
	}
	value = slowUnescape(value)
	if fmtType.MatchString(textOf(head)) {
		value = slowReferences(value)
	}
	return append(text, value...)
}

var (
	fmtType       = regexp.MustCompile(`(?i);"*F"*M"*T"*T"*Y"*P"*E"*="*T"*E"*X"*T"*/"*H"*T"*M"*L"*[;:]`)
	slowReference = regexp.MustCompile(`&(#?[A-Za-z0-9]+);`)
)

// slowReferences decodes character references that package html decodes as a whole.
func slowReferences(value []octet) (text []octet) {
	done := 0
	for _, at := range slowReference.FindAllStringIndex(textOf(value), -1) {
		written := textOf(value[at[0]:at[1]])
		// If the semicolon is part of it, the decoded text does not depend on what
		// follows.
		decoded := html.UnescapeString(written)
		if len(written) > maxReference+1 || decoded == written || strings.EqualFold(written, "&#x;") ||
			decoded == html.UnescapeString(written[:len(written)-1])+";" {
			continue
		}
		text = append(text, value[done:at[0]]...)
		for _, c := range []byte(decoded) {
			text = append(text, octet{c, value[at[0]].at, value[at[1]-1].till})
		}
		done = at[1]
	}
	return append(text, value[done:]...)
}

func slowUnescape(value []octet) (text []octet) {
	for i := 0; i < len(value); i++ {
		o := value[i]
		if o.c == '\\' && i+1 < len(value) {
			if k := strings.IndexByte(`nN\;,:`, value[i+1].c); k >= 0 {
				i++
				o = octet{"\n\n\\;,:"[k], o.at, value[i].till}
			}
		}
		text = append(text, o)
	}
	return text
}

func slowQuotedPrintable(value []octet) (text []octet) {
	for i := 0; i < len(value); i++ {
		o := value[i]
		if o.c == '=' && i+2 < len(value) && ascii.Is(value[i+1].c, ascii.Hex) && ascii.Is(value[i+2].c, ascii.Hex) {
			c, _ := strconv.ParseUint(textOf(value[i+1:i+3]), 16, 8)
			o = octet{byte(c), o.at, value[i+2].till}
			i += 2
		}
		if o != softBreak {
			text = append(text, o)
		}
	}
	return text
}

// slowBase64 returns the text that value is the base64 of, and the rest of value that is
// not.
func slowBase64(value []octet, isText bool) (text, rest []octet) {
	var digits []octet
	i := 0
	for ; i < len(value); i++ {
		if c := value[i].c; c == ' ' || c == '\t' {
			continue
		} else if ascii.Base64Digit(c) < 0 {
			break
		}
		digits = append(digits, value[i])
	}
	rest = value[i:]
	if !isText {
		head := digits[:min(len(digits), sample)]
		if len(head) < sample && len(rest) > 0 && rest[0].c != '=' || !charset.IsText([]byte(textOf(slowDigits(head)))) {
			// From the digit on that decides, blanks are kept.
			i := 0
			for n := 0; n < sample && i < len(value) && len(value)-i > len(rest); i++ {
				if ascii.Base64Digit(value[i].c) >= 0 {
					n++
				}
			}
			if len(head) < sample {
				return nil, append(head, rest...)
			}
			return nil, append(slices.Clip(head), value[i:]...)
		}
	}
	wholes := len(digits) / 4 * 4
	text = slowDigits(digits[:wholes])
	last := digits[wholes:]
	if len(rest) > 0 && rest[0].c != '=' || len(last) == 1 {
		return text, append(slices.Clip(last), rest...)
	}
	text = append(text, slowDigits(last)...)
	for len(rest) > 0 && (rest[0].c == '=' || rest[0].c == ' ' || rest[0].c == '\t') {
		rest = rest[1:]
	}
	return text, rest
}

// slowDigits decodes digits of base64, six bits at a time.
func slowDigits(digits []octet) (text []octet) {
	bits, n := 0, 0
	for i, d := range digits {
		bits = bits<<6 | ascii.Base64Digit(d.c)
		if n += 6; n >= 8 {
			n -= 8
			text = append(text, octet{byte(bits >> n), digits[i-1].at, d.till})
		}
	}
	return text
}

func slowCharset(value []octet, set charset.Charset) (text []octet) {
	var d charset.Decoder
	var m offset.Map
	d.Reset(set)
	for i, c := range d.Append(nil, []byte(textOf(value)), 0, &m, true) {
		text = append(text, octet{c, value[m.Start(int64(i))].at, value[m.End(int64(i)+1)-1].till})
	}
	return text
}

// check decodes src in several kinds of pieces and compares the results with slow's.
func check(t testing.TB, d Decoder, slow func([]byte) []octet, src []byte) {
	t.Helper()
	want := slow(src)
	r := rand.New(rand.NewPCG(1, uint64(len(src))))
	for name, size := range map[string]func() int{
		"whole": whole, "1": func() int { return 1 }, "2": func() int { return 2 }, "3": func() int { return 3 },
		"random": func() int { return r.IntN(12) },
	} {
		got := decodeIn(d, src, size)
		if textOf(got) != textOf(want) {
			t.Fatalf("%.300q, pieces %s:\n got %.300q\nwant %.300q", src, name, textOf(got), textOf(want))
		}
		if !reflect.DeepEqual(got, want) {
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%.300q, pieces %s, byte %d of %q: got %v, want %v", src, name, i, textOf(got), got[i], want[i])
				}
			}
		}
	}
}

func TestCalendar(t *testing.T) {
	long := strings.Repeat("x", maxSpread)
	for _, c := range []struct{ src, want string }{
		{"", ""},
		{"URL:http://u.example/\n", "URL:http://u.example/\n"},
		// Folds.
		{"URL:http://u.ex\r\n ample/\r\n", "URL:http://u.example/\r\n"},
		{"URL:http://u.ex\n\tample/\n", "URL:http://u.example/\n"},
		{"URL:http://u.ex\r\r\n ample/\r\r\n", "URL:http://u.example/\r\r\n"},
		{"URL\n :http://u.example/\n", "URL:http://u.example/\n"},
		{"URL;A=\"b\n c\":d\n", "URL;A=\"bc\":d\n"},
		{"URL:a\n  b\n", "URL:a b\n"},
		{"URL:a\n \n b\n", "URL:ab\n"},
		{"NOTE:caf\xC3\r\n \xA9\r\n", "NOTE:café\r\n"},
		{"NOTE:a\r\n", "NOTE:a\r\n"},
		{"NOTE:a\r\n ", "NOTE:a"},
		{"NOTE:a\r b\rNOTE:c\r\r d\r\r\r\n e\r", "NOTE:ab\rNOTE:c\r\r d\r\r\r\n e\r"},
		{"N;QUOTED-PRINTABLE:a=\rb=\r\rc\r\r", "N;QUOTED-PRINTABLE:ab\rc\r\r"},
		// No folds.
		{"\n a\n", "\n a\n"},
		{"NOTE:a\n\n b\n", "NOTE:a\n\n b\n"},
		{"no property\n a\\,b\n", "no property\n a\\,b\n"},
		{"BEGIN:VCARD\n URL:a\n X:b\\,\n END:VCARD\nend:vcard\n c", "BEGIN:VCARD\n URL:a\n X:b\\,\n END:VCARD\nend:vcard\n c"},
		{"BEG\n IN:VCARD\n URL:a\nX:b\n c", "BEGIN:VCARD\n URL:a\nX:bc"},
		{"END\n :VCARD\n URL:a\nENDING:b\n c", "END:VCARD\n URL:a\nENDING:bc"},
		{"____\n a\n", "____\n a\n"},
		{" a:b\\,c\n d\n", " a:b\\,c\n d\n"},
		{":a\\,b\n", ":a\\,b\n"},
		// Escape sequences.
		{`NOTE:a\,b\;c\nd\Ne\\f\:g`, "NOTE:a,b;c\nd\ne\\f:g"},
		{`NOTE:\\n \\\n \\\\`, "NOTE:\\n \\\n \\\\"},
		{`NOTE:a\b \"c\" \`, `NOTE:a\b \"c\" \`},
		{"NOTE:a\\\r\n ,b\\\n\tn\\\r\nNOTE:,", "NOTE:a,b\n\\\r\nNOTE:,"},
		{`item1.URL:http\://u.example/`, "item1.URL:http://u.example/"},
		{`a\,b`, `a\,b`},
		{`A\,B:c`, `A\,B:c`},
		// Parameters.
		{`N;X="a^'b^^c^nd^e^":f^'`, "N;X=\"a\"b^c\nd^e^\":f^'"},
		{`N;X="a:b\,";Y=c\,d:e\,f`, `N;X="a:b\,";Y=c\,d:e,f`},
		{"N;X=^\n n:y", "N;X=\n:y"},
		{"N;X=\"a\nURL:b\\,c", "N;X=\"a\nURL:b,c"},
		// HTML.
		{"X;FMTTYPE=text/html:a&amp;b&amp\\;c&#38;d&#x2F;&nbsp;&lt;\n&g\n t;", "X;FMTTYPE=text/html:a&b&c&d/\u00A0<\n&g\n t;"},
		{"X;FMTTYPE=\"text/html\":&amp", "X;FMTTYPE=\"text/html\":&amp"},
		{"X;FMTTYPE=text/html:&am\n p;&amp\nX:&amp;", "X;FMTTYPE=text/html:&&amp\nX:&amp;"},
		{"X;FMTTYPE=text/html:&notit;&unknown;&&amp;;&#;&#x;&" + strings.Repeat("a", 40) + ";&semi;&#059;&amp", "X;FMTTYPE=text/html:&notit;&unknown;&&;&#;&#x;&" + strings.Repeat("a", 40) + ";;;&amp"},
		{"X;FMTTYPE=text/html;ENCODING=QUOTED-PRINTABLE:a=26amp=\n;=5C,&\\,", "X;FMTTYPE=text/html;ENCODING=QUOTED-PRINTABLE:a&,&,"},
		{"X:&amp;", "X:&amp;"},
		// Quoted-printable.
		{"N;ENCODING=QUOTED-PRINTABLE:a=3Db=20=\r\nc=\n d\nN:=3D", "N;ENCODING=QUOTED-PRINTABLE:a=b cd\nN:=3D"},
		{"N;quoted-printable;X=y:=C3=A9=\n\nN:a\\,b", "N;quoted-printable;X=y:é\nN:a,b"},
		{"N;QUOTED-PRINTABLE:a=3\n D==4=G=", "N;QUOTED-PRINTABLE:a===4=G="},
		{"N;QUOTED-PRINTABLE:=5C,=5C=2C\\=6E\\", "N;QUOTED-PRINTABLE:,,\n\\"},
		{"N;QUOTED-PRINTABLE:a=\n", "N;QUOTED-PRINTABLE:a=\n"},
		{"N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=E9\xE9=\n=E9", "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:ééé"},
		{"N;CHARSET=Shift_JIS;ENCODING=QUOTED-PRINTABLE:=95=5C=\n,=95", "N;CHARSET=Shift_JIS;ENCODING=QUOTED-PRINTABLE:表,\uFFFD"},
		{"N;CHARSET=ISO-2022-JP;BASE64:YWJjGyhC!\nX:" + long + "\nN;CHARSET=Shift_JIS;QUOTED-PRINTABLE:=95=\n =5C",
			"N;CHARSET=ISO-2022-JP;BASE64:abc!\nX:" + long + "\nN;CHARSET=Shift_JIS;QUOTED-PRINTABLE:表"},
		{"N;CHARSET=unknown;ENCODING=QUOTED-PRINTABLE:=C3=A9", "N;CHARSET=unknown;ENCODING=QUOTED-PRINTABLE:é"},
		{"N;CHARSET=ISO-8859-1:caf\xE9", "N;CHARSET=ISO-8859-1:caf\xE9"},
		// Base64.
		{"N;ENCODING=BASE64:aHR0cDov\n L3UuZXhh\r\n\tbXBsZS8=\nN:b", "N;ENCODING=BASE64:http://u.example/\nN:b"},
		{"N;ENCODING=b:\n  aHR0cDov\n  L3UuZXhh\n", "N;ENCODING=b:http://u.exa\n"},
		{"N;BASE64:YQ\nN;BASE64:YWI\nN;BASE64:Y\nN;BASE64:YQ==\n", "N;BASE64:a\nN;BASE64:ab\nN;BASE64:Y\nN;BASE64:a\n"},
		{"N;ENCODING=BASE64:/9j/4AAQ\n SkZJ\n", "N;ENCODING=BASE64:/9j/4AAQSkZJ\n"},
		{"N;ENCODING=BASE64;CHARSET=UTF-16BE:AGgAaQ==\n", "N;ENCODING=BASE64;CHARSET=UTF-16BE:hi\n"},
		{"N;ENCODING=BASE64:http://u.example/\n", "N;ENCODING=BASE64:http://u.example/\n"},
		{"N;ENCODING=BASE64:YWJj=ZA http:\n", "N;ENCODING=BASE64:abcZA http:\n"},
		{"N;ENCODING=BASE64:YWJjYW\\,b\n", "N;ENCODING=BASE64:YWJjYW,b\n"},
	} {
		if got := textOf(decodeIn(newCalendar(), []byte(c.src), whole)); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.src, got, c.want)
		}
		check(t, newCalendar(), slowCalendar, []byte(c.src))
	}
}

// TestCalendarPlace checks the offsets of URLs that are folded, escaped and encoded.
func TestCalendarPlace(t *testing.T) {
	const url = "http://u.example/a,b"
	for _, src := range []string{
		"NOTE:see h\r\n ttp://u.exam\r\n\tple/a\\\r\n ,b\r\n",
		"NOTE;ENCODING=QUOTED-PRINTABLE:see=20=68ttp://u.exam=\r\nple/a=\r\n\t=2Cb=0D=0A\r\n",
		"NOTE;CHARSET=UTF-16BE;ENCODING=QUOTED-PRINTABLE:=00s=00 =00h=00t=00t=00p=00:=00/=00/=00u=00.=00e=00x=00a=00m=\r\n=00p=00l=00e=00/=00a=00,=00b=00\r\n",
	} {
		got := decodeIn(newCalendar(), []byte(src), whole)
		i := strings.Index(textOf(got), url)
		if i < 0 {
			t.Fatalf("%q became %q", src, textOf(got))
		}
		begin, end := got[i].at-firstAt, got[i+len(url)-1].till-firstAt
		if begin > 0 && begin != int64(strings.Index(src, "h\r")) && begin != int64(strings.Index(src, "=68")) && begin != int64(strings.Index(src, "=00h")) ||
			src[end-1] != 'b' {
			t.Errorf("%q: from %q", src, src[begin:end])
		}
	}
}

// TestCalendarEager checks that text is returned as soon as it is certain.
func TestCalendarEager(t *testing.T) {
	for _, c := range []struct {
		src, want string
		held      int
	}{
		{"URL:http://u.example/", "URL:http://u.example/", 0},
		{"URL:a\r\n", "URL:a", 2},
		{"URL:a\r\n ", "URL:a", 0},
		{"URL:a\r\n b", "URL:ab", 0},
		{"URL:a\\", "URL:a", 1},
		{"URL:a\\\r\n ", "URL:a", 4},
		{"N;QUOTED-PRINTABLE:a=\n", "N;QUOTED-PRINTABLE:a", 2},
		{"N;QUOTED-PRINTABLE:a=\nb", "N;QUOTED-PRINTABLE:ab", 0},
		{"N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:=E9=E9", "N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:éé", 0},
		{"N;BASE64;CHARSET=UTF-8:YWJjYWJ", "N;BASE64;CHARSET=UTF-8:abc", 3},
		{"N;BASE64:YWJj", "N;BASE64:", 4},
		{"N;X=^", "N;X=", 1},
		{"N;FMTTYPE=text/html:a&am", "N;FMTTYPE=text/html:a", 3},
		{"N;FMTTYPE=text/html:a&am\\", "N;FMTTYPE=text/html:a", 4},
	} {
		d := newCalendar()
		var m offset.Map
		if got := string(d.Append(nil, []byte(c.src), 0, &m)); got != c.want || d.Held() != c.held {
			t.Errorf("%q: got %q and held %d, want %q and %d", c.src, got, d.Held(), c.want, c.held)
		}
	}
}

// TestCalendarLimits checks that what is held back is bounded, and that what is spread
// over too many folds is copied.
func TestCalendarLimits(t *testing.T) {
	folds := strings.Repeat("\r\n ", 400)
	for _, c := range []struct{ src, want string }{
		{"N:a\\" + folds + ",b", "N:a\\,b"},
		{"N;QUOTED-PRINTABLE:=4" + folds + "1", "N;QUOTED-PRINTABLE:=41"},
		{"N;BASE64:YWJ" + folds + "j", "N;BASE64:YWJj"},
		{"N;BASE64:YWJ" + strings.Repeat(" ", 1000) + "j", "N;BASE64:YWJ    j"},
		{"N;X=^" + folds + "n:", "N;X=^n:"},
	} {
		for _, n := range []int{1, 7, 1 << 20} {
			if got := textOf(decodeIn(newCalendar(), []byte(c.src), func() int { return n })); got != c.want {
				t.Errorf("%.20q in pieces of %d: got %.80q, want %q", c.src, n, got, c.want)
			}
		}
	}
	for _, s := range []string{"\r\n ", "=1B$B", "=\r\n", "\\", "=", " ", "\r", "A", "=E3=81"} {
		for _, begin := range []string{"N:", "N;QUOTED-PRINTABLE:", "N;CHARSET=ISO-2022-JP;QUOTED-PRINTABLE:", "N;CHARSET=UTF-16;QUOTED-PRINTABLE:", "N;BASE64:"} {
			d := newCalendar()
			var m offset.Map
			src := append([]byte(begin), bytes.Repeat([]byte(s), 1<<18/len(s))...)
			for at := 0; at < len(src); at += 1 << 16 {
				d.Append(nil, src[at:min(len(src), at+1<<16)], int64(at), &m)
				m.Discard(m.Len())
				if v := &d.(*calendar).value; d.Held() > 128<<10 || len(v.octets) > maxPiece {
					t.Fatalf("%q %q: held %d, %d octets", begin, s, d.Held(), len(v.octets))
				}
			}
		}
	}
}

var calendarWords = []string{
	"\n", "\r\n", "\r", "\r\n ", "\n\t", " ", "=\n", "=\r\n ", "\\", "\\", "n", ",", ";", ":", "^", "^n", `"`, "=", "=3D", "=C3=A9", "=E9", "4", "D",
	"NOTE", "URL:", "BEGIN:", "end", "END:V", "a.b", "X-A;", "ENCODING=QUOTED-PRINTABLE", "ENCODING=B", ";BASE64:", "CHARSET=ISO-8859-1;", "CHARSET=UTF-16;", "\xE9", "é",
	"N;ENCODING=QUOTED-PRINTABLE:", "N;ENCODING=BASE64:", "N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:", "N;CHARSET=Shift_JIS;QUOTED-PRINTABLE:", "YWJj", "YQ==", "/9j/",
	"N;FMTTYPE=text/html:", "N;FMTTYPE=text/html;QUOTED-PRINTABLE:", "&", "&", "#", "38", "amp", "lt", ";",
	"N;CHARSET=Shift_JIS;BASE64:", "http://u.example/", "\nN:", "aHR0cDovL3UuZXhhbXBsZS8=", strings.Repeat("YWJj", 18), strings.Repeat("A+", 36),
}

// TestCalendarRandom checks random texts of the words that matter.
func TestCalendarRandom(t *testing.T) {
	r := effort.Rand(t)
	d := newCalendar()
	for range effort.Rounds(5000) {
		var src []byte
		for range r.IntN(20) {
			src = append(src, calendarWords[r.IntN(len(calendarWords))]...)
		}
		check(t, d, slowCalendar, src)
	}
}

func FuzzCalendar(f *testing.F) {
	r := rand.New(rand.NewPCG(5545, 6350))
	for range 40 {
		var src []byte
		for range 12 {
			src = append(src, calendarWords[r.IntN(len(calendarWords))]...)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, newCalendar(), slowCalendar, src[:min(len(src), maxSpread)]) })
}

func BenchmarkCalendar(b *testing.B) {
	for _, c := range []struct{ name, src string }{
		{"event", "DTSTAMP:20240102T030405Z\r\nSUMMARY:A meeting of some people\\, in a room\r\nDESCRIPTION:An agenda that is a little longer than a line\\, and so is fo\r\n lded\\nhttps://u.example/meeting\r\n"},
		{"properties", "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20240102\r\nSEQUENCE:0\r\nTRANSP:OPAQUE\r\nCREATED:20240102T030405Z\r\nEND:VEVENT\r\n"},
		{"quoted-printable", "NOTE;ENCODING=QUOTED-PRINTABLE:A note of some words=0D=0A=\r\nand more of them, caf=C3=A9\r\n"},
		{"picture", "PHOTO;ENCODING=B:" + strings.Repeat("/9j/4AAQSkZJRgABAQEASABIAAD/\r\n ", 100) + "\r\n"},
		{"folds", "N:\r\n \r\n \r\n \r\n \r\n \r\n \r\n \r\n "},
		{"marks", "N:\\\\\\\\\\\\\\\\"},
		{"LFs", "\n\n\n\n\n\n\n\n\n\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			benchmarkDecoder(b, newCalendar(), c.src)
		})
	}
}

// benchmarkDecoder measures d on a MiB of repeated text.
func benchmarkDecoder(b *testing.B, d Decoder, text string) {
	src := bytes.Repeat([]byte(text), 1<<20/len(text))
	var m offset.Map
	var decoded []byte
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		m.Reset()
		d.Reset()
		decoded = d.Append(decoded[:0], src, 0, &m)
		decoded = d.Close(decoded, &m)
	}
}
