package parse_test

import (
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlgrep/urlgrep/internal/suffix"
	"github.com/urlgrep/urlgrep/parse"
)

var (
	reHostnumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}$`)
	reDomain     = regexp.MustCompile(`^([a-zA-Z0-9](|[-a-zA-Z0-9]*[a-zA-Z0-9])\.)*[a-zA-Z](|[-a-zA-Z0-9]*[a-zA-Z0-9])\.?$`)
	reGopherTab1 = regexp.MustCompile(`^([^:]*://[^/?]*/(?:%[0-9a-fA-F]{2}|[^%]|%)[^\x00]*?)%09`)
	reGopherTab2 = regexp.MustCompile(`^([^\x00]*\x00.*?)%09`)
	reCRLF       = regexp.MustCompile(`%0[aAdD]`)
	reControl    = regexp.MustCompile(`%(0[0-9b-cB-Ce-fE-F]|1[0-9a-fA-F]|7[fF])`)
	reAddrSpec   = regexp.MustCompile(`.@.`)
	reEscape     = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	reBidi       = regexp.MustCompile(`[\x{061C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}](?s:.*)[^\x{061C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}]`)
	reNumber     = regexp.MustCompile(`^(0[xX][0-9a-fA-F]*|0[0-7]*|[1-9][0-9]*)$`)
	reALabel     = regexp.MustCompile(`^[xX][nN]--`)
)

// toASCII is ToASCII of UTS 46 with the parameters of the WHATWG URL standard.
func toASCII(name string) (string, error) {
	if strings.HasSuffix(name, "..") {
		return "", errors.New("an empty label")
	}
	return browser.ToASCII(strings.TrimSuffix(name, "."))
}

var browser = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(true))

// isNumeric reports whether name is read as an IPv4 address by the WHATWG URL standard.
func isNumeric(name string) bool {
	parts := strings.Split(strings.TrimSuffix(name, "."), ".")
	for i, part := range parts {
		if !reNumber.MatchString(part) {
			return false
		}
		n, ok := new(big.Int).SetString(strings.TrimPrefix(strings.TrimPrefix(part, "0x"), "0X"), 16)
		if part[0] != '0' || part == "0" {
			n, ok = new(big.Int).SetString(part, 10)
		} else if !strings.ContainsAny(part, "xX") {
			n, ok = new(big.Int).SetString(part, 8)
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		if ok && n.BitLen() > bits {
			return false
		}
	}
	return len(parts) <= 4
}

// isMixed reports whether a label of name is not Highly Restrictive (UTS 39).
func isMixed(name string) bool {
	if !strings.Contains(name, "xn--") {
		return false
	}
	u, _ := idna.ToUnicode(name)
	for label := range strings.SplitSeq(u, ".") {
		highly := false
		for _, scripts := range []string{"Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"} {
			highly = highly || of(label, strings.Fields(scripts)...)
		}
		for script := range unicode.Scripts {
			highly = highly || of(label, script)
		}
		if !highly {
			return true
		}
	}
	return false
}

// of reports whether all characters of label belong to the scripts, or to many scripts.
func of(label string, scripts ...string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool {
		if names := extensions()[r]; names != nil {
			return !slices.ContainsFunc(scripts, func(s string) bool { return slices.Contains(names, s) })
		}
		return !unicode.In(r, unicode.Common, unicode.Inherited) && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S, unicode.P) &&
			!slices.ContainsFunc(scripts, func(s string) bool { return unicode.Is(unicode.Scripts[s], r) })
	})
}

// extensions returns the scripts of the characters with Script_Extensions.
var extensions = sync.OnceValue(func() map[rune][]string {
	data, err := os.ReadFile("../internal/hosts/unicode/scripts.txt")
	if err != nil {
		panic(err)
	}
	all := map[rune][]string{}
	for line := range strings.Lines(string(data)) {
		var first, last rune
		fmt.Sscanf(line, "%x %x", &first, &last)
		for r := first; r <= last; r++ {
			all[r] = strings.Fields(line)[2:]
		}
	}
	return all
})

// decoded returns s without escapes, "" if some are bad.
func decoded(s string) string {
	d, _ := url.PathUnescape(s)
	return d
}

