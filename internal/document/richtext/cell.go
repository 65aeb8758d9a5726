package richtext

import (
	"strconv"
	"strings"
)

// Cell returns the name of a cell of a sheet, as in Place.Cell: "Sheet1!B7", or "B7" if the
// sheet has no name. A name of more than 512 bytes is cut, with "…" at its end. Columns and rows count from 0.
func Cell(sheet string, col, row int) string {
	var letters [8]byte
	i := len(letters)
	for n := max(col, 0) + 1; n > 0 && i > 0; n = (n - 1) / 26 {
		i--
		letters[i] = 'A' + byte((n-1)%26)
	}
	if len(sheet) > maxSheet {
		sheet = strings.ToValidUTF8(sheet[:maxSheet], "") + "…"
	}
	b := make([]byte, 0, len(sheet)+24)
	if sheet != "" {
		b = append(append(b, sheet...), '!')
	}
	return string(strconv.AppendInt(append(b, letters[i:]...), int64(row)+1, 10))
}

// maxSheet is the maximum length in bytes of the name of a sheet in that of a cell: each cell has it. In Excel a name has 31
// characters.
const maxSheet = 512
