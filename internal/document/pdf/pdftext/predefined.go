package pdftext

import "strings"

// predefined returns the codes of a predefined CMap (9.7.5.2), or nil if it is not known.
// It maps no code: see unicodeOf.
func predefined(name string) *cmap {
	m := &cmap{vertical: strings.HasSuffix(name, "V")}
	two := codespace{2, 0, 0xFFFF}
	switch base := strings.TrimSuffix(strings.TrimSuffix(name, "V"), "H"); {
	case base == "" && name != "", base == "Identity-", strings.Contains(base, "UCS2"), base == "Ext-", base == "Add-":
		m.spaces = []codespace{two}
	case strings.Contains(base, "UTF16"):
		m.spaces = []codespace{{2, 0, 0xD7FF}, {2, 0xE000, 0xFFFF}, {4, 0xD800DC00, 0xDBFFDFFF}}
	case strings.Contains(base, "UTF32"):
		m.spaces = []codespace{{4, 0, 0x0010FFFF}}
	case strings.Contains(base, "UTF8"):
		m.spaces = []codespace{{1, 0, 0x7F}, {2, 0xC080, 0xDFBF}, {3, 0xE08080, 0xEFBFBF}, {4, 0xF0808080, 0xF7BFBFBF}}
	case strings.Contains(base, "RKSJ"):
		m.spaces = []codespace{{1, 0, 0x80}, {1, 0xA0, 0xDF}, {2, 0x8140, 0x9FFC}, {2, 0xE040, 0xFCFC}}
	case strings.Contains(base, "EUC"), strings.Contains(base, "GB"), strings.Contains(base, "B5"),
		strings.Contains(base, "UHC"), strings.Contains(base, "KSC"), strings.Contains(base, "CNS"):
		m.spaces = []codespace{{1, 0, 0x80}, {2, 0x8100, 0xFEFF}}
	default:
		return nil
	}
	return m
}

// unicodeOf returns the character of a code of a predefined CMap, as far as the code says it:
// in the CMaps of Unicode, and for ASCII in the others.
func unicodeOf(name string, code uint32, n int) rune {
	switch {
	case strings.Contains(name, "UCS2"), strings.Contains(name, "UTF32"), strings.Contains(name, "UTF16") && n == 2:
		return rune(code)
	case strings.Contains(name, "UTF16"):
		return (rune(code>>16)-0xD800)<<10 + rune(code&0xFFFF) - 0xDC00 + 0x10000
	case n == 1 && ' ' <= code && code <= '~':
		return rune(code)
	}
	return 0
}

// cidText returns the character of a CID of a character collection of Adobe, if it is ASCII.
// In all of them, the proportional characters begin with the space at CID 1, and the half
// width characters at half.
func cidText(ordering string, cid uint32) rune {
	half, ok := map[string]uint32{"Japan1": 231, "GB1": 814, "CNS1": 13648, "Korea1": 8094, "KR": 1 << 20}[ordering]
	switch {
	case !ok:
		return 0
	case 1 <= cid && cid <= 95:
		return rune(cid) + ' ' - 1
	case half <= cid && cid < half+95:
		return rune(cid-half) + ' '
	}
	return 0
}
