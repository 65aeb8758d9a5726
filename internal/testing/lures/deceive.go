package lures

import (
	"strings"

	"golang.org/x/net/idna"
)

// A deception is a way to plant a sign.
type deception struct {
	name   string
	markup bool // see Sign.Markup
	plant  func(w *writer, mark string) item
}

var deceptions = []deception{
	{"shown-host-differs", true, (*writer).otherHost},
	{"userinfo-host", false, (*writer).userinfoHost},
	{"mixed-script", false, (*writer).mixedScript},
	{"confusable-host", false, (*writer).confusableHost},
	{"numeric-host", false, (*writer).numericHost},
	{"punycode-mismatch", false, (*writer).badPunycode},
	{"bidi-control", false, (*writer).bidiControl},
	{"zero-width", false, (*writer).zeroWidth},
	{"backslash", false, (*writer).backslash},
	{"encoded-control", false, (*writer).encodedControl},
	{"script-url", false, (*writer).scriptURL},
	{"unusual-port", false, (*writer).unusualPort},
	{"tracking-pixel", true, (*writer).pixel},
	{"hidden", true, (*writer).hidden},
}

// evil returns a host that lures lead to.
func (w *writer) evil() string {
	return w.pick("login", "secure", "a", "x7", "update") + "." + w.pick("evil", "trap", "hook", "bait") + w.pick("1", "-2", "", "3") + w.pick(".example", ".test", ".invalid")
}

// bank returns the registrable domain of a host that lures pretend to lead to.
func (w *writer) bank() string {
	return w.pick("northbank", "harbour-mail", "postal", "cityparcels", "paymill") + w.pick(".example", ".test")
}

// neutral returns a label that names no host.
func (w *writer) neutral() string {
	return w.pick("Sign in", "Confirm your account", "<b>View</b> the invoice", "Click here", "Read more &raquo;", "&Ouml;ffnen", "Verify now!",
		`<font color="#ffffff">Track parcel</font>`, "Best&auml;tigen", "\u0412\u043e\u0439\u0442\u0438", "\u78ba\u8a8d\u3059\u308b", `<img src="cid:logo" alt="Our logo" width="120" height="40">`)
}

func (w *writer) link(url string) item {
	return item{url: url, label: w.neutral(), text: w.pick("See:", "Sign in here:", "Details:", "")}
}

// shown returns a text that begins with a URL or a host of a domain, and the host.
func (w *writer) shown(domain string) (text, host string) {
	host = w.pick("www.", "www.", "my.", "login.", "") + domain
	url := w.pick("https://", "http://") + host
	if strings.HasPrefix(host, "www.") && w.chance(40) {
		url = host
	}
	return url + w.pick("", "/", "/account/verify?step=1&x=2", "/login", " (secure)"), host
}

// escape returns text for HTML.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

func (w *writer) otherHost(mark string) item {
	text, host := w.shown(w.bank())
	label := escape(text)
	switch w.IntN(8) {
	case 0:
		label = "<b>" + label + "</b>"
	case 1:
		label = "\n   " + label + "\n"
	case 2:
		label = strings.Replace(label, ".", ".<wbr>", 1)
	case 4:
		label = strings.Replace(label, ".", ".&shy;", 1)
	case 5:
		label = strings.ToUpper(label)
	case 3:
		label = `<span style="color:#0000ee">` + label[:3] + "</span>" + label[3:]
	}
	url := "https://" + w.evil() + "/" + mark
	switch w.IntN(7) {
	case 6: // as a service rewrites URLs, but the host is not of the service
		url = "https://" + w.evil() + w.pick("/?url=https://"+host+"/", "/url?q=https%3A%2F%2F"+host+"%2F", "/L0/https:%2F%2F"+host+"%2F/1/a/b", "/v3/__https://"+host+"/__;!!a!b$") + "#" + mark
	case 0:
		url = w.rewritten(url)
	case 1: // the bank is a subdomain
		url = "https://" + host + "." + w.evil() + "/" + mark
	case 2: // the bank is in the path or in the query
		url += w.pick("/"+host, "?url=https://"+host+"/", "#https://"+host)
	}
	return item{url: url, label: label, evidence: host}
}

func (w *writer) userinfoHost(mark string) item {
	evil := w.evil()
	it := w.link("http" + w.pick("", "s") + "://" + w.pick("www."+w.bank(), w.bank(), "www."+w.bank()+":443") + "@" + evil + "/" + mark)
	it.evidence = evil
	return it
}

// mixed are labels of hosts that are not Highly Restrictive (UTS 39, section 5.2).
var mixed = []string{
	"harb\u043eur",                   // Latin, Cyrillic
	"\u0430pricot",                   // Latin, Cyrillic
	"g\u03bfggles",                   // Latin, Greek
	"\u03b1lphabet",                  // Latin, Greek
	"abc\u0e01\u0e02",                // Latin, Thai
	"nova\u0561\u0562",               // Latin, Armenian
	"\u043f\u0440\u0438\u03b1",       // Cyrillic, Greek
	"\u65e5\u672c\ud55c\uae00\u3042", // Hangul, Hiragana
}

func (w *writer) mixedScript(mark string) item {
	label := w.pick(mixed...)
	if w.chance(40) {
		label = aLabel(label)
	}
	return w.link("https://" + w.pick("", "www.") + label + w.pick(".example", ".test") + "/" + mark)
}

