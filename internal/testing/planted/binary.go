package planted

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
)

// A compound is the streams of a compound file that all formats have: the line "@PATH TEXT" of a place is one.
func compound(places []*Place, streams ...cfbtest.Stream) []byte {
	each(places, func(slot, text string) {
		if path, ok := strings.CutPrefix(slot, "@"); ok {
			streams = append(streams, cfbtest.Stream{Path: controls.Replace(strings.ReplaceAll(path, "_", " ")), Data: text})
		}
	})
	return cfbtest.File(streams...)
}

// each calls f for each line of the places.
func each(places []*Place, f func(slot, text string)) {
	for i, p := range places {
		for _, l := range p.lines {
			f(p.at(l.slot, i+1), controls.Replace(p.at(l.text, i+1)))
		}
	}
}

// doc returns a .doc: "text" is text in one byte for each character, "wide" in two; the properties of
// characters are in hexadecimal digits, in "⟦PROPERTIES:TEXT⟧". "data" is in the stream Data, "art" a drawing.
func doc(places []*Place) []byte {
	const at = 1024 // of the text
	var (
		body, cps, pcds strings.Builder
		data, art       string
		template        string
		ends            []int    // of runs of characters
		props           []string // of each run
		n               int      // characters
	)
	cps.WriteString(u32(0))
	run := func(p string) { ends, props = append(ends, at+body.Len()), append(props, p) }
	each(places, func(slot, text string) {
		switch slot {
		case "text", "wide":
			narrow := 1 << 30
			from := at + body.Len()
			for text != "" {
				before, rest, ok := strings.Cut(text, "⟦")
				inner, after := "", ""
				if ok {
					inner, after, _ = strings.Cut(rest, "⟧")
				}
				marks, marked, _ := strings.Cut(inner, ":")
				for i, s := range [...]string{before, marked} {
					n += len([]rune(s))
					if slot == "wide" {
						s = wide(s)
					}
					body.WriteString(s)
					run([...]string{"", functions["bytes"](marks)}[i])
				}
				text = after
			}
			cps.WriteString(u32(n))
			if slot == "wide" {
				pcds.WriteString(u16(0) + u32(from) + u16(0))
			} else {
				pcds.WriteString(u16(0) + u32(2*from|narrow) + u16(0))
			}
		case "data":
			data += text
		case "art":
			art += "\x00" + text
		case "template":
			template = text
		}
	})
	if len(ends) == 0 { // a document has a paragraph
		n++
		body.WriteString("\r")
		run("")
		cps.WriteString(u32(n))
		pcds.WriteString(u16(0) + u32(2*at|1<<30) + u16(0))
	}
	fib := []byte(strings.Repeat("\x00", at))
	le := binary.LittleEndian
	le.PutUint16(fib, 0xA5EC)
	le.PutUint16(fib[2:], 0xC1)
	text := body.String()
	text += strings.Repeat("\x00", 512-len(text)%512)
	page := make([]byte, 512)
	le.PutUint32(page, at)
	free := 510
	for i, end := range ends {
		le.PutUint32(page[4*i+4:], uint32(end))
		if p := props[i]; p != "" {
			free = (free - len(p) - 1) &^ 1
			page[free] = byte(len(p))
			copy(page[free+1:], p)
			page[4*len(ends)+4+i] = byte(free / 2)
		}
	}
	if 5*len(ends)+4 > free {
		panic("too many runs of characters")
	}
	page[511] = byte(len(ends))
	table := ""
	place := func(offset int, s string) {
		if s != "" {
			le.PutUint32(fib[offset:], uint32(len(table)))
			le.PutUint32(fib[offset+4:], uint32(len(s)))
			table += s
		}
	}
	place(0x1A2, "\x02"+u32(cps.Len()+pcds.Len())+cps.String()+pcds.String())
	place(0xFA, u32(at, at+body.Len(), (at+len(text))/512))
	if template != "" {
		place(0x19A, u16(0xFFFF, 2, 0, 0, len(template))+wide(template))
	}
	if art != "" {
		place(0x22A, pptRecord("0xF000 ", 15)+art)
	}
	return compound(places, cfbtest.Stream{Path: "WordDocument", Data: string(fib) + text + string(page)},
		cfbtest.Stream{Path: "0Table", Data: table}, cfbtest.Stream{Path: "Data", Data: data})
}

// xls returns a .xls: "globals" and "sheet" are records of the workbook and of its sheet "It's 1", "other" those
// of a sheet "Other", which is hidden.
func xls(places []*Place) []byte {
	const bof, eof = "0x809", "0x0A "
	records := map[string]string{}
	each(places, func(slot, text string) { records[slot] += text })
	sheets := func(at ...int) string {
		s := record(bof + " " + u16(0x600, 5) + u32(0, 0))
		for i, name := range [...]string{"It's 1", "Other"} {
			s += record("0x85 " + u32(at[i]) + u16(i) + u16(len(name)) + name)
		}
		return s + records["globals"] + record(eof)
	}
	sheet := func(name string) string {
		return record(bof+" "+u16(0x600, 16)+u32(0, 0)) + records[name] + record(eof)
	}
	n := len(sheets(0, 0))
	first := sheet("sheet")
	return compound(places, cfbtest.Stream{Path: "Workbook", Data: sheets(n, n+len(first)) + first + sheet("other")})
}

