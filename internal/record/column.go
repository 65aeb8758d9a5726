package record

import "strings"

// A Column is a field that tables have.
type Column struct {
	Name    string
	Needs   Needs
	IsBrief bool // it depends only on the URL, the file, and the Position of the match
	IsPlain bool // its text has only letters and digits of ASCII, "-", "+", ".", ":" and spaces
	Scope   Scope
	value   value
	has     func(*Record) bool // reports whether a record has the object with the field; nil: each has
}

// Columns are the columns of tables, in the order of the fields.
var Columns = columnsOf(fields, "", Column{}, false)

// columnsOf returns the columns for fields, with a prefix before each name. in is the column of
// the object with the fields. all adds the fields that only JSON has.
func columnsOf(fields []field, prefix string, in Column, all bool) (list []Column) {
	for i := range fields {
		f := &fields[i]
		c := Column{prefix + f.name, in.Needs | f.needs, f.isBrief, isPlainText(f.value), in.Scope, f.value, in.has}
		switch o, isObject := f.value.(object); {
		case isObject:
			c.has = o.has
			list = append(list, columnsOf(o.fields, f.name+"_", c, all)...)
		case f.inner() != nil:
			c.Scope = f.value.(group).scope
			list = append(list, columnsOf(f.inner(), prefix, c, all)...)
		case all || !f.onlyJSON:
			list = append(list, c)
		}
	}
	return list
}

// AppendText appends the text of a record in the column.
func (c *Column) AppendText(b []byte, r *Record) []byte {
	if c.has != nil && !c.has(r) {
		return b
	}
	return c.value.appendText(b, r)
}

// Printed returns the column with the text that a template prints for {{.Name}}, or for
// {{.Message.Name}} with two names. It returns nil for a name that no field has, and for a list,
// which package fmt prints in brackets.
func Printed(names ...string) *Column {
	name := strings.Join(names, "")
	for _, c := range columnsOf(fields, "", Column{}, true) {
		if MethodName(c.Name) == name && !isList(c.value) {
			return &c
		}
	}
	return nil
}

// NeedsOf returns what a template needs for a name in it: a field of records, or of the
// messages and documents in them. Other names may need all.
func NeedsOf(name string) Needs {
	if needs, ok := needsOf(fields, name); ok {
		return needs
	}
	return Everything
}

// needsOf returns what is needed for the fields with the given name in fields, at any depth.
func needsOf(fields []field, name string) (needs Needs, ok bool) {
	for i := range fields {
		f := &fields[i]
		inner, has := needsOf(f.inner(), name)
		if has || MethodName(f.name) == name {
			needs, ok = needs|inner|f.needs, true
		}
	}
	return needs, ok
}

// MethodName returns the name of a field in Go's letter case.
func MethodName(field string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(field, "_") {
		switch word {
		case "":
		case "url", "id", "ascii":
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