// aLabel returns a label in Punycode, without a check.
func aLabel(label string) string {
	a, err := idna.Punycode.ToASCII(label)
	if err != nil {
		panic(err)
	}
	return a
}

// lookalikes are pairs of labels with the same skeleton (UTS 39, section 4), each of one
// script.
var lookalikes = [][2]string{
	{"paypal", "paypa1"}, {"modern", "rnodern"}, {"lloyds", "1loyds"}, {"emma", "ernrna"},
	{"scope", "\u0455\u0441\u043e\u0440\u0435"}, {"caxap", "\u0441\u0430\u0445\u0430\u0440"},
}

// confusableHost plants a host that looks like that of another link.
func (w *writer) confusableHost(mark string) item {
	pair := lookalikes[w.IntN(len(lookalikes))]
	sub, top := w.pick("", "www.", "my."), w.pick(".example", ".test")
	label := pair[1]
	if w.chance(30) {
		label = aLabel(label)
	}
	it := w.link("https://" + sub + label + top + "/" + mark)
	it.evidence, it.pair = sub+pair[0]+top, w.mark()
	honest := w.link("https://" + sub + pair[0] + top + "/" + it.pair)
	it.more = &honest
	return it
}

// numericHost plants 192.0.2.33 in another notation.
func (w *writer) numericHost(mark string) item {
	it := w.link("http://" + w.pick("3221226017", "0xC0000221", "0300.0.02.041", "192.0.545", "192.545", "0xc0.0x0.0x2.0x21", "192.0.2.041") + "/" + mark)
	it.evidence = "192.0.2.33"
	return it
}

func (w *writer) badPunycode(mark string) item {
	bad := []string{"xn--abc-", aLabel("k\u00dcche"), aLabel("ku\u0308che"), aLabel("\uff41bc\u00fc"), "xn--99999999"}
	return w.link("https://www." + w.pick(bad...) + w.pick(".example", ".test") + "/" + mark)
}

func (w *writer) bidiControl(mark string) item {
	it := w.link("https://" + w.evil() + "/" + mark + "/invoice" + w.pick("\u202e", "\u2066", "\u202d") + w.pick("gpj", "fdp") + ".exe")
	it.noPlain = true // a URL ends there
	return it
}

func (w *writer) zeroWidth(mark string) item {
	z := w.pick("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff")
	it := w.link("https://" + w.evil() + "/" + mark + "/in" + z + "voice")
	if w.chance(40) && (z == "\u200b" || z == "\u2060") { // those that a host may have
		it.url = "https://www.north" + z + "bank" + w.pick(".example", ".test") + "/" + mark
	}
	it.noPlain = true
	return it
}

func (w *writer) backslash(mark string) item {
	evil := w.evil()
	it := w.link(w.pick(`https:\\`+evil+`\`, `https:/\`+evil+"/", `https://`+evil+`\@www.`+w.bank()+"/", `https://`+evil+`\`) + mark)
	it.noPlain = true
	return it
}

func (w *writer) encodedControl(mark string) item {
	code := w.pick("%0d%0a", "%0D%0A", "%00")
	rest := "?x=1" + code + "Set-Cookie:a=b"
	if w.chance(50) {
		code = w.pick("%0d%0a", "%0D%0A", "%0a", "%00")
		rest = "/a" + code + ".pdf"
	}
	it := w.link("https://" + w.evil() + "/" + mark + rest)
	it.evidence = code
	return it
}

func (w *writer) scriptURL(mark string) item {
	it := w.link("")
	switch w.IntN(3) {
	case 0:
		it.url = w.pick("javascript:", "JavaScript:") + "location='https://" + w.evil() + "/" + mark + "'"
	case 1:
		it.url = "data:text/html,%3Cscript%3E" + mark + "()%3C/script%3E"
		it.evidence = "text/html"
	default:
		it.url = "data:text/html;name=" + mark + ";base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="
		it.evidence = "text/html"
	}
	it.noPlain = true
	return it
}

func (w *writer) unusualPort(mark string) item {
	port := w.pick("22", "25", "110", "6667", "31337", "4444", "1337")
	it := w.link("http" + w.pick("", "s") + "://" + w.evil() + ":" + port + "/" + mark)
	it.evidence = port
	return it
}

func (w *writer) pixel(mark string) item {
	url := "https://" + w.evil() + "/open/" + mark + ".gif"
	size := w.pick(`width="1" height="1"`, `height=1 width=1 border=0`, `width="0" height="0"`, `width='1px' height='1px'`,
		`style="width:1px;height:1px"`, `alt="" width="1" height="1" style="border:0 !important"`, `style="height: 1px !important; width: 1px !important"`)
	html := `<img src="` + url + `" ` + size + ">"
	if w.chance(50) {
		html = "<img " + size + ` src="` + url + `">`
	}
	return item{url: url, html: html}
}

func (w *writer) hidden(mark string) item {
	it := w.link("https://" + w.evil() + "/" + mark)
	tag, evidence := w.pick("div", "span"), w.pick("display:none", "visibility:hidden", "hidden")
	it.within = "<" + tag + w.pick("", ` class="x"`) + ` style="` + w.pick("", "color:red;") + evidence + w.pick("", ";mso-hide:all", ";max-height:0") + `">`
	if evidence == "hidden" {
		it.within = "<" + tag + " hidden>"
	}
	it.evidence = evidence
	return it
}
