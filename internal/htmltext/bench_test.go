package htmltext

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
)

const prose = "The quick brown fox jumps over the lazy dog and, since it is a fine day,\nlooks for more. "

var benchmarks = []struct{ name, unit string }{
	{"text", "<p>" + strings.Repeat(prose, 5) + "</p>\n<p>" + strings.Repeat(prose, 2) + "<b>" + prose + "</b></p>\n"},
	{"crlf", "<p>" + strings.ReplaceAll(strings.Repeat(prose, 5), "\n", "\r\n") + "</p>\r\n"},
	{"reply", `<div dir="ltr"><div class="gmail_default" style="font-family:arial,sans-serif">` + prose + prose + `<br></div>&nbsp;</div>` + "\n"},
	{"office", `<p class=MsoNormal><span lang=EN-US style='font-size:11.0pt;font-family:"Calibri",sans-serif'>` + prose + `<o:p></o:p></span></p>` + "\n"},
	{"newsletter", `<table border="0" cellpadding="0" width="600" style="border-collapse:collapse"><tr><td align="center" valign="top" style="padding:0 20px">` +
		`<a href="http://news.example/click?id=12345&amp;u=67890" target="_blank" style="color:#336699;text-decoration:none"><img src="http://img.example/a/b/c.png" width="560" height="100" alt="News" border="0"></a></td></tr></table>` + "\n"},
}

func BenchmarkScanner(b *testing.B) {
	for _, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			input := []byte(strings.Repeat(c.unit, 1<<20/len(c.unit)))
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			s, m := new(Scanner), new(offset.Map)
			var dst []byte
			for b.Loop() {
				s.Reset()
				m.Reset()
				for i := 0; i < len(input); i += 32 << 10 {
					dst = s.Append(dst[:0], input[i:min(len(input), i+32<<10)], int64(i), m)
					m.Discard(m.Len())
					s.Cuts = s.Cuts[:0]
				}
				dst = s.Close(dst[:0], m)
			}
		})
	}
}
