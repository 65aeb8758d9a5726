package extract

import (
	"fmt"
	"iter"
	"os"
	"regexp"
	"strings"
	"testing"
)

// scanned returns what the scanner finds, in the reference's words.
func scanned(b []byte) []refMatch { return collect(Bytes(b, &Options{Input: Text})) }

func collect(all iter.Seq2[Match, error]) (found []refMatch) {
	defer func() {
		if r := recover(); r != nil {
			found = append(found, refMatch{URL: fmt.Sprint("panic: ", r)})
		}
	}()
	for m, err := range all {
		if err != nil {
			found = append(found, refMatch{URL: "error: " + err.Error()})
			continue
		}
		f := refMatch{Kind: m.Kind, Off: int(m.Offset), End: int(m.End), URL: m.URL, Rejoined: m.Rejoined}
		if len(m.Alternatives) > 0 {
			f.Alt = m.Alternatives[0]
		}
		found = append(found, f)
	}
	return found
}

// same compares matches, and says how they differ.
func same(got, want []refMatch) string {
	var b strings.Builder
	for i := 0; i < len(got) || i < len(want); i++ {
		var g, w string
		if i < len(got) {
			g = describe(got[i])
		}
		if i < len(want) {
			w = describe(want[i])
		}
		if g != w {
			fmt.Fprintf(&b, "\n  got  %s\n  want %s", g, w)
		}
	}
	return b.String()
}

func describe(m refMatch) string {
	return fmt.Sprintf("%v [%d,%d) %q rejoined=%v alternative=%q", m.Kind, m.Off, m.End, m.URL, m.Rejoined, m.Alt)
}

// differs reports whether scanner and reference differ about in.
func differs(in string) string {
	return same(scanned([]byte(in)), reference([]byte(in)))
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
func disagrees(in string) bool {
	if differs(in) == "" {
		return false
	}
	for _, k := range known {
		if k.area.MatchString(in) {
			return false
		}
	}
	return !silent.MatchString(in)
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
		"<URL:http://a/-\n\bb>", "overstrikes: a backspace strikes the character directly before it; this one has none",
		regexp.MustCompile("\\s\b"),
	}, {
		"http://a/b-\n.\bc", "overstrikes in bare URLs: the next line goes on with a letter",
		regexp.MustCompile(`-\s[\s>|:;#]*\S` + "\b"),
	},
}

// silent are texts on which the rules say nothing and that nobody writes, where
// scanner and reference may differ: a backspace that is not between two
// characters of ASCII, or where a line or a colour begins or ends, or at a
// backslash, or in a URL struck in part.
var silent = regexp.MustCompile(strings.Join([]string{
	`(?:^|[^!-~]|[\\<>"])\x08`,
	`\x08(?:[^!-~]|[\\<>]|$)`,
	`\\(?:[^!-~]|\x1b\[[0-9;:]*[mK])*[!-~]\x08`,
	`\x1b\[[0-9;:]*[mK]\x08`,
	`[\n\r][^0-9A-Z_a-z]*.\x08`,
	`^[^<]*:[^\x08\s]\S*\x08`, // the URL has begun unstruck
	`(?i)url\S\x08`,
	`[A-Za-z0-9+.-]{60}:`, // no scheme is that long
}, "|"))

func TestKnown(t *testing.T) {
	for _, k := range known {
		if differs(k.in) == "" {
			t.Errorf("%q: the scanner now obeys %q: take the entry out of the table", k.in, k.rule)
		}
		if !k.area.MatchString(k.in) {
			t.Errorf("%q is not in its own area", k.in)
		}
	}
}

// report fails the test with the shortest form of in.
func report(t *testing.T, in string) {
	t.Helper()
	short := shrink(in, disagrees)
	t.Errorf("%q:%s", short, differs(short))
}

// A small is a set of short texts: all strings up to a length over an alphabet,
// between two fixed pieces of text.
type small struct {
	before, after string
	alphabet      string // its members divided by blanks; see spelled
	length        int
}

// spelled gives the members of the alphabets that cannot be seen.
var spelled = strings.NewReplacer("SP", " ", "LF", "\n", "CR", "\r", "TAB", "\t", "NBSP", "\u00a0", "BS", "\b",
	"COLOUR", "\x1b[0m", "FF", "\f", "SHY", "\u00ad", "QUOTE", "\n> ", "AMP", "&amp;", "LT", "&lt;", "HTTP", "http://b", "APOS", "'s")

