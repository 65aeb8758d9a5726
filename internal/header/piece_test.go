package header

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A placed text is a text with the place of each byte.
type placed struct {
	text   string
	places [][3]int64 // start, end and line
}

// octetsBy returns the octets that decode appends.
func octetsBy(decode func(*sink)) (p placed) {
	var m offset.Map
	var s sink
	s.reset(nil, 1, &m)
	decode(&s)
	p.text = string(s.dst)
	for i := range m.Len() {
		p.places = append(p.places, [3]int64{m.Start(i), m.End(i + 1), m.LineOf(i)})
	}
	return p
}

// eachByte appends the octets of p one by one.
func eachByte(p *piece, s *sink) {
	line := p.line
	s.inLine(line)
	for i := 0; i < len(p.raw); {
		if p.raw[i] == '\n' {
			line++
			s.inLine(line)
		}
		if isBreak(p.raw[i]) {
			i++
			continue
		}
		c, took := p.octet(i)
		if took > 0 {
			s.put(c, p.at+int64(i), took)
		}
		i += max(took, 1)
	}
}

// TestOctets compares octets, which decodes runs at once, with a byte or a quad at a time.
func TestOctets(t *testing.T) {
	const alphabet = "AQz09+/=-_ \r\n%\"\\"
	r := rand.New(rand.NewPCG(2047, 4))
	for range 20000 {
		raw := make([]byte, r.IntN(20))
		for i := range raw {
			raw[i] = alphabet[r.IntN([]int{5, 8, len(alphabet)}[r.IntN(3)])]
		}
		for c := asIs; c <= wordB; c++ {
			p := piece{raw, 100, 7, c}
			slowly := eachByte
			if c == wordB {
				slowly = (*piece).quads
			}
			got := octetsBy(p.octets)
			want := octetsBy(func(s *sink) {
				s.inLine(p.line)
				slowly(&p, s)
			})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("coding %d, %q:\ngot  %q\nwant %q", c, raw, got, want)
			}
		}
	}
}
