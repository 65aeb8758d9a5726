package extract

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// defaults are the options by default.
var defaults = new(refOptions)

// scanned returns the matches of the scanner.
func scanned(b []byte, o *refOptions) (found []Match) {
	defer func() {
		if r := recover(); r != nil {
			found = append(found, Match{URL: fmt.Sprint("panic: ", r)})
		}
	}()
	for m, err := range Bytes(b, o.scanner()) {
		if err != nil {
			m.URL = "error: " + err.Error()
		}
		found = append(found, m)
	}
	return found
}

// same compares matches, and describes the differences from the first to the last.
func same(got, want []Match) string {
	if slices.EqualFunc(got, want, alike) {
		return "" // as nearly always, and to describe them all takes longer than to find them
	}
	g, w := described(got), described(want)
	for len(g) > 0 && len(w) > 0 && g[0] == w[0] {
		g, w = g[1:], w[1:]
	}
	for len(g) > 0 && len(w) > 0 && g[len(g)-1] == w[len(w)-1] {
		g, w = g[:len(g)-1], w[:len(w)-1]
	}
	if len(g) == 0 && len(w) == 0 {
		return ""
	}
	return "\n  got  " + strings.Join(g, "\n       ") + "\n  want " + strings.Join(w, "\n       ")
}

func alike(a, b Match) bool {
	if a.Level != b.Level || (a.Message == nil) != (b.Message == nil) || !slices.Equal(a.Alternatives, b.Alternatives) ||
		a.Message != nil && (a.Message.Index != b.Message.Index || a.Message.ID != b.Message.ID) {
		return false
	}
	return a.Kind == b.Kind && a.Offset == b.Offset && a.End == b.End && a.Line == b.Line && a.QuoteDepth == b.QuoteDepth &&
		a.Signature == b.Signature && a.Rejoined == b.Rejoined && a.Repaired == b.Repaired && a.URL == b.URL && a.Text == b.Text && a.Raw == b.Raw &&
		a.Part == b.Part && a.Header == b.Header
}

func described(ms []Match) (all []string) {
	for i := range ms {
		all = append(all, describe(&ms[i]))
	}
	return all
}

// describe returns all properties of a match except for its parts.
func describe(m *Match) string {
	s := fmt.Sprintf("%v [%d,%d) %q of %q line %d", m.Kind, m.Offset, m.End, m.URL, m.Text, m.Line)
	if m.Rejoined || m.Alternatives != nil {
		s += fmt.Sprintf(" rejoined %v alternatives %q", m.Rejoined, m.Alternatives)
	}
	if m.Repaired {
		s += " repaired"
	}
	if m.Raw != "" {
		s += fmt.Sprintf(" raw %q", m.Raw)
	}
	if m.QuoteDepth > 0 || m.Signature {
		s += fmt.Sprintf(" depth %d signature %v", m.QuoteDepth, m.Signature)
	}
	if _, err := m.Parse(); err != nil {
		s += " " + err.Error()
	}
	if m.Message != nil {
		s += fmt.Sprintf(" in part %q of message %d %q, field %q", m.Part, m.Message.Index, m.Message.ID, m.Header)
	}
	return s
}

// differs reports whether scanner and reference differ about in.
func differs(in string, o *refOptions) string {
	return same(scanned([]byte(in), o), reference([]byte(in), o))
}

// shrink returns the shortest text it can find that still fails, by taking
// pieces out of in while it does.
func shrink(in string, fails func(string) bool) string {
	for size := len(in) / 2; size > 0; {
		shorter := false
		for at := 0; at+size <= len(in); {
			if cut := in[:at] + in[at+size:]; fails(cut) {
				in, shorter = cut, true
			} else {
				at++
			}
		}
		if !shorter || size > len(in) {
			size /= 2
		}
		if size > len(in) {
			size = len(in)
		}
	}
	return in
}

// disagrees reports whether scanner and reference differ about in, and not for
// a reason that is known.
func disagrees(in string, o *refOptions) bool {
	diff := differs(in, o)
	if diff == "" || strings.Contains(diff, "panic: ") {
		return diff != ""
	}
	return !excused(in)
}

// excused reports whether scanner and reference may differ about in.
func excused(in string) bool {
	for _, k := range known {
		if k.area.MatchString(in) {
			return true
		}
	}
	return silent.MatchString(in)
}

