package pdftext

// An encoding has the character of each code, or 0 (9.6.5, annex D).
type encoding [256]rune

// encodings are the encodings that a font can name, and those of the fonts that need no
// encoding. Each string begins with the code 32.
var encodings = map[string]*encoding{
	"StandardEncoding": newEncoding(" !\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ\x00–†‡·\x00¶•‚„”»…‰\x00¿\x00`´ˆ˜¯˘˙¨\x00˚¸\x00˝˛ˇ—\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00Æ\x00ª\x00\x00\x00\x00ŁØŒº\x00\x00\x00\x00\x00æ\x00\x00\x00ı\x00\x00łøœß"),
	"WinAnsiEncoding": newEncoding(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x00" +
		"€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ\u00a0¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
	"MacRomanEncoding": newEncoding(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x00" +
		"ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"),
	"MacExpertEncoding": newEncoding(" \x00\x00¢$\x00\x00\x00⁽⁾‥․,-.⁄0123456789:;\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00¼½¾⅛⅜⅝⅞⅓⅔\x00\x00\x00\x00\x00\x00ﬀﬁﬂﬃﬄ₍\x00₎\x00\x00\x00abcdefghijklmnopqrstuvwxyz₡\x00\x00\x00\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00⁸₄₃₆₈₇\x00\x00\x00₂\x00\x00\x00\x00\x00₅\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00₉₀\x00\x00\x00\x00₁\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00‒\x00\x00\x00\x00\x00\x00\x00\x00\x00¹²³⁴⁵⁶⁷⁹⁰\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00ⁿ"),
	"Symbol": newEncoding(" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\uf8e5αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\uf8e6\uf8e7↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇\uf6da\uf6d9\uf6db∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈\uf8e8\uf8e9\uf8ea∑\uf8eb\uf8ec\uf8ed\uf8ee\uf8ef\uf8f0\uf8f1\uf8f2\uf8f3\uf8f4\x00〉∫⌠\uf8f5⌡\uf8f6\uf8f7\uf8f8\uf8f9\uf8fa\uf8fb\uf8fc\uf8fd\uf8fe"),
	"ZapfDingbats": dingbats(),
}

func newEncoding(text string) *encoding {
	e, code := new(encoding), 32
	for _, c := range text {
		e[code] = c
		code++
	}
	return e
}

// dingbats returns the encoding of ZapfDingbats. Unicode has most of the characters in the
// order of the font.
func dingbats() *encoding {
	e := &encoding{' ': ' '}
	for i := 0x21; i < 0xFF; i++ {
		e[i] = 0x2701 + rune(i) - 0x21
	}
	return e
}
