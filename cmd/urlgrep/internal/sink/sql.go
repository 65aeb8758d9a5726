package sink

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// schema creates the tables, and begins the transaction of the run.
//
//go:embed schema.sql
var schema string

// SQLUnknown is the error of a database that has other tables. The constraint in the schema has
// the same text as its name.
const SQLUnknown = "import the files into a new database: this one has tables of another program, or of another version of urlgrep"

// The statements of the transaction of a file, after the row of the file.
const (
	// keepRows leaves the database as it is, if the row of the file was not replaced.
	keepRows = `DELETE FROM new_message WHERE (SELECT file FROM current) IS NULL;
DELETE FROM new_occurrence WHERE (SELECT file FROM current) IS NULL;
`
	deleteRows = `DELETE FROM occurrence WHERE file = (SELECT file FROM current);
DELETE FROM message WHERE file = (SELECT file FROM current);
`
	storeMessages = `INSERT INTO message (file, id, member, number, message_id, date, sender, subject, newsgroups, list)
    SELECT (SELECT file FROM current), * FROM new_message ORDER BY id;
`
	storeOccurrences = `INSERT OR IGNORE INTO url (url, scheme, host, domain, port, path, query, fragment)
    SELECT url, scheme, host, domain, port, path, query, fragment FROM new_occurrence ORDER BY id;
INSERT INTO occurrence (file, id, url, message, member, line, start, "end", kind, rejoined, quoted,
        part, header, label, document, valid, warnings, target)
    SELECT (SELECT file FROM current), id, (SELECT id FROM url WHERE url.url = new_occurrence.url),
        message, member, line, start, "end", kind, rejoined, quoted, part, header, label, document, valid, warnings, target
    FROM new_occurrence ORDER BY id;
`
)

// replaced returns the condition under which a search replaces the rows of an earlier search. An
// interrupted one does not replace the rows of a complete one. Neither does one with an error,
// if the bytes, the options and the version are the same: the error has another reason than the
// file. Without a SHA-256, which an error can prevent, a file of the same size and time has the
// same bytes.
func replaced(c Completeness) string {
	switch c {
	case Interrupted:
		return "\n    WHERE NOT file.complete"
	case Failed:
		return `
    WHERE NOT (file.complete
        AND (file.sha256 IS excluded.sha256
            OR excluded.sha256 IS NULL AND file.size IS excluded.size AND file.modified IS excluded.modified)
        AND (SELECT (options, version) = (SELECT options, version FROM run WHERE id = excluded.run) FROM run WHERE id = file.run))`
	}
	return ""
}

// SQLSettings describe the run for the table of runs.
type SQLSettings struct {
	Version string
	Command string // the command line
	Options string // those of its options that affect the rows of a file
	View    record.View
}

// SQL prints statements for the shell of SQLite, which store the matches in a database. The rows
// of a file go to temporary tables while the file is searched. At the end of the file, one
// transaction replaces the rows of the file with the same path. So several runs may use one
// database at the same time, and a run that is interrupted and repeated ends in the same rows as
// one that is not. Each transaction begins as IMMEDIATE, because one that reads first and then
// writes fails if another program has written in between.
type SQL struct {
	settings SQLSettings
	out      *output.Output
	b        []byte // the current statement

	file     *File
	name     string // name of the input
	messages sqlMessages
	id       int64 // of the last occurrence in the file
	record   record.Record
}

// SQLFormat returns the format that prints statements.
func SQLFormat(s SQLSettings) Format {
	needs := everything
	needs.Files = true
	return Format{needs, func(out *output.Output, _ *output.Messages) Run {
		all := newSQL(out, s)
		return Run{
			Open:  all.Open,
			Close: func(*Ending) error { all.Close(); return nil },
			Sink: func(w *Worker) Sink {
				own := newSQL(w.Out, s)
				return Sink{Printer: own, Files: own}
			},
		}
	}}
}

// newSQL returns a Printer that prints statements to out.
func newSQL(out *output.Output, s SQLSettings) *SQL {
	s.View.Visible = out.Terminal
	return &SQL{settings: s, out: out}
}

// Open prints the schema and the run.
func (s *SQL) Open() {
	s.b = append(s.b, schema...)
	s.insert("INSERT INTO run (version, command, options, started) VALUES (", s.settings.Version, s.settings.Command, s.settings.Options)
	s.b = append(s.b, ", strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));\n"...)
	s.b = append(s.b, "UPDATE current SET run = last_insert_rowid();\nCOMMIT;\n"...)
	s.print()
}