// ppt returns a .ppt, with a slide after an empty one for each place: "slide" is its records, "outline" the texts of the
// slide in the list of slides, "notes" its notes, "document" records of the document, and "more" those after the slides.
func ppt(places []*Place) []byte {
	var list, inDocument, slides, more strings.Builder
	var offsets []int
	add := func(s string) {
		offsets = append(offsets, slides.Len())
		slides.WriteString(s)
	}
	list.WriteString(pptRecord("0x3F3 "+u32(1, 0, 0, 256, 0), 0))
	add(pptRecord("0x3EE ", 15))
	for i, p := range places {
		slots := map[string]string{}
		each([]*Place{p}, func(slot, text string) { slots[slot] += text })
		list.WriteString(pptRecord("0x3F3 "+u32(i+2, 0, 0, 257+i, 0), 0) + slots["outline"])
		add(pptRecord("0x3EE "+slots["slide"], 15))
		if n := slots["notes"]; n != "" {
			more.WriteString(pptRecord("0x3F0 "+pptRecord("0x3F1 "+u32(257+i, 0), 0)+n, 15))
		}
		inDocument.WriteString(slots["document"])
		more.WriteString(slots["more"])
	}
	main := pptRecord("0x3E8 "+inDocument.String()+pptRecord("0xFF0 "+list.String(), 15), 15)
	directory := u32(1 | len(offsets)<<20)
	for _, at := range offsets {
		directory += u32(len(main) + at)
	}
	return compound(places, cfbtest.Stream{Path: "PowerPoint Document", Data: main + slides.String() + more.String() + pptRecord("0x1772 "+directory, 0)})
}

// A property is a property of Outlook: "string ID TEXT" in UTF-16, "ansi ID TEXT", "binary ID DATA", "number ID N". After
// "attach." it is one of the attachment of the place, and after "inner." of a message that is attached.
type property struct {
	id, kind int
	data     string
}

// propertyLists returns the properties of the message, and of its attachments.
func propertyLists(places []*Place) (message []property, attachments, inner [][]property) {
	kinds := map[string]int{"string": 0x1F, "ansi": 0x1E, "binary": 0x102, "number": 3}
	for i, p := range places {
		var attached, within []property
		for _, l := range p.lines {
			of, kind, ok := strings.Cut(l.slot, ".")
			if !ok {
				of, kind = "", of
			}
			id, data, _ := strings.Cut(controls.Replace(p.at(l.text, i+1)), " ")
			n, err := strconv.ParseUint(id, 16, 16)
			if err != nil || kinds[kind] == 0 {
				continue
			}
			if kind == "string" {
				data = wide(data)
			}
			if kind == "number" {
				data = numbers(data, 4)
			}
			switch o := (property{int(n), kinds[kind], data}); of {
			case "attach":
				attached = append(attached, o)
			case "inner":
				within = append(within, o)
			default:
				message = append(message, o)
			}
		}
		if len(attached)+len(within) > 0 {
			attachments, inner = append(attachments, attached), append(inner, within)
		}
	}
	return message, attachments, inner
}

// msg returns a message of Outlook ([MS-OXMSG]).
func msg(places []*Place) []byte {
	message, attachments, inner := propertyLists(places)
	streams := msgStreams("", 32, message)
	for i, list := range attachments {
		path := fmt.Sprintf("__attach_version1.0_#%08X/", i)
		streams = append(streams, msgStreams(path, 8, list)...)
		if len(inner[i]) > 0 {
			streams = append(streams, msgStreams(path+"__substg1.0_3701000D/", 24, inner[i])...)
		}
	}
	return compound(places, streams...)
}

// msgStreams returns the streams of properties, in a storage. The stream of those of fixed size has a header.
func msgStreams(path string, header int, list []property) (streams []cfbtest.Stream) {
	fixed := strings.Repeat("\x00", header)
	for _, o := range list {
		if o.kind == 3 {
			fixed += u16(o.kind, o.id) + u32(6) + o.data + u32(0)
			continue
		}
		streams = append(streams, cfbtest.Stream{Path: fmt.Sprintf("%s__substg1.0_%04X%04X", path, o.id, o.kind), Data: o.data})
	}
	return append(streams, cfbtest.Stream{Path: path + "__properties_version1.0", Data: fixed})
}

// tnef returns a winmail.dat ([MS-OXTNEF]): besides properties there are "attribute ID DATA", and
// "attach.attribute ID DATA" of an attachment.
func tnef(places []*Place) []byte {
	attribute := func(level byte, number int, data string) string {
		sum := 0
		for i := range len(data) {
			sum += int(data[i])
		}
		return string(level) + u16(number, 1) + u32(len(data)) + data + u16(sum)
	}
	list := func(all []property) string {
		s := u32(len(all))
		for _, o := range all {
			s += u16(o.kind, o.id)
			if o.kind == 3 {
				s += o.data
				continue
			}
			s += u32(1, len(o.data)) + o.data + strings.Repeat("\x00", (4-len(o.data)%4)%4)
		}
		return s
	}
	file := func(attributes string) string { return "\x78\x9F\x3E\x22\x01\x00" + attributes }
	message, attachments, inner := propertyLists(places)
	body := ""
	var attached []string
	each(places, func(slot, text string) {
		id, data, _ := strings.Cut(text, " ")
		n, _ := strconv.ParseUint(id, 16, 16)
		switch slot {
		case "attribute":
			body += attribute(1, int(n), data)
		case "attach.attribute":
			attached = append(attached, attribute(2, int(n), data))
		}
	})
	if len(message) > 0 {
		body += attribute(1, 0x9003, list(message))
	}
	for _, a := range attached {
		body += attribute(2, 0x9002, "\x01\x00") + a
	}
	for i, all := range attachments {
		if len(inner[i]) > 0 {
			data := strings.Repeat("i", 16) + file(attribute(1, 0x9003, list(inner[i])))
			all = append(all, property{0x3705, 3, u32(5)}, property{0x3701, 0xD, data})
		}
		body += attribute(2, 0x9002, "\x01\x00") + attribute(2, 0x9005, list(all))
	}
	return []byte(file(body))
}
