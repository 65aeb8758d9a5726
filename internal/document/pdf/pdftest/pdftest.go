// Package pdftest makes PDF files for tests.
package pdftest

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Form says how a file is written. The zero Form has a cross-reference table, and neither
// filters nor encryption.
type Form struct {
	Xref    string   // "table" (""), "stream", "hybrid", "none", or "wrong" (the offsets are)
	Pack    bool     // objects that are not streams are in object streams; Xref is not "table"
	Filters []string // of all streams, in the order in which a reader decodes
	Crypt   int      // the revision of the standard security handler: 0, 2, 3, 4, 6, or FilesOnly
	Prefix  string   // garbage before the file
	Old     bool     // an older revision of all objects precedes: with "old" for "new"
	Length  string   // of streams: "" (right), "wrong", "none", or "ref"
}

// FilesOnly is a Form.Crypt: revision 4, with which only embedded files are encrypted.
const FilesOnly = -1

var (
	objectSyntax = regexp.MustCompile(`(?s)(\d+) 0 obj(.*?)endobj`)
	streamSyntax = regexp.MustCompile(`(?s)^(.*?)>>\s*stream\n(.*?)\nendstream\s*$`)
	stringSyntax = regexp.MustCompile(`\((?:[^()\\]|\\.)*\)`)
)

type indirect struct {
	num    int
	dict   string // without ">>" if it is a stream
	stream *string
}

// Make makes a file of a source, which has objects and ends with a trailer:
//
//	1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
//	4 0 obj <</Subtype/XML>>
//	stream
//	text
//	endstream endobj
//	trailer <</Root 1 0 R>>
//
// Strings have no parentheses within them.
func Make(source string, form Form) []byte {
	w := &writer{form: form, index: map[int]entry{}}
	body, trailer, _ := strings.Cut(source, "trailer")
	trailer = strings.TrimSuffix(strings.TrimSpace(trailer), ">>")
	var objects []indirect
	for _, m := range objectSyntax.FindAllStringSubmatch(body, -1) {
		o := indirect{dict: strings.TrimSpace(m[2])}
		o.num, _ = strconv.Atoi(m[1])
		if s := streamSyntax.FindStringSubmatch(o.dict); s != nil {
			o.dict, o.stream = s[1], &s[2]
		}
		w.size = max(w.size, o.num+1)
		objects = append(objects, o)
	}
	w.WriteString(form.Prefix)
	w.start = w.Len()
	w.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	if form.Crypt != 0 {
		w.crypt = newCrypt(form.Crypt)
		w.crypt.num = w.add()
		trailer += fmt.Sprintf("/Encrypt %d 0 R/ID[<%x><%x>]", w.crypt.num, fileID, fileID)
	}
	if form.Old {
		old := slices.Clone(objects)
		for i := range old {
			old[i].dict = strings.ReplaceAll(old[i].dict, "new", "old")
		}
		w.revision(old, trailer)
	}
	w.revision(objects, trailer)
	return w.Bytes()
}

type writer struct {
	bytes.Buffer
	form  Form
	crypt *crypt
	start int
	size  int // the highest number of an object, plus 1
	index map[int]entry
	prev  int // the offset of the previous section
}

// An entry is the offset of an object, or its index in an object stream.
type entry struct{ at, in int }

// revision writes objects, and a cross-reference section.
func (w *writer) revision(objects []indirect, trailer string) {
	clear(w.index)
	var packed []indirect
	for _, o := range objects {
		if w.form.Pack && o.stream == nil {
			packed = append(packed, o)
			continue
		}
		w.object(o)
	}
	const most = 5
	for len(packed) > 0 {
		n := min(most, len(packed))
		w.pack(packed[:n])
		packed = packed[n:]
	}
	if w.crypt != nil {
		w.index[w.crypt.num] = entry{at: w.Len() - w.start}
		fmt.Fprintf(w, "%d 0 obj %s endobj\n", w.crypt.num, w.crypt.dict)
	}
	w.section(trailer)
}

func (w *writer) add() int { w.size++; return w.size - 1 }

// pack writes an object stream.
func (w *writer) pack(objects []indirect) {
	num := w.add()
	var head, text strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&head, "%d %d ", o.num, text.Len())
		text.WriteString(o.dict + " ")
		w.index[o.num] = entry{at: i, in: num}
	}
	s := head.String() + text.String()
	w.object(indirect{num, fmt.Sprintf("<</Type/ObjStm/N %d/First %d", len(objects), head.Len()), &s})
}