// Close prints the end: URLs that no longer occur are deleted. It is a transaction because the
// shell executes a statement that is cut off.
func (s *SQL) Close() {
	s.b = append(s.b, "BEGIN IMMEDIATE;\nDELETE FROM url WHERE id NOT IN (SELECT url FROM occurrence);\nCOMMIT;\n"...)
	s.print()
}

// BeginFile begins a file.
func (s *SQL) BeginFile(f *File) { s.file, s.id, s.messages = f, 0, sqlMessages{} }

// EndFile prints the transaction of a file, and empties the temporary tables.
func (s *SQL) EndFile(f *File, c Completeness) {
	s.b = append(s.b, "BEGIN IMMEDIATE;\n"...)
	s.insert("INSERT INTO file (path, raw_path, run, size, modified, sha256, complete) VALUES (", f.Name)
	s.b = fmt.Appendf(s.b, ", X'%x', (SELECT run FROM current), ", f.Name)
	if f.Sum == "" && f.Size < 0 {
		s.b = append(s.b, "NULL"...)
	} else {
		s.b = strconv.AppendInt(s.b, f.Size, 10)
	}
	modified := ""
	if !f.ModTime.IsZero() {
		modified = f.ModTime.UTC().Format(time.RFC3339)
	}
	s.optionals(modified, f.Sum)
	s.b = append(s.b, ", "...)
	s.bool(c == Complete)
	s.b = append(s.b, `)
    ON CONFLICT (path, raw_path) DO UPDATE SET run = excluded.run, size = excluded.size,
        modified = excluded.modified, sha256 = excluded.sha256, complete = excluded.complete`...)
	s.b = append(s.b, replaced(c)...)
	s.b = append(s.b, ";\n"...)
	s.insert("UPDATE current SET file = (SELECT id FROM file WHERE changes() AND path = ", f.Name)
	s.b = fmt.Appendf(s.b, " AND raw_path = X'%x');\n", f.Name)
	if c != Complete {
		s.b = append(s.b, keepRows...)
	}
	s.b = append(s.b, deleteRows...)
	if s.messages.last > 0 {
		s.b = append(s.b, storeMessages...)
	}
	if s.id > 0 {
		s.b = append(s.b, storeOccurrences...)
	}
	s.b = append(s.b, "COMMIT;\n"...)
	if s.messages.last > 0 {
		s.b = append(s.b, "DELETE FROM new_message;\n"...)
	}
	if s.id > 0 {
		s.b = append(s.b, "DELETE FROM new_occurrence;\n"...)
	}
	s.print()
}

func (s *SQL) Begin(name string, _ bool) { s.name = name }

func (s *SQL) Match(f Found) error {
	m := f.Match()
	r := &s.record
	record.Reset(r, s.settings.View, s.name, m)
	member := strings.TrimPrefix(strings.TrimPrefix(s.name, s.file.Name), "/")

	message := int64(0)
	if m.Message != nil {
		row := sqlMessage{member, r.Message(), record.List(m)}
		row.Part, row.Header = "", ""
		var isNew bool
		if message, isNew = s.messages.id(row); isNew {
			s.message(message, &row)
		}
	}

	s.id++
	s.b = append(s.b, "INSERT INTO new_occurrence VALUES ("...)
	s.b = strconv.AppendInt(s.b, s.id, 10)
	s.b = append(s.b, ", "...)
	s.text(r.URL())
	s.optionals(r.Scheme(), record.Host(m), record.Domain(m), r.Port(), r.Path(), r.Query(), r.Fragment())
	s.b = append(s.b, ", "...)
	s.ordinal(message)
	s.b = append(s.b, ", "...)
	s.text(member)
	for _, n := range [...]int64{r.Line(), r.Offset(), r.End()} {
		s.b = append(s.b, ", "...)
		s.b = strconv.AppendInt(s.b, n, 10)
	}
	s.b = append(s.b, ", "...)
	s.text(r.Kind())
	s.b = append(s.b, ", "...)
	s.bool(r.Rejoined())
	s.b = append(s.b, ", "...)
	s.b = strconv.AppendInt(s.b, r.QuoteDepth(), 10)
	of, document := r.Message(), r.Document()
	s.optionals(of.Part, of.Header, r.Label(), strings.TrimSpace(document.Name+" "+document.Place),
		strings.Join(r.Valid(), " "), strings.Join(r.Warnings(), " "), r.Target())
	s.b = append(s.b, ");\n"...)
	s.print()
	return nil
}

