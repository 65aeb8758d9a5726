//go:build !purego

package prefilter

// The minimum numbers of bytes for ruleAVX2, and for a text that it is faster for.
const minRuleBlock, minRuleText = 34, 128

func ruleLine(text []byte) int {
	if !hasAVX2 || len(text) < minRuleText {
		return ruleLineGo(text)
	}
	from := 0 // of the first line that is not blank: ruleAVX2 does not find a byte after one LF
	for from < len(text) && text[from] == '\n' {
		from++
	}
	if isRuleLine(text[from:]) {
		return from
	}
	at := from // the line of text[from], which is not sought
	for len(text)-from >= minRuleBlock {
		i := from + ruleAVX2(&text[from], len(text)-from)
		if n := lineOf(text[from:i]); n > 0 {
			if at = from + n; isRuleLine(text[at:]) {
				return at
			}
		}
		if i == len(text) {
			return at
		}
		from = i - 1 // the byte follows a ">" in the line
	}
	return at + ruleLineGo(text[at:])
}

// ruleAVX2 returns the index of the first byte of IsRule, among n bytes at p, that follows LF, ">"
// or "> ", and is not one of the first two. Without one it returns n. n must be at least 34.
//
//go:noescape
func ruleAVX2(p *byte, n int) int
