package ascii

// HexDigit returns the value of the hexadecimal digit c, in either case. It returns -1 if
// c is not a hexadecimal digit.
func HexDigit(c byte) int { return int(hexDigits[c]) - 1 }

// HexOctet returns the octet that two hexadecimal digits write, in either case. It returns -1 if
// high or low is not a hexadecimal digit.
func HexOctet(high, low byte) int {
	h, l := HexDigit(high), HexDigit(low)
	if h|l < 0 {
		return -1
	}
	return h<<4 | l
}

// hexDigits holds the values of the hexadecimal digits plus 1, and 0 for other octets.
var hexDigits = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}

// Base64Digit returns the value of the base64 digit c (RFC 2045, table 1). It returns -1
// if c is not a base64 digit.
func Base64Digit(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}