func (s *SQL) End(int) {}

// message prints the row of a message.
func (s *SQL) message(id int64, m *sqlMessage) {
	s.b = append(s.b, "INSERT INTO new_message VALUES ("...)
	s.b = strconv.AppendInt(s.b, id, 10)
	s.b = append(s.b, ", "...)
	s.text(m.member)
	s.b = append(s.b, ", "...)
	s.ordinal(int64(m.Index))
	s.optionals(m.ID, m.Date, m.From, m.Subject, m.Newsgroups, m.list)
	s.b = append(s.b, ");\n"...)
}

// A sqlMessage is the row of a message.
type sqlMessage struct {
	member string
	record.Message
	list string
}

// sqlMessages assigns numbers to the messages of a file. It remembers those with the index of
// the last one, which may alternate: a message and those in its attachments. Of many it forgets
// those that no URL was in for long.
type sqlMessages struct {
	last          int64
	recent, older map[sqlMessage]int64 // at most maxSQLMessages each
}

// maxSQLMessages is the number of messages that are certainly remembered.
const maxSQLMessages = 64

// id returns the number of a message, and whether it is a new one.
func (s *sqlMessages) id(m sqlMessage) (id int64, isNew bool) {
	if id, ok := s.recent[m]; ok {
		return id, false
	}
	for k := range s.recent {
		if k.Index != m.Index || k.member != m.member {
			s.recent, s.older = nil, nil
		}
		break
	}
	id, ok := s.older[m]
	if !ok {
		s.last++
		id = s.last
	}
	if len(s.recent) == maxSQLMessages {
		s.recent, s.older = nil, s.recent
	}
	if s.recent == nil {
		s.recent = make(map[sqlMessage]int64)
	}
	s.recent[m] = id
	return id, !ok
}

// insert appends a statement and its first values.
func (s *SQL) insert(statement string, values ...string) {
	s.b = append(s.b, statement...)
	for i, v := range values {
		if i > 0 {
			s.b = append(s.b, ", "...)
		}
		s.text(v)
	}
}

// optionals appends values, each after a comma. An empty value is NULL.
func (s *SQL) optionals(values ...string) {
	for _, v := range values {
		s.b = append(s.b, ", "...)
		s.optional(v)
	}
}

func (s *SQL) optional(v string) {
	if v == "" {
		s.b = append(s.b, "NULL"...)
	} else {
		s.text(v)
	}
}

func (s *SQL) ordinal(n int64) {
	if n == 0 {
		s.b = append(s.b, "NULL"...)
	} else {
		s.b = strconv.AppendInt(s.b, n, 10)
	}
}

func (s *SQL) bool(v bool) {
	if v {
		s.b = append(s.b, '1')
	} else {
		s.b = append(s.b, '0')
	}
}

// text appends a string literal. NUL, which would end the statement, and each octet that is
// not UTF-8 become U+FFFD: a client that expects UTF-8 cannot read other text.
func (s *SQL) text(v string) {
	v = validUTF8(v)
	if s.settings.View.Visible {
		v = visible.Line(string(visible.Append(nil, []byte(replaceNUL(v)))))
	}
	s.b = appendLiteral(s.b, v)
}

// SQLText returns the string literal that SQL prints for a text.
func SQLText(v string) string { return string(appendLiteral(nil, validUTF8(v))) }

// validUTF8 returns v with U+FFFD for each octet that is not UTF-8.
func validUTF8(v string) string {
	if utf8.ValidString(v) {
		return v
	}
	return string([]rune(v))
}

// appendLiteral appends a string literal with the text v, which is UTF-8, and U+FFFD for NUL. It
// writes hexadecimal digits if the shell would change the text: it reads CR LF as LF.
func appendLiteral(b []byte, v string) []byte {
	v = replaceNUL(v)
	if strings.IndexByte(v, '\r') >= 0 {
		return fmt.Appendf(b, "CAST(X'%x' AS TEXT)", v)
	}
	b = append(b, '\'')
	b = append(b, strings.ReplaceAll(v, "'", "''")...)
	return append(b, '\'')
}

// print prints the statements.
func (s *SQL) print() {
	s.out.WriteShown(s.b)
	s.b = s.b[:0]
}