// looksLikeHost reports whether a user name looks like a host.
func looksLikeHost(user string) bool {
	user = decoded(user)
	if i := strings.IndexAny(user, `/\?#@&`); i >= 0 {
		user = user[:i]
	}
	name, err := toASCII(user)
	if err != nil || !strings.Contains(name, ".") {
		return false
	}
	top := suffix.ICANN(name)
	return isNumeric(name) || reDomain.MatchString(name) && (strings.HasPrefix(name, "www.") || top != "" && top != name)
}

func isALabel(label string) bool {
	_, err := toASCII(label)
	return err == nil
}

// checkWarnings compares the warnings of a URL with those that the definitions give for
// its components.
func checkWarnings(t *testing.T, u parse.URL) {
	t.Helper()
	var want []string
	warn := func(name string, when bool) {
		if when {
			want = append(want, name)
		}
	}
	strict := u.Level == parse.RFC1738
	h := hostOf(u)
	warn("password-in-url", h.password != "")
	warn("userinfo-in-http", !strict && u.Userinfo.Present && (u.Scheme == "http" || u.Scheme == "https"))
	warn("multiple-at", strings.Contains(u.Userinfo.Value, "@"))

	number, _ := new(big.Int).SetString("0"+h.port, 10)
	standard := standardPort(u.Scheme, strict)
	tooBig := number.Cmp(big.NewInt(65535)) > 0
	warn("port-range", tooBig)
	warn("reserved-port", h.port != "" && number.Cmp(big.NewInt(1024)) < 0 && standard != 0 && number.Int64() != standard)
	wantPort := number.Int64()
	if h.port == "" {
		wantPort = standard
	}
	if tooBig || h.port == "" && (standard == 0 || !h.present) {
		wantPort = -1
	}
	if port, ok := u.EffectivePort(); ok && int64(port) != wantPort || !ok && wantPort != -1 {
		t.Errorf("Parse(%q, %v): effective port %v %v, want %d", u.Text, u.Level, port, ok, wantPort)
	}

	fourNumbers := reHostnumber.MatchString(h.host)
	name := strict && !fourNumbers || u.HostKind == "reg-name"
	dns := reDomain.MatchString(h.host)
	if ascii, err := toASCII(h.host); strings.ContainsFunc(h.host, func(r rune) bool { return r >= 0x80 }) {
		dns = err == nil && reDomain.MatchString(ascii)
	}
	warn("host-not-dns", !strict && name && !dns)
	warn("host-length", name && utf8.RuneCountInString(strings.TrimSuffix(h.host, ".")) > 253 ||
		name && slices.ContainsFunc(strings.Split(h.host, "."), func(l string) bool { return utf8.RuneCountInString(l) > 63 }))
	warn("hostnumber-range", strict && fourNumbers && slices.ContainsFunc(strings.Split(h.host, "."), func(s string) bool {
		n, _ := new(big.Int).SetString(s, 10)
		return n.Cmp(big.NewInt(255)) > 0
	}))
	needHost := strings.Fields("ftp http https gopher nntp telnet wais prospero ws wss")
	warn("no-host", !strict && h.host == "" && slices.Contains(needHost, u.Scheme))

	proper, fragment, _ := strings.Cut(u.Text, "#")
	escaped := proper
	if u.Scheme == "gopher" {
		escaped = reGopherTab1.ReplaceAllString(escaped, "$1\x00")
		escaped = reGopherTab2.ReplaceAllString(escaped, "$1\x00")
	}
	warn("encoded-crlf", reCRLF.MatchString(escaped))
	warn("encoded-control", reControl.MatchString(escaped))
	mail, _ := u.Parts.(parse.Mailto)
	address := strings.ReplaceAll(mail.Address, "%40", "@")
	warn("not-addr-spec", strict && u.Scheme == "mailto" && !reAddrSpec.MatchString(address))
	warn("url-prefix", u.Scheme == "url")

	if u.Level == parse.Lenient {
		tail := u.Path + u.Query.Value + u.Fragment.Value
		warn("national-char", strings.ContainsAny(tail, "{}|\\^[]`"))
		rest := reEscape.ReplaceAllString(u.Path+"\n"+u.Query.Value+"\n"+u.Fragment.Value, "")
		warn("stray-percent", strings.Contains(rest, "%"))
		warn("extra-hash", strings.Contains(fragment, "#"))
		warn("bad-a-label", slices.ContainsFunc(strings.Split(h.host, "."), func(l string) bool { return reALabel.MatchString(l) && !isALabel(l) }))
		warn("bidi-control", reBidi.MatchString(u.Text))
		needless := !slices.Contains(needHost, u.Scheme)
		warn("empty-host", needless && h.host == "" && (u.Userinfo.Present || u.Port.Present))
		warn("port-in-file", u.Scheme == "file" && u.Port.Present)
		warn("userinfo-in-file", u.Scheme == "file" && u.Userinfo.Present)
		ascii, err := toASCII(decoded(h.host))
		warn("numeric-host", err == nil && u.HostKind == "reg-name" && (!needless || u.Scheme == "file") && isNumeric(ascii))
		warn("mixed-script", err == nil && u.HostKind == "reg-name" && isMixed(ascii))
		warn("host-in-userinfo", looksLikeHost(u.User.Value))
		warn("non-ascii", strings.ContainsFunc(u.Text, func(r rune) bool { return r >= 0x80 }))
	}
	slices.Sort(want)
	if got := slices.Collect(u.Warnings.Names()); !slices.Equal(got, want) {
		t.Errorf("Parse(%q, %v): warnings %q, want %q", u.Text, u.Level, got, want)
	}
}

