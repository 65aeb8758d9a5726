package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// Mailto is a mailto URL (RFC 1738, section 3.5).
type Mailto struct {
	Address string `json:"address"` // encoded822addr
}

// parseMailto parses a mailto URL (section 3.5). i is the offset after its colon.
//
//	mailtourl      = "mailto:" encoded822addr
//	encoded822addr = 1*xchar               ; further defined in RFC822
func (u *URL) parseMailto(s string, i int) fault {
	switch end, inside := span(s, i, ascii.XChar); {
	case end < len(s) || inside:
		return charFault(s, end, inside)
	case end == i:
		return fault{end, EmptyAddress}
	}
	if !hasAddrSpec(s[i:]) {
		u.Warnings |= warnNotAddrSpec
	}
	u.Parts = Mailto{Address: s[i:]}
	return fault{}
}

// hasAddrSpec reports whether address has an "@", encoded or not, with text on
// both sides: "<rfc822-addr-spec> is (the encoding of an) addr-spec".
func hasAddrSpec(address string) bool {
	for i := range len(address) {
		switch {
		case address[i] == '@' && 0 < i && i+1 < len(address):
			return true
		case strings.HasPrefix(address[i:], "%40") && 0 < i && i+percent.Len < len(address):
			return true
		}
	}
	return false
}

func (v Mailto) walk(w *walk, yield yielder) {
	w.component(yield, "", nameAddress, present(v.Address))
}
