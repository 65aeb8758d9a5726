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

// SQLSettings describe the run for the table of runs.
type SQLSettings struct {
	Version string
	Command string // the command line
	Options string // those of its options that affect the rows of a file
	View    record.View
}

// SQL prints statements for the shell of SQLite, which store the matches in a database. Each
// file is a transaction that replaces the rows of the file with the same path: a run that is
// interrupted and repeated ends in the same rows as one that is not.
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

// NewSQL returns a sink that prints statements to out.
func NewSQL(out *output.Output, s SQLSettings) *SQL {
	s.View.Visible = out.Terminal
	return &SQL{settings: s, out: out}
}

// Open prints the schema and the run.
func (s *SQL) Open() {
	s.b = append(s.b, schema...)
	s.insert("INSERT INTO run (version, command, options, started) VALUES (", s.settings.Version, s.settings.Command, s.settings.Options)
	s.b = append(s.b, ", strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));\n"...)
	s.b = append(s.b, "INSERT INTO current (run) VALUES (last_insert_rowid());\nCOMMIT;\n"...)
	s.print()
}

// Close prints the end: URLs that no longer occur are deleted. It is a transaction because the
// shell executes a statement that is cut off.
func (s *SQL) Close() {
	s.b = append(s.b, "BEGIN;\nDELETE FROM url WHERE id NOT IN (SELECT url FROM occurrence);\nCOMMIT;\n"...)
	s.print()
}

// BeginFile begins the transaction of a file, and deletes its rows of earlier runs.
func (s *SQL) BeginFile(f *File) {
	s.file, s.id, s.messages = f, 0, sqlMessages{}
	s.b = append(s.b, "BEGIN;\nINSERT INTO file (path, run, complete) VALUES ("...)
	s.literal(f.Name) // with its octets: two files may differ only in those that are not UTF-8
	s.b = append(s.b, ", (SELECT run FROM current), 0) ON CONFLICT (path) DO UPDATE SET run = excluded.run;\n"...)
	s.b = append(s.b, "UPDATE current SET file = (SELECT id FROM file WHERE path = "...)
	s.literal(f.Name)
	s.b = append(s.b, ");\nDELETE FROM occurrence WHERE file = (SELECT file FROM current);\n"...)
	s.b = append(s.b, "DELETE FROM message WHERE file = (SELECT file FROM current);\n"...)
	s.print()
}

// EndFile ends the transaction of a file.
func (s *SQL) EndFile(f *File, complete bool) {
	s.b = append(s.b, "UPDATE file SET size = "...)
	if f.Sum == "" && f.Size < 0 {
		s.b = append(s.b, "NULL"...)
	} else {
		s.b = strconv.AppendInt(s.b, f.Size, 10)
	}
	s.b = append(s.b, ", modified = "...)
	modified := ""
	if !f.ModTime.IsZero() {
		modified = f.ModTime.UTC().Format(time.RFC3339)
	}
	s.optional(modified)
	s.b = append(s.b, ", sha256 = "...)
	s.optional(f.Sum)
	s.b = append(s.b, ", complete = "...)
	s.bool(complete)
	s.b = append(s.b, " WHERE id = (SELECT file FROM current);\nCOMMIT;\n"...)
	s.print()
}

func (s *SQL) Begin(name string, _ bool) { s.name = name }

func (s *SQL) Match(f Found) error {
	m := f.Match()
	r := &s.record
	record.Reset(r, s.settings.View, s.name, m)
	member := strings.TrimPrefix(strings.TrimPrefix(s.name, s.file.Name), "/")

	s.insert("INSERT OR IGNORE INTO url (url, scheme, host, domain, port, path, query, fragment) VALUES (", r.URL())
	s.optionals(r.Scheme(), record.Host(m), record.Domain(m), r.Port(), r.Path(), r.Query(), r.Fragment())
	s.b = append(s.b, ");\n"...)

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
	s.b = append(s.b, "INSERT INTO occurrence VALUES ((SELECT file FROM current), "...)
	s.b = strconv.AppendInt(s.b, s.id, 10)
	s.b = append(s.b, ", (SELECT id FROM url WHERE url = "...)
	s.text(r.URL())
	s.b = append(s.b, "), "...)
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
	s.b = append(s.b, "INSERT INTO message VALUES ((SELECT file FROM current), "...)
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
// not UTF-8 become U+FFFD.
func (s *SQL) text(v string) { s.literal(validUTF8(v)) }

// literal appends a string literal with the octets of v, apart from NUL.
func (s *SQL) literal(v string) {
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

// appendLiteral appends a string literal with the octets of v, and U+FFFD for NUL. It writes
// hexadecimal digits if the shell would change the text: it reads CR LF as LF, and the statements
// must be UTF-8.
func appendLiteral(b []byte, v string) []byte {
	v = replaceNUL(v)
	if strings.IndexByte(v, '\r') >= 0 || !utf8.ValidString(v) {
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