// known are the differences between scanner and reference that are known: in
// each the scanner departs from the rule. Texts in the area of one are not
// compared. An entry whose difference has healed fails TestKnown: then it goes.
var known = []struct {
	in   string
	rule string
	area *regexp.Regexp
}{
	{
		"tp://\\xc3\\7_\b~", "escape sequences and overstrikes do not occur together: the URL ends before the overstrike",
		regexp.MustCompile(`\\[xu][0-9a-fA-F]{2}\S*` + "\b"),
	}, {
		"http://a/b-\n.\bc", "overstrikes in bare URLs: the next line goes on with a letter",
		regexp.MustCompile(`-\s[\s>|:;#]*\S` + "\b"),
	},
}

// silent are patterns of unlikely texts about which the rules say nothing. Scanner and
// reference may differ on them.
var silent = regexp.MustCompile(strings.Join([]string{
	`\x08(?:$|[\x08\s<>\\]|\x1b)`,                                               // a backspace, and no character replaces the struck one
	`\\(?:\W|\x1b\[[0-9;:]*[mK])*.\x08`,                                         // a backslash before a character that is struck over
	`\x1b\[[0-9;:]*[mK]\x08`,                                                    // the end of a colour struck over
	"[;,'`~[]\\S\\x08", `_[^\x08](?s:.*)_\S\x08`, `(?://|/\x08/)[^/?#]*:.*\x08`, // a character that decides about the one before, struck over
	`[^\x08]:[^\x08\s](?:[^\x08\s]\S*)?[^\w\p{L}]\x08`, `_[^\x08](?s:.*)_\x08`, // a character that ends a URL that began unstruck, struck over
	`[\n\r][^\w\p{L}]*[^\w\p{L}]\x08`, `[[:alpha:]]\x08[[:alpha:]\x08]*>`, // the prefix of a line struck over
	`[^\x08]:.{1,2}\x08`, // the text after a colon that is not struck over
	`(?i)(?:mailto|sips?|xmpp|news|tel|sms|urn|magnet|file):\S*\x08`, // the text that a scheme without "//" requires, struck over
	`(?i)url\S\x08`,        // a label struck over
	`&#?[0-9A-Za-z]+;\x08`, // the end of a character reference struck over
	`[A-Za-z0-9+.-]{60}:`,  // no scheme is that long
}, "|"))

func TestKnown(t *testing.T) {
	for _, k := range known {
		if differs(k.in, defaults) == "" {
			t.Errorf("%q: the scanner now obeys %q: take the entry out of the table", k.in, k.rule)
		}
		if !k.area.MatchString(k.in) {
			t.Errorf("%q is not in its own area", k.in)
		}
	}
}

// A comparison of many texts reports each difference once, and no more than ten.
type comparison struct {
	*testing.T
	wrong map[string]bool
}

// check compares scanner and reference, and reports whether to go on.
func (c *comparison) check(in string, o *refOptions) bool {
	c.Helper()
	if !disagrees(in, o) {
		return true
	}
	short := shrink(in, func(s string) bool { return disagrees(s, o) })
	if !c.wrong[short] {
		if c.wrong == nil {
			c.wrong = map[string]bool{}
		}
		c.wrong[short] = true
		c.Errorf("%q\nwith %v:%s", short, o, differs(short, o))
	}
	return len(c.wrong) < 10
}

// A small is a set of short texts: all strings up to a length over an alphabet,
// between two fixed pieces of text.
type small struct {
	before, after string
	alphabet      string // its members divided by blanks, or everySpecial; see spelled
	length        int
	options       refOptions
}

// everySpecial is the alphabet of all special octets.
const everySpecial = "SPECIAL"

// members returns the members of the alphabet.
func (s *small) members() []string {
	if s.alphabet == everySpecial {
		return specialOctets
	}
	members := strings.Split(s.alphabet, " ")
	for i := range members {
		members[i] = spelled.Replace(members[i])
	}
	return members
}

// spelled maps the names of invisible members of the alphabets to their octets.
var spelled = strings.NewReplacer("SP", " ", "LF", "\n", "CR", "\r", "TAB", "\t", "NBSP", "\u00a0", "BS", "\b",
	"COLOUR", "\x1b[0m", "FF", "\f", "SHY", "\u00ad", "HYPHEN", "\u2010", "QUOTE", "\n> ", "AMP", "&amp;", "LT", "&lt;", "HTTP", "http://b", "APOS", "'s")

