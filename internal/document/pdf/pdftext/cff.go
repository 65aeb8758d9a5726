package pdftext

import (
	"strings"
	"sync"
)

// cffEncoding sets the text of the codes of the encoding in a font program in the Compact
// Font Format (Adobe Technical Note 5176).
func cffEncoding(text *[256]string, data table) {
	_, at := cffIndex(data, data.u8(2))
	tops, at := cffIndex(data, at)
	own, _ := cffIndex(data, at)
	if len(tops) == 0 {
		return
	}
	charset, encoding, count := cffTop(tops[0])
	glyphs := 0
	if count > 0 && count < len(data) {
		glyphs = data.u16(count)
	}
	if encoding <= 1 || glyphs == 0 {
		return
	}
	names := cffCharset(data, charset, glyphs)
	name := func(glyph int) string {
		if glyph >= len(names) {
			return ""
		}
		return cffString(own, names[glyph])
	}
	format, glyph := data.u8(encoding), 1
	at = encoding + 2
	switch n := data.u8(encoding + 1); format & 0x7F {
	case 0:
		for range n {
			text[data.u8(at)] = name(glyph)
			glyph, at = glyph+1, at+1
		}
	case 1:
		for range n {
			for k := range data.u8(at+1) + 1 {
				text[uint8(data.u8(at)+k)] = name(glyph)
				glyph++
			}
			at += 2
		}
	}
	if format&0x80 != 0 {
		for i := range data.u8(at) {
			text[data.u8(at+1+3*i)] = cffString(own, data.u16(at+2+3*i))
		}
	}
}

// cffIndex returns the items of the INDEX at an offset, and the offset of its end.
func cffIndex(data table, at int) (items []table, end int) {
	n, size := data.u16(at), data.u8(at+2)
	if n == 0 || size == 0 || size > 4 || at+3+(n+1)*size > len(data) {
		return nil, at + 2
	}
	offset := func(i int) int {
		v := 0
		for k := range size {
			v = v<<8 | data.u8(at+3+i*size+k)
		}
		return v
	}
	base := at + 3 + (n+1)*size - 1
	items = make([]table, n)
	for i := range items {
		item := data.from(base + offset(i))
		items[i] = item[:min(len(item), max(0, offset(i+1)-offset(i)))]
	}
	return items, base + offset(n)
}

// cffTop returns the offsets of the charset, the encoding and the CharStrings.
func cffTop(dict table) (charset, encoding, chars int) {
	operand := 0
	for i := 0; i < len(dict); i++ {
		switch b := dict.u8(i); {
		case b == 28:
			operand = dict.u16(i + 1)
			i += 2
		case b == 29:
			operand = dict.u32(i + 1)
			i += 4
		case b == 30:
			for i++; i < len(dict) && dict[i]&0xF != 0xF && dict[i]>>4 != 0xF; i++ {
			}
		case b >= 251 && b < 255:
			operand = -(b-251)*256 - dict.u8(i+1) - 108
			i++
		case b >= 247:
			operand = (b-247)*256 + dict.u8(i+1) + 108
			i++
		case b >= 32:
			operand = b - 139
		case b == 12:
			i++
		case b == 15:
			charset = operand
		case b == 16:
			encoding = operand
		case b == 17:
			chars = operand
		}
	}
	return charset, encoding, chars
}

// cffCharset returns the SIDs of the glyphs.
func cffCharset(data table, at, glyphs int) []int {
	sids := make([]int, 1, glyphs)
	if at <= 2 {
		for len(sids) < glyphs {
			sids = append(sids, len(sids))
		}
		return sids
	}
	format := data.u8(at)
	for at++; len(sids) < glyphs && at < len(data); {
		first, left := data.u16(at), 0
		switch at += 2; format {
		case 1:
			left = data.u8(at)
			at++
		case 2:
			left = data.u16(at)
			at += 2
		}
		for k := 0; k <= left && len(sids) < glyphs; k++ {
			sids = append(sids, first+k)
		}
	}
	return sids
}

// cffLatin has the characters of the standard strings 0 to 228: first those of
// StandardEncoding in its order (annex A).
var cffLatin = sync.OnceValue(func() []rune {
	list := []rune{0}
	for _, c := range encodings["StandardEncoding"] {
		if c != 0 {
			list = append(list, c)
		}
	}
	return append(list, []rune("¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž")...)
})

// cffExpert returns the standard strings 229 to 378. The ligatures ff, ffi and ffl are among
// them, also for fonts that have no other glyph of an expert font.
var cffExpert = sync.OnceValue(func() []string { return strings.Fields(expertNames) })

const expertNames = "exclamsmall Hungarumlautsmall dollaroldstyle dollarsuperior ampersandsmall Acutesmall " +
	"parenleftsuperior parenrightsuperior twodotenleader onedotenleader zerooldstyle oneoldstyle " +
	"twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle " +
	"nineoldstyle commasuperior threequartersemdash periodsuperior questionsmall asuperior " +
	"bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior nsuperior osuperior " +
	"rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior " +
	"Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall " +
	"Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall " +
	"Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall " +
	"exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall " +
	"Caronsmall Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall " +
	"Cedillasmall questiondownsmall oneeighth threeeighths fiveeighths seveneighths onethird " +
	"twothirds zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior " +
	"ninesuperior zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior " +
	"sixinferior seveninferior eightinferior nineinferior centinferior dollarinferior " +
	"periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall " +
	"Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall " +
	"Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall " +
	"Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall " +
	"Ugravesmall Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall " +
	"Ydieresissmall"

// cffStrings is the number of standard strings.
const cffStrings = 391

// cffString returns the text of the glyph whose name is the string sid. own are the strings of
// the font program.
func cffString(own []table, sid int) string {
	latin, expert := cffLatin(), cffExpert()
	switch {
	case sid <= 0:
		return ""
	case sid < len(latin):
		return string(latin[sid])
	case sid < len(latin)+len(expert):
		return glyphText(expert[sid-len(latin)])
	case sid >= cffStrings && sid-cffStrings < len(own):
		return glyphText(string(own[sid-cffStrings]))
	}
	return ""
}
