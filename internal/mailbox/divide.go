package mailbox

import "encoding/binary"

// ahead is the distance between the first and the last byte that mayDivide compares.
const ahead = 2

// divideGo is mayDivide for eight bytes at a time.
func divideGo(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	zeros := func(x uint64) uint64 { return (x - ones) &^ x & tops } // right for the lowest
	i := 0
	for ; i+8+ahead <= len(text); i += 8 {
		a := binary.LittleEndian.Uint64(text[i:])
		b := binary.LittleEndian.Uint64(text[i+1:])
		d := binary.LittleEndian.Uint64(text[i+ahead:])
		if zeros(a^'-'*ones|b^'-'*ones)|zeros(a^'F'*ones|d^'o'*ones)|zeros(a^'b'*ones|d^'g'*ones) != 0 {
			break
		}
	}
	for ; i < len(text); i++ {
		if isDividing(text[i:]) {
			break
		}
	}
	return i
}

// isDividing reports whether text begins like a line that mayDivide looks for.
func isDividing(text []byte) bool {
	switch {
	case len(text) < 2:
		return false
	case text[0] == '-':
		return text[1] == '-'
	case len(text) <= ahead:
		return false
	}
	return text[0] == 'F' && text[ahead] == 'o' || text[0] == 'b' && text[ahead] == 'g'
}