var smalls = []small{
	{"", "", "h : / < > . - ) LF SP", 5, refOptions{}},
	{"http://a", "", "h : / < > . - ) LF SP", 5, refOptions{}},
	{"http://a", "", "h : @ 1 / ? - ' [ ]", 5, refOptions{}},
	{"http://a", "", "h : @ LF | - ` ( . #", 5, refOptions{}},
	{"http://a.b", "", "8 : @ / x 中 . - SP", 5, refOptions{}},
	{"*b ", "", "http://a/ * _ b SP . LF", 5, refOptions{}},
	{"&#39;http://a/", "", "b ' &#39; AMP . / LF SP", 5, refOptions{}},
	{"http://a/?", "", "[ / ] b ( . SP LF", 5, refOptions{}},
	{",http://a", "", "b , ; / @ : . LF SP", 5, refOptions{}},
	{"&lt;http://a/", "", "b , ; / http://c SP", 5, refOptions{}},
	{"\\", "foo://a", "f ( B n 1 - . x", 4, refOptions{}},
	{"\\", "git://a", "f ( B n 1 - . x", 4, refOptions{}},
	{"<http://", ">", "a / ' \" * . SP < ,", 4, refOptions{}},
	{"中http://a/b", "", "8 中 ： . / ( é - LF", 5, refOptions{}},
	{"http://a/?b", "", "& # 3 9 ; AMP x = SP", 5, refOptions{}},
	{"http://a/&", "", "LT ' APOS quot; apos; #39; #38; nbsp; foo; b", 4, refOptions{}},
	{"http://a/", "", "b ( ) [ ] { } . LF SP", 5, refOptions{}},
	{"http://a/?", "", "b [ ] { } . | # ' SP", 5, refOptions{}},
	{"(http://a/", "", "b ( ) [ ] ' . , LF *", 5, refOptions{}},
	{"[http://a/", "", "b ( [ ] { } _ ' LF SP", 4, refOptions{}},
	{"{http://a/", "", "b ( [ ] { } _ ' LF SP", 4, refOptions{}},
	{"'http://a/", "", "b ( ) ' APOS . s SP 1 LF", 5, refOptions{}},
	{"http://a/", "", "b ( ) ' APOS . s SP 1 LF", 5, refOptions{}},
	{"`http://a/", "", "b ( ` ' * _ . SP ~ LF", 5, refOptions{}},
	{"*http://a/", "", "b ( ` ' * _ . SP ~ LF", 5, refOptions{}},
	{"_http://a/", "", "b ( ` ' * _ . SP ~ LF", 5, refOptions{}},
	{"~http://a/", "", "b ( ` ' * _ . SP ~ LF", 5, refOptions{}},
	{"b_http://a/", "", "b ( ` ' * _ . SP ~ LF", 3, refOptions{}},
	{"http://a/", "", "b \\ * _ ~ : . & # LF", 5, refOptions{}},
	{"http://a/", "", "b \\ % 2 ( ) ? = ~{} \\u0026 LF", 5, refOptions{}},
	{"\"http:", "", "\\ / a n u0026 x2f . \" SP", 5, refOptions{}},
	{"", "http:\\/\\/a", "b \\ \" / ^ : u0022 SP LF &quot; ,", 5, refOptions{}},
	{"\"http:\\/\\/a", "", "/ \\/ \\ n . ( ) ' \\u0026 amp; ,", 5, refOptions{}},
	{"http", "a", "\\ : / \\: // \" = u003a -", 5, refOptions{}},
	{"http\\://a", "", "\\ : / = # ! 1 , ? . n", 5, refOptions{}},
	{"\\u0027http://a/", "", "b \\u0027 ' \\ u003c | ? .", 5, refOptions{}},
	{"\\", "foo:\\/\\/a", "u 0 3 c x \\ n \" /", 5, refOptions{}},
	{"\"\\", "foo:\\/\\/a", "u 0 3 c x \\ n \" /", 5, refOptions{}},
	{"http://a/?b", "", "AMP & = b LT # ; . c LF", 5, refOptions{}},
	{"http://a/b", "", ", ; HTTP : / b . mailto:b@c SP URL: LF", 4, refOptions{}},
	{"http://a/b-", "", "LF QUOTE SP b > - ) 1 . /", 5, refOptions{}},
	{"> http://a/b-", "", "LF QUOTE SP b > - ) 1 . COLOUR", 5, refOptions{}},
	{"http://a/b-", "", "LF CR SP b FF - NBSP SHY COLOUR ?", 5, refOptions{}},
	{"http://a-", "", "LF CR SP b / - . @ : 1", 5, refOptions{}},
	{"http://a/b", "", "_ BS b LF SP - . h COLOUR /", 5, refOptions{}},
	{"http://a", "", "BS b LF SP - . : / @ (", 5, refOptions{}},
	{"h\bht\bt_\btp\bp:\b:", "", "BS / b LF - . _ : @", 5, refOptions{}},
	{"_\bh_\bt_\bt_\bp:\b:/\b/_\b/", "", "_\bb b\bb LF SP -\b- _\b- .\b. _\b. /\b/ \"\b\"", 5, refOptions{}},
	{"http://a/", "", "BS b LF ' > & \\ [ ]", 5, refOptions{}},
	{"", "tp://a/b", "BS h t LF : < . -", 5, refOptions{}},
	{"", "://a/", "http _ BS + - . 1 h \u00e9 ftp", 5, refOptions{}},
	{"", ":a.b@c", "mailto news - h . + 1 : _ LF", 4, refOptions{}},
	{"mailto:", "", "a @ . ? * LF SP - ( ,", 5, refOptions{}},
	{"news:", "", "a @ . ? * LF SP - ( ,", 5, refOptions{}},
	{"tel:", "", "+ 1 222 . - a SP ( , LF", 5, refOptions{}},
	{"urn:", "", "a : . / SP ( , - LF 1", 5, refOptions{}},
	{"file:", "", "a / . SP : ( , - LF ?", 5, refOptions{}},
	{"x:", "", "a / . SP : ( , - LF x", 5, refOptions{}},
	{"", "http://a/b c", "URL: SP TAB LF < ( x - 1 _", 5, refOptions{}},
	{"", "http://a/b> c", "URL: SP TAB LF < ( x - > :", 5, refOptions{}},
	{"<URL:", "", "f : / SP LF b > < . -", 5, refOptions{}},
	{"<URL:http:", ">", "/ SP LF b - > QUOTE < TAB CR", 5, refOptions{}},
	{"<URL:foo:", ">", "/ SP LF b - > QUOTE < TAB CR", 4, refOptions{}},
	{"<URL:ftp://a/", ">", "SP LF b - > QUOTE < NBSP CR TAB", 5, refOptions{}},
	{"> <URL:ftp://a/", ">", "SP LF b - > QUOTE < FF CR |", 5, refOptions{}},
	{"| <URL:ftp://a/", ">", "SP LF b - > QUOTE : | CR b", 4, refOptions{}},
	{"<URL:ftp://a/", ">", "\\ LF b - > SHY BS COLOUR SP _", 5, refOptions{}},
	{"# <URL:ftp://a/", ">", "# LF b - > ; BS SP / *", 5, refOptions{}},
	{"\"http://a/", "\"", "\" LF b \\ SP CR ; - c", 5, refOptions{}},
	{"#~ msgid \"http://a/b\"", "\"", "LF #~ \" SP b , c SHY msgstr", 5, refOptions{}},
	{"http://a/b", "", "SHY HYPHEN LF SP b - . &shy; BS", 5, refOptions{}},
	{"http://a:", "/c", "$ { % # p ( 1 : @ /", 4, refOptions{}},
	{"http://1", "/", ": a 1 F g . / @ -", 5, refOptions{}},
	{"http://a/?b", "", "| HTTP , mailto:b@c : / b ( LF", 4, refOptions{}},
	{"<URL:ftp://a/", ">", "HYPHEN SHY LF b - SP", 5, refOptions{}},
	{"1. <URL:ftp://a/", ">", "2. LF b - > 3. 1. SP 2 .", 5, refOptions{}},
	{"JD> <URL:ftp://a/", ">", "JD> LF b - > J SP D JD QUOTE", 5, refOptions{}},
	{"<URL:http://a/b\n", ">", "SP LF HTTP mailto:b@c ( b < ftp QUOTE", 5, refOptions{}},
	{"<http://a/?b", ">", "SP LF HTTP | > < b \\ COLOUR QUOTE", 5, refOptions{}},
	{"<http://a/", ">", "SP LF HTTP | > b NBSP SHY", 5, refWith(Options{Rejoin: RejoinWide}, "")},
	{"<ftp:", ">", "/ // SP LF b - > QUOTE < a", 5, refOptions{}},
	{"<", ">", "mailto: a @ . : / LF SP news: x://", 4, refOptions{}},
	{"<URL:ftp://a/", "c>", "LF FF b SP", 7, refOptions{}},
	{"<URL:ftp://a/b\n\nfoot\n\n\f", "\nc>", "LF FF b SP", 6, refOptions{}},
	{"http://a/b-\n", "c", "LF FF b SP", 7, refOptions{}},

	{"http://a/b", "c", everySpecial, 3, refOptions{}},
	{"", "http://a/b", everySpecial, 3, refOptions{}},
	{"http://a/b-\n", "c", everySpecial, 3, refOptions{}},
	{"<URL:http://a/b", "c> d", everySpecial, 3, refOptions{}},
	{"<http://a/b\n> ", "c> d", everySpecial, 3, refOptions{}},

	{"│ http://a.example/b", "", "SP│LF│SP c01234567890123456 - ?d=e │ LF SP SPSPSPSP COLOUR", 6, refOptions{}},
	{" 9 │ docs │ http://a.example/b", "", "SP│LF SPSPSP│SPSPSPSPSPSP│SP 10SP│SPSPSPSPSPSP│SP SPSPSP│SPhomeSP│SP c01234567890123456 cd SP - LF", 6, refOptions{}},
	{"http://a/", "", "b / ? = . LF SP , ) #", 5, refWith(Options{Rejoin: RejoinWide}, "")},
	{"(http://a/b?", "", "b / & = : LF SP ) \" -", 5, refWith(Options{Rejoin: RejoinWide, DropHyphens: true}, "")},
	{"http://a/b-", "", "LF b - > SP QUOTE FF", 6, refWith(Options{MaxLines: 3}, "")},
	{"> <URL:http:", ">", "/ b - LF QUOTE SP FF", 6, refWith(Options{MaxLines: 2}, "")},
	{"> <URL:http:", ">", "/ b - LF QUOTE SP <", 5, refWith(Options{Rejoin: RejoinNone}, "")},
	{"http://a/", "", "b .... ((( - LF é 。 SP", 6, refWith(Options{MaxURL: 12}, "")},
	{"<URL:http://", " c", "b > - LF é \\ SP", 6, refWith(Options{MaxURL: 9}, "")},
	{"", "://a/", "x http + - . 1 : <URL: SP", 5, refWith(Options{}, "+x,-http")},
	{"", ":a@b", "x http mailto news data . - <", 5, refWith(Options{}, "x,data,+http")},
	{"", "http://a/", "--SPLF LF > >SP a _____________________ unsubscribe", 6, refWith(Options{SkipSignatures: true}, "")},
	{"", "http://a/", "LF > JD>SP | SP -----OriginalSPMessage----- a", 6, refWith(Options{SkipQuoted: true}, "")},
}

func refWith(o Options, schemes string) refOptions { return refOptions{Options: o, schemes: schemes} }

// TestSmall compares scanner and reference on every short text there is. With
// URLGREP_TEST=long the texts are longer, and it takes minutes.
func TestSmall(t *testing.T) {
	for _, s := range smalls {
		length := s.length
		switch {
		case effort.Get() == effort.Long:
		case effort.Get() == effort.Thorough:
			length--
		case effort.Get() == effort.Normal:
			length -= 2
		default:
			length -= 3
		}
		t.Run(fmt.Sprintf("%q…%q", s.before, s.after), func(t *testing.T) {
			t.Parallel()
			alphabet := s.members()
			n, c := 0, comparison{T: t}
			var grow func(middle string, left int)
			grow = func(middle string, left int) {
				n++
				if !c.check(s.before+middle+s.after, &s.options) {
					return
				}
				if left > 0 {
					for _, a := range alphabet {
						grow(middle+a, left-1)
					}
				}
			}
			grow("", length)
			t.Logf("%d texts", n)
		})
	}
}
