package tar

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"
)

// What GNU tar says about holes in an extended header.
const (
	gnu       = "GNU.sparse."
	gnuOffset = gnu + "offset"
	gnuLength = gnu + "numbytes"
	gnuMap    = gnu + "map"
	gnuCount  = gnu + "numblocks"
)

// extended reads an extended header (POSIX, pax Extended Header): records "%d
// %s=%s\n" of their length, a key and a value. The oldest form of a map of holes,
// which has keys many times, is made into the second oldest.
func (r *Reader) extended() (map[string]string, error) {
	b, err := r.all()
	if err != nil {
		return nil, err
	}
	fields := make(map[string]string)
	var holes []string
	for text := string(b); text != ""; {
		digits, _, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(digits)
		if err != nil || n <= len(digits)+1 || n > len(text) || text[n-1] != '\n' {
			return nil, errHeader
		}
		key, value, ok := strings.Cut(text[len(digits)+1:n-1], "=")
		if !ok || key == "" || strings.Contains(key, "\x00") || key == "path" && strings.Contains(value, "\x00") {
			return nil, errHeader
		}
		text = text[n:]
		switch key {
		case gnuOffset, gnuLength:
			if (len(holes)%2 == 0) != (key == gnuOffset) {
				return nil, errHeader
			}
			holes = append(holes, value)
		default:
			fields[key] = value
		}
	}
	if len(holes) > 0 {
		fields[gnuMap] = strings.Join(holes, ",")
	}
	return fields, nil
}

// holes reads the map of the holes of a member, in one of the three forms that GNU
// tar has made in extended headers (its manual, Storing Sparse Files).
func (r *Reader) holes(h *Header, fields map[string]string) (err error) {
	version := fields[gnu+"major"] + "." + fields[gnu+"minor"]
	switch {
	case version == "0.0", version == "0.1", version == "1.0", version == "." && fields[gnuMap] != "":
	default:
		return nil
	}
	h.Sparse = true
	if name := fields[gnu+"name"]; name != "" {
		h.Name = name
	}
	size := fields[gnu+"size"]
	if size == "" {
		size = fields[gnu+"realsize"]
	}
	if size != "" {
		if r.size, err = strconv.ParseInt(size, 10, 64); err != nil {
			return errHeader
		}
	}
	var digits []string
	if version == "1.0" {
		digits, err = r.storedMap()
	} else {
		digits, err = givenMap(fields)
	}
	if err != nil {
		return err
	}
	numbers, err := decimals(digits)
	if err != nil {
		return err
	}
	return r.mapped(numbers)
}

// givenMap returns the map in an extended header: the offset and length of each piece,
// with commas between.
func givenMap(fields map[string]string) (digits []string, err error) {
	if list := fields[gnuMap]; list != "" {
		digits = strings.Split(list, ",")
	}
	if n, err := strconv.Atoi(fields[gnuCount]); err != nil || len(digits) != 2*n {
		return nil, errHeader
	}
	return digits, nil
}

func decimals(digits []string) ([]int64, error) {
	numbers := make([]int64, len(digits))
	for i, d := range digits {
		n, err := strconv.ParseInt(d, 10, 64)
		if err != nil {
			return nil, errHeader
		}
		numbers[i] = n
	}
	return numbers, nil
}

// storedMap reads the map that stands before the text of the member: the number of
// pieces, and the offset and length of each, in decimal, one a line, up to the end
// of a block.
func (r *Reader) storedMap() ([]string, error) {
	var text []byte
	for lines, want := 0, 1; lines < want; {
		if len(text) >= maxMeta {
			return nil, errTooLong
		}
		if r.left < BlockSize {
			return nil, io.ErrUnexpectedEOF
		}
		n, err := io.ReadFull(r.in, r.block[:])
		if r.left -= int64(n); err != nil {
			return nil, noEOF(err)
		}
		text = append(text, r.block[:]...)
		lines += bytes.Count(r.block[:], []byte{'\n'})
		if want == 1 && lines > 0 {
			first, _, _ := bytes.Cut(text, []byte{'\n'})
			count, err := strconv.Atoi(string(first))
			if err != nil || count < 0 || count > maxMeta {
				return nil, errHeader
			}
			if want += 2 * count; lines >= want {
				break
			}
		}
	}
	lines := strings.Split(string(text), "\n")
	count, _ := strconv.Atoi(lines[0]) // it was one
	return lines[1 : 1+2*count], nil
}

// oldHoles reads the map of holes in a header of GNU's own format, and in the blocks
// that may follow.
func (r *Reader) oldHoles() error {
	b := r.block[:]
	size, ok := number(b[realSizeAt:realSizeEnd])
	if !ok || !bytes.HasPrefix(b[magicAt:], []byte("ustar  \x00")) {
		return errHeader // other tars use that type for something else
	}
	r.size = size
	var numbers []int64
	for entries, more, n := b[holesAt:holesEnd], b[holesEnd], 0; ; n++ {
		for ; len(entries) > 0 && entries[0] != 0; entries = entries[24:] {
			from, ok := number(entries[:12])
			length, ok2 := number(entries[12:24])
			if !ok || !ok2 {
				return errHeader
			}
			numbers = append(numbers, from, length)
		}
		switch {
		case more == 0:
			return r.mapped(numbers)
		case n == maxMeta/BlockSize:
			return errTooLong
		}
		if _, err := io.ReadFull(r.in, b); err != nil {
			return noEOF(err)
		}
		entries, more = b[:moreHolesEnd], b[moreHolesEnd]
	}
}

// mapped takes over a map: the offset and length of each piece, in order.
func (r *Reader) mapped(numbers []int64) error {
	r.data = make([]piece, 0, len(numbers)/2)
	end := int64(0)
	for ; len(numbers) > 0; numbers = numbers[2:] {
		from, length := numbers[0], numbers[1]
		if from < end || length < 0 || from > math.MaxInt64-length {
			return errHeader
		}
		end = from + length
		r.data = append(r.data, piece{from, end})
	}
	if end > r.size {
		return errHeader
	}
	return nil
}