var smalls = []small{
	{"", "", "h : / < > . - ) LF SP", 5},
	{"http://a", "", "h : / < > . - ) LF SP", 5},
	{"http://a", "", "h : @ 1 / ? - ' [ ]", 5},
	{"http://a", "", "h : @ LF | - ` ( . #", 5},
	{"http://a.b", "", "8 : @ / x 中 . - SP", 5},
	{"*b ", "", "http://a/ * _ b SP . LF", 5},
	{"&#39;http://a/", "", "b ' &#39; AMP . / LF SP", 5},
	{"http://a/?", "", "[ / ] b ( . SP LF", 5},
	{",http://a", "", "b , ; / @ : . LF SP", 5},
	{"&lt;http://a/", "", "b , ; / http://c SP", 5},
	{"\\", "foo://a", "f ( B n 1 - . x", 4},
	{"\\", "git://a", "f ( B n 1 - . x", 4},
	{"<http://", ">", "a / ' \" * . SP < ,", 4},
	{"中http://a/b", "", "8 中 ： . / ( é - LF", 5},
	{"http://a/?b", "", "& # 3 9 ; AMP x = SP", 5},
	{"http://a/&", "", "LT ' APOS quot; apos; #39; #38; nbsp; foo; b", 4},
	{"http://a/", "", "b ( ) [ ] { } . LF SP", 5},
	{"http://a/?", "", "b [ ] { } . | # ' SP", 5},
	{"(http://a/", "", "b ( ) [ ] ' . , LF *", 5},
	{"[http://a/", "", "b ( [ ] { } _ ' LF SP", 4},
	{"{http://a/", "", "b ( [ ] { } _ ' LF SP", 4},
	{"'http://a/", "", "b ( ) ' APOS . s SP 1 LF", 5},
	{"http://a/", "", "b ( ) ' APOS . s SP 1 LF", 5},
	{"`http://a/", "", "b ( ` ' * _ . SP ~ LF", 5},
	{"*http://a/", "", "b ( ` ' * _ . SP ~ LF", 5},
	{"_http://a/", "", "b ( ` ' * _ . SP ~ LF", 5},
	{"~http://a/", "", "b ( ` ' * _ . SP ~ LF", 5},
	{"b_http://a/", "", "b ( ` ' * _ . SP ~ LF", 3},
	{"http://a/", "", "b \\ * _ ~ : . & # LF", 5},
	{"http://a/?b", "", "AMP & = b LT # ; . c LF", 5},
	{"http://a/b", "", ", ; HTTP : / b . mailto:b@c SP URL: LF", 4},
	{"http://a/b-", "", "LF QUOTE SP b > - ) 1 . /", 5},
	{"> http://a/b-", "", "LF QUOTE SP b > - ) 1 . COLOUR", 5},
	{"http://a/b-", "", "LF CR SP b FF - NBSP SHY COLOUR ?", 5},
	{"http://a-", "", "LF CR SP b / - . @ : 1", 5},
	{"http://a/b", "", "_ BS b LF SP - . h COLOUR /", 5},
	{"", "://a/", "http _ BS + - . 1 h \u00e9 ftp", 5},
	{"", ":a.b@c", "mailto news - h . + 1 : _ LF", 4},
	{"mailto:", "", "a @ . ? * LF SP - ( ,", 5},
	{"news:", "", "a @ . ? * LF SP - ( ,", 5},
	{"tel:", "", "+ 1 222 . - a SP ( , LF", 5},
	{"urn:", "", "a : . / SP ( , - LF 1", 5},
	{"file:", "", "a / . SP : ( , - LF ?", 5},
	{"x:", "", "a / . SP : ( , - LF x", 5},
	{"", "http://a/b c", "URL: SP TAB LF < ( x - 1 _", 5},
	{"", "http://a/b> c", "URL: SP TAB LF < ( x - > :", 5},
	{"<URL:", "", "f : / SP LF b > < . -", 5},
	{"<URL:http:", ">", "/ SP LF b - > QUOTE < TAB CR", 5},
	{"<URL:foo:", ">", "/ SP LF b - > QUOTE < TAB CR", 4},
	{"<URL:ftp://a/", ">", "SP LF b - > QUOTE < NBSP CR TAB", 5},
	{"> <URL:ftp://a/", ">", "SP LF b - > QUOTE < FF CR |", 5},
	{"| <URL:ftp://a/", ">", "SP LF b - > QUOTE : | CR b", 4},
	{"<URL:ftp://a/", ">", "\\ LF b - > SHY BS COLOUR SP _", 5},
	{"# <URL:ftp://a/", ">", "# LF b - > ; BS SP / *", 5},
	{"1. <URL:ftp://a/", ">", "2. LF b - > 3. 1. SP 2 .", 5},
	{"JD> <URL:ftp://a/", ">", "JD> LF b - > J SP D JD QUOTE", 5},
	{"<ftp:", ">", "/ // SP LF b - > QUOTE < a", 5},
	{"<", ">", "mailto: a @ . : / LF SP news: x://", 4},
	{"<URL:ftp://a/", "c>", "LF FF b SP", 7},
	{"<URL:ftp://a/b\n\nfoot\n\n\f", "\nc>", "LF FF b SP", 6},
	{"http://a/b-\n", "c", "LF FF b SP", 7},
}

// TestSmall compares scanner and reference on every short text there is. With
// URLGREP_TEST_LONG=1 the texts are longer, and it takes minutes.
func TestSmall(t *testing.T) {
	for _, s := range smalls {
		length := s.length
		switch {
		case os.Getenv("URLGREP_TEST_LONG") != "":
		case testing.Short() || raceEnabled:
			length -= 2
		default:
			length--
		}
		t.Run(fmt.Sprintf("%q…%q", s.before, s.after), func(t *testing.T) {
			t.Parallel()
			alphabet := strings.Split(s.alphabet, " ")
			for i := range alphabet {
				alphabet[i] = spelled.Replace(alphabet[i])
			}
			n, wrong := 0, map[string]bool{}
			var grow func(middle string, left int)
			grow = func(middle string, left int) {
				in := s.before + middle + s.after
				n++
				if len(wrong) < 10 && disagrees(in) {
					if short := shrink(in, disagrees); !wrong[short] {
						wrong[short] = true
						t.Errorf("%q:%s", short, differs(short))
					}
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
