package richtext

import "strconv"

// Cell returns the name of a cell of a sheet, as in Place.Cell: "Sheet1!B7", or "B7" if the
// sheet has no name. Columns and rows count from 0.
func Cell(sheet string, col, row int) string {
	var letters [8]byte
	i := len(letters)
	for n := max(col, 0) + 1; n > 0 && i > 0; n = (n - 1) / 26 {
		i--
		letters[i] = 'A' + byte((n-1)%26)
	}
	b := make([]byte, 0, len(sheet)+24)
	if sheet != "" {
		b = append(append(b, sheet...), '!')
	}
	return string(strconv.AppendInt(append(b, letters[i:]...), int64(row)+1, 10))
}