// An authority holds the parts of an authority for checkWarnings.
type authority struct {
	present              bool
	host, port, password string
}

func hostOf(u parse.URL) authority {
	fromHostPort := func(hp parse.HostPort) authority { return authority{present: true, host: hp.Host, port: hp.Port.Value} }
	fromLogin := func(l parse.Login) authority {
		a := fromHostPort(l.HostPort)
		a.password = l.Password.Value
		return a
	}
	switch p := u.Parts.(type) {
	case parse.FTP:
		return fromLogin(p.Login)
	case parse.Telnet:
		return fromLogin(p.Login)
	case parse.HTTP:
		return fromHostPort(p.HostPort)
	case parse.Gopher:
		return fromHostPort(p.HostPort)
	case parse.NNTP:
		return fromHostPort(p.HostPort)
	case parse.WAIS:
		return fromHostPort(p.HostPort)
	case parse.Prospero:
		return fromHostPort(p.HostPort)
	case parse.File:
		return authority{host: p.Host}
	case parse.News:
		_, host, _ := strings.Cut(p.Article.Value, "@")
		return authority{host: host}
	case parse.Other:
		return authority{p.IP, p.Host.Value, p.Port.Value, p.Password.Value}
	}
	return authority{u.Authority.Present, u.Host.Value, u.Port.Value, u.Password.Value}
}

func standardPort(scheme string, strict bool) int64 {
	ports := map[string]int64{"ftp": 21, "http": 80, "gopher": 70, "nntp": 119, "telnet": 23, "wais": 210, "prospero": 1525}
	if !strict {
		ports["https"], ports["ws"], ports["wss"] = 443, 80, 443
	}
	return ports[scheme]
}

// TestHostLength checks the limits on the length of a host.
func TestHostLength(t *testing.T) {
	label := strings.Repeat("a", 63)
	name253 := label + "." + label + "." + label + "." + strings.Repeat("a", 61)
	for _, c := range []struct {
		host string
		want bool
	}{
		{label, false},
		{label + "a", true},
		{"a." + label + "a.b", true},
		{name253, false},
		{name253 + "a", true},
	} {
		for _, level := range parse.Levels() {
			u, err := parse.Parse("http://"+c.host+"/", level)
			if got := u.Warnings.Has("host-length"); err != nil || got != c.want {
				t.Errorf("%v: host of %d: %v, %v", level, len(c.host), got, err)
			}
		}
	}
	// A final dot and the octets of a character do not count.
	for _, host := range []string{name253 + ".", strings.Repeat("é", 63), label + "."} {
		if u, err := parse.Parse("http://"+host+"/", parse.Lenient); err != nil || u.Warnings.Has("host-length") {
			t.Errorf("%q: %v, %v", host, u.Warnings, err)
		}
	}
	if u, _ := parse.Parse("http://"+strings.Repeat("é", 64)+"/", parse.Lenient); !u.Warnings.Has("host-length") {
		t.Errorf("64 characters: %v", u.Warnings)
	}
}