// object writes an object.
func (w *writer) object(o indirect) {
	w.index[o.num] = entry{at: w.Len() - w.start}
	if w.crypt != nil && w.crypt.covers(o.dict, false) {
		o.dict = stringSyntax.ReplaceAllStringFunc(o.dict, func(s string) string {
			return fmt.Sprintf("<%x>", w.crypt.encrypt(o.num, unescape(s[1:len(s)-1])))
		})
	}
	if o.stream == nil {
		fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", o.num, o.dict)
		return
	}
	data, keys := Encode([]byte(*o.stream), w.form.Filters...)
	if w.crypt != nil && w.crypt.covers(o.dict, true) {
		data = w.crypt.encrypt(o.num, data)
	}
	length := ""
	var after *indirect
	switch w.form.Length {
	case "":
		length = fmt.Sprintf("/Length %d", len(data))
	case "wrong":
		length = fmt.Sprintf("/Length %d", len(data)/2)
	case "ref":
		after = &indirect{num: w.add(), dict: strconv.Itoa(len(data))}
		length = fmt.Sprintf("/Length %d 0 R", after.num)
	}
	fmt.Fprintf(w, "%d 0 obj\n%s%s%s>>\nstream\n%s\nendstream\nendobj\n", o.num, o.dict, keys, length, data)
	if after != nil {
		w.object(*after)
	}
}

// unescape decodes the escapes of a string as far as tests have them.
func unescape(s string) []byte {
	s, _ = strconv.Unquote(`"` + strings.NewReplacer(`\(`, "(", `\)`, ")", `"`, `\"`).Replace(s) + `"`)
	return []byte(s)
}

// section writes a cross-reference section and its trailer.
func (w *writer) section(trailer string) {
	at := w.Len() - w.start
	nums := make([]int, 0, len(w.index))
	for n := range w.index {
		nums = append(nums, n)
	}
	slices.Sort(nums)
	prev := ""
	if w.prev > 0 {
		prev = fmt.Sprintf("/Prev %d", w.prev)
	}
	switch w.form.Xref {
	case "none":
		fmt.Fprintf(w, "trailer\n%s>>\n", trailer)
		return
	case "stream":
		w.xrefStream(nums, trailer+prev)
	case "hybrid":
		w.xrefStream(slices.DeleteFunc(slices.Clone(nums), func(n int) bool { return w.index[n].in == 0 }), "<<")
		stream := at
		at = w.Len() - w.start
		w.table(nums)
		fmt.Fprintf(w, "trailer\n%s%s/Size %d/XRefStm %d>>\n", trailer, prev, w.size, stream)
	default:
		w.table(nums)
		fmt.Fprintf(w, "trailer\n%s%s/Size %d>>\n", trailer, prev, w.size)
	}
	w.prev = at
	fmt.Fprintf(w, "startxref\n%d\n%%%%EOF\n", at)
}

func (w *writer) table(nums []int) {
	w.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for _, n := range nums {
		if w.index[n].in > 0 {
			fmt.Fprintf(w, "%d 1\n%010d 65535 f \n", n, 0)
			continue
		}
		at := w.index[n].at
		if w.form.Xref == "wrong" {
			at += 3
		}
		fmt.Fprintf(w, "%d 1\n%010d 00000 n \n", n, at)
	}
}

func (w *writer) xrefStream(nums []int, trailer string) {
	num := w.add()
	w.index[num] = entry{at: w.Len() - w.start}
	if w.form.Xref == "stream" {
		nums = append(nums, num)
	}
	var rows []byte
	index := ""
	for _, n := range nums {
		e := w.index[n]
		kind, at, third := 1, e.at, 0
		if e.in > 0 {
			kind, at, third = 2, e.in, e.at
		}
		rows = append(rows, byte(kind), byte(at>>16), byte(at>>8), byte(at), byte(third))
		index += fmt.Sprintf("%d 1 ", n)
	}
	s := string(rows)
	w.object(indirect{num, fmt.Sprintf("%s/Type/XRef/W[1 3 1]/Size %d/Index[%s]", trailer, w.size, index), &s})
}

// Update appends an update to a file with a cross-reference table (7.5.6): objects by their numbers, or "" for one
// that is freed.
func Update(file []byte, objects map[int]string) []byte {
	i := bytes.LastIndex(file, []byte("startxref"))
	prev := strings.Fields(string(file[i:]))[1]
	b := bytes.NewBuffer(slices.Clip(file))
	table, size := "", 0
	for _, num := range slices.Sorted(maps.Keys(objects)) {
		if o := objects[num]; o == "" {
			table += fmt.Sprintf("%d 1\n%010d %05d f \n", num, 0, 1)
		} else {
			table += fmt.Sprintf("%d 1\n%010d %05d n \n", num, b.Len(), 0)
			fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", num, o)
		}
		size = max(size, num+1)
	}
	at := b.Len()
	fmt.Fprintf(b, "xref\n%strailer\n<</Root 1 0 R/Size %d/Prev %s>>\nstartxref\n%d\n%%%%EOF\n", table, size, prev, at)
	return b.Bytes()
}
