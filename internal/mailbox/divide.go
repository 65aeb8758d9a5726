package mailbox

import "encoding/binary"

// ahead is the distance between the first and the last byte that mayDivide compares.
const ahead = 3

// divideGo is mayDivide for eight bytes at a time.
func divideGo(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	zeros := func(x uint64) uint64 { return (x - ones) &^ x & tops } // right for the lowest
	i := 0
	for ; i+8+ahead <= len(text); i += 8 {
		a := binary.LittleEndian.Uint64(text[i:])
		b := binary.LittleEndian.Uint64(text[i+1:])
		d := binary.LittleEndian.Uint64(text[i+ahead:])
		if zeros(a^'-'*ones|b^'-'*ones)|zeros(a^'F'*ones|d^'m'*ones) != 0 {
			break
		}
	}
	for ; i < len(text); i++ {
		if i+1 < len(text) && text[i] == '-' && text[i+1] == '-' ||
			i+ahead < len(text) && text[i] == 'F' && text[i+ahead] == 'm' {
			break
		}
	}
	return i
}
