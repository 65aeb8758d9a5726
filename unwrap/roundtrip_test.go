package unwrap

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// encoders write URLs as the services do, independently of the decoders.
var encoders = []func(r *rand.Rand, target string) string{
	func(_ *rand.Rand, target string) string {
		return "https://urldefense.proofpoint.com/v1/url?u=" + url.QueryEscape(target) + "&k=a%3D%0A&r=b&m=c&s=d"
	},
	func(_ *rand.Rand, target string) string {
		var b strings.Builder
		for _, c := range []byte(target) {
			switch {
			case c == '/':
				b.WriteByte('_')
			case c == '.' || isAlphanumeric(c):
				b.WriteByte(c)
			default:
				b.WriteString(strings.Replace(escaped(c), "%", "-", 1))
			}
		}
		return "https://urldefense.com/v2/url?u=" + b.String() + "&d=DwMFaQ&c=a&r=b&m=c&s=d&e="
	},
	proofpoint3Encoded,
	func(_ *rand.Rand, target string) string {
		return "https://eur01.safelinks.protection.outlook.com/?url=" + url.QueryEscape(target) + "&data=05%7C02&sdata=a%3D&reserved=0"
	},
	func(_ *rand.Rand, target string) string {
		return "https://linkprotect.cudasvc.com/url?a=" + url.QueryEscape(target) + "&c=E,1,a&typo=1"
	},
	func(_ *rand.Rand, target string) string {
		return "https://secure-web.cisco.com/1abc-_/" + url.QueryEscape(target)
	},
	func(_ *rand.Rand, target string) string {
		return "https://eu-west-1.protection.sophos.com/?d=a.example&u=" + base64.StdEncoding.EncodeToString([]byte(target)) + "&i=a&t=b&h=c&s=d"
	},
	func(_ *rand.Rand, target string) string {
		// In a segment of a path only "/" and what ends the path need an escape.
		segment := strings.NewReplacer("%", "%25", "/", "%2F", "?", "%3F", "#", "%23").Replace(target)
		return "https://abc.r.eu-west-1.awstrack.me/L0/" + segment + "/1/0102-000000/a=1"
	},
	func(r *rand.Rand, target string) string {
		inner, _ := json.Marshal(map[string]any{"u": 1, "v": 1, "url": target})
		outer, _ := json.Marshal(map[string]any{"s": "a", "p": string(inner)})
		return "https://mandrillapp.com/track/click/1/a.example?p=" + base64.RawURLEncoding.EncodeToString(outer)
	},
	mimecastEncoded,
	func(_ *rand.Rand, target string) string {
		return "https://www.bing.com/ck/a?!&&p=a&u=a1" + base64.RawURLEncoding.EncodeToString([]byte(target)) + "&ntb=1"
	},
	func(_ *rand.Rand, target string) string {
		return "https://r.search.yahoo.com/_ylt=a;_ylu=b/RV=2/RO=10/RU=" + url.QueryEscape(target) + "/RK=2/RS=c-"
	},
	func(_ *rand.Rand, target string) string {
		return "https://web.archive.org/web/20200101000000/" + target
	},
}

func mimecastEncoded(_ *rand.Rand, target string) string {
	object, _ := json.Marshal(map[string]string{"rcpt": "a@b.example", "url": target})
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write(object)
	z.Close()
	return "https://protect-eu.mimecast.com/redirect/" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// TestInflation checks that a target is not much longer than its compressed text.
func TestInflation(t *testing.T) {
	longest := 0
	for n := range 12 {
		url := mimecastEncoded(nil, "http://a.example/"+strings.Repeat("a", 1<<n))
		longest = max(longest, len(URL(url).Target))
	}
	if longest < 1<<9 || longest > 1<<11 {
		t.Errorf("the longest target has %d bytes", longest)
	}
}

// proofpoint3Encoded replaces octets of target by "*", and adds them in base64.
func proofpoint3Encoded(r *rand.Rand, target string) string {
	const lengths = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	var b strings.Builder
	var replaced []byte
	for i := 0; i < len(target); {
		run := 0
		for i+run < len(target) && run < 65 && mustReplace(target[i+run]) {
			run++
		}
		switch {
		case run == 0:
			b.WriteByte(target[i])
			i++
			continue
		case run == 1:
			b.WriteByte('*')
		default:
			b.WriteString("**" + lengths[run-2:run-1])
		}
		replaced = append(replaced, target[i:i+run]...)
		i += run
	}
	return "https://urldefense.com/v3/__" + b.String() + "__;" + base64.RawURLEncoding.EncodeToString(replaced) + "!!a!b-c_d$"
}

func mustReplace(c byte) bool { return c >= 0x80 || strings.IndexByte("%*#[]+;|^{}\\", c) >= 0 }

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func escaped(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'%', digits[c>>4], digits[c&15]})
}

// randomTarget returns a random URL on a host of no service.
func randomTarget(r *rand.Rand) string {
	pieces := []string{"a", "b9", "/", "//", "?", "&", "=", "+", "-", "_", "__", "*", "**", "**A", "#", "%20", "%25", "%2f", "é", "你", "[", "]",
		"~", "!", "$", "'", "(", ")", ",", ";", ":", "@", ".", "url=", "x=http://b.example/", strings.Repeat("#", 70)}
	b := "https://a.example/"
	for range r.IntN(12) {
		b += pieces[r.IntN(len(pieces))]
	}
	return b
}

// TestRoundTrip encodes random targets, once or several times, and unwraps them.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range effort.Rounds(20_000) {
		target := randomTarget(r)
		if _, ok := validTarget(target); !ok {
			t.Fatal(target)
		}
		rewritten := target
		layers := 1 + r.IntN(3)
		for range layers {
			rewritten = encoders[r.IntN(len(encoders))](r, rewritten)
		}
		if got := URL(rewritten); got.Target != target || len(got.Via) != layers {
			t.Fatalf("%s\n%s: %+v", target, rewritten, got)
		}
	}
}
