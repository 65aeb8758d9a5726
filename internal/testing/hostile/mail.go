package hostile

import (
	"encoding/base64"
	"fmt"
	"strings"
)

const (
	multipart       = "Content-Type: multipart/mixed; boundary=b\n\n"
	base64Text      = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
	quotedPrintable = "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
	separator       = "From x Tue Apr 27 19:02:44 2004\n"
)

func structure() []Text {
	return []Text{
		{"parts in parts", "Content-Type: multipart/mixed; boundary=b0\n\n", func(i int) string {
			return fmt.Sprintf("--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
		}},
		{"parts in parts, boundaries that begin alike", "Content-Type: multipart/mixed; boundary=b\n\n", func(i int) string {
			b := strings.Repeat("b", i%1000+1)
			return fmt.Sprintf("--%s\nContent-Type: multipart/mixed; boundary=%sb\n\n", b, b)
		}},
		{"deep parts, and lines like their boundaries", deep(), again("--" + strings.Repeat("b", 200) + "c\n")},
		{"deep parts, and their outermost boundary", deep(), again("--b\n\n")},
		{"messages in messages", "", again("Content-Type: message/rfc822\n\n")},
		{"messages in messages, in parts", multipart, again("--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=b\n\n")},
		{"empty parts", multipart, again("--b\n\n")},
		{"parts without header", multipart, again("--b\n")},
		{"parts of text", multipart, again("--b\nContent-Type: text/plain\n\nhttp://a/\n")},
		{"digests", "Content-Type: multipart/digest; boundary=b\n\n", again("--b\n\nSubject: x\n\nhttp://a/\n")},
		{"closed parts", multipart, again("--b\n--b--\n")},
		{"a boundary without end", multipart, again("--b")},
		{"hyphens", multipart, again("--")},
		{"lines of hyphens", "Content-Type: multipart/mixed\n\n", again("--\n")},
		{"lines like boundaries", multipart, again("--c d\n")},
		{"boundary and blanks", multipart + "--b", again(" ")},
		{"message in base64", multipart, again("--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKeAo=\n")},
		{"lines of dots", "Newsgroups: a.b\r\nSubject: x\r\nFrom: y\r\n\r\n", again("..\r\n")},
		{"CRs in mail", "Subject: x\rFrom: y\r\r", again("\r")},
		{"NULs in mail", "Subject: x\nFrom: y\n\n", again("\x00")},
	}
}

// deep returns the beginning of 60 nested multiparts. Each boundary is a prefix of those
// within.
func deep() string {
	var b strings.Builder
	b.WriteString(multipart)
	for i := range 60 {
		boundary := strings.Repeat("b", i+1)
		fmt.Fprintf(&b, "--%s\nContent-Type: multipart/mixed; boundary=%sb\n\n", boundary, boundary)
	}
	return b.String()
}

func headers() []Text {
	return []Text{
		{"a long field", "Subject: x", again(" word")},
		{"a long folded field", "Subject: x", again("\n word")},
		{"a long folded field of blanks", "Subject: x", again("\n ")},
		{"fields and lines of blanks", "", again("X: y\n" + strings.Repeat(" \n", 500))},
		{"a long folded field, coloned", "Subject: x", again("\n word:")},
		{"many fields", "", again("X: y\n")},
		{"many fields of type", "", again("Content-Type: multipart/mixed; boundary=b\n")},
		{"many fields with URLs", "", again("X: http://a/\n")},
		{"many fields with addresses", "", again("To: a@a.example, b <b@a.example>\n")},
		{"a long field name", "X", again("x")},
		{"fields and boundaries", "Content-Type: multipart/mixed; boundary=b\n", again("--x\nX: y\n")},
		{"fields and others", "Subject: x\n", again("X: y\nno field\n")},
		{"a header of no fields", "Subject: x\n", again(">From x\n")},
		{"no line end in a header", "Subject: x\n", again("x")},
		{"parameters", "Content-Type: multipart/mixed", again("; a=b")},
		{"parameters without values", "Content-Type: text/plain", again(";")},
		{"a quoted parameter", `Content-Type: text/plain; charset="`, again(`\"`)},
		{"a parameter in sections", "Content-Type: multipart/mixed", numbered(";\n boundary*%d=b")},
		{"a parameter in sections, backwards", "Content-Type: multipart/mixed", func(i int) string { return fmt.Sprintf(";\n boundary*%d=b", 1<<20-i) }},
		{"a parameter in encoded sections", "Content-Type: text/plain", numbered(";\n charset*%d*=%%41")},
		{"many parameters in sections", "Content-Type: multipart/mixed", numbered(";\n p%d*0=b")},
		{"comments in a field", "Content-Type: text/plain", again(" (")},
		{"comments in a date", "Date: ", again("(")},
		{"encoded words", "Subject: x", again("\n =?utf-8?Q?=41b?=")},
		{"encoded words in one line", "Subject: x", again(" =?utf-8?Q?=41b?=")},
		{"encoded words of halves", "Subject: x", again("\n =?utf-8?B?4g==?=\n =?utf-8?B?goI=?=")},
		{"encoded words in unknown sets", "Subject: x", numbered(" =?x-%d?Q?=41b?=")},
		{"beginnings of encoded words", "Subject: ", again("=?")},
		{"beginnings of Q", "Subject: ", again("=?utf-8?Q?")},
		{"folded beginnings of Q", "Subject: ", again("=?utf-8?Q?a\n ")},
		{"an encoded word", "Subject: =?utf-8?B?", again("AAAA")},
		{"a URL in encoded words", "Subject: http://a/", again("\n =?utf-8?Q?b?=")},
	}
}

func encodings() []Text {
	return []Text{
		{"blank lines in base64", base64Text, again("\n")},
		{"short lines of base64", base64Text, again("Q\n")},
		{"a line of base64", base64Text, again("aHR0cDovL2EvIA")},
		{"padding", base64Text, again("=")},
		{"padding in lines", base64Text, again("QQ==\n")},
		{"no base64", base64Text, again("!")},
		{"text in base64", base64Text, again("a b: http://a/ QUJDREVG\n")},
		{"UTF-16 in base64", "Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n", again("aAB0AHQAcAA6AC8A\n")},
		{"an attachment", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n", again("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n")},
		{"an attachment in one line", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n", again("AAAA:AA")},
		{"soft line breaks", quotedPrintable, again("=\n")},
		{"soft line breaks in a URL", quotedPrintable + "http://a/", again("b=\n")},
		{"equals signs", quotedPrintable, again("=")},
		{"equals signs and blanks", quotedPrintable, again("= ")},
		{"escapes", quotedPrintable, again("=41 b")},
		{"escaped URLs", quotedPrintable, again("=68=74=74=70=3A=2F=2F=61=20")},
		{"blanks", quotedPrintable, again(" ")},
		{"a paragraph", "Content-Type: text/plain; format=flowed\n\n", again("word \n")},
		{"a paragraph without words", "Content-Type: text/plain; format=flowed; delsp=yes\n\n", again(" \n")},
		{"a paragraph of a URL", "Content-Type: text/plain; format=flowed; delsp=yes\n\nhttp://a/", again("b \n")},
		{"stuffed lines", "Content-Type: text/plain; format=flowed\n\n", again("  \n")},
		{"quote marks, flowed", "Content-Type: text/plain; format=flowed\n\n", again(">")},
		{"a quoted paragraph", "Content-Type: text/plain; format=flowed\n\n", again("> word \n")},
		{"uuencode", "Content-Type: text/plain\n\nbegin 644 a\n", again("M" + strings.Repeat("86)C", 15) + "\n")},
		{"beginnings of uuencode", "Content-Type: text/plain\n\n", again("begin 644 a\n")},
		{"yEnc", "Content-Type: text/plain\n\n=ybegin line=128 size=9 name=a\n", again(strings.Repeat("\xa1\xb2=}", 32) + "\r\n")},
		{"ISO-2022-JP", "Content-Type: text/plain; charset=iso-2022-jp\n\n", again("\x1b$B\x1b(B")},
		{"ISO-2022-JP, URLs", "Content-Type: text/plain; charset=iso-2022-jp\n\n", again("\x1b$B0!\x1b(Bhttp://a/ ")},
		{"ISO-2022-KR", "Content-Type: text/plain; charset=iso-2022-kr\n\n", again("\x0e\x0f")},
		{"HZ", "Content-Type: text/plain; charset=hz-gb-2312\n\n", again("~{~}")},
		{"UTF-7", "Content-Type: text/plain; charset=utf-7\n\n", again("+-")},
		{"UTF-7 that does not end", "Content-Type: text/plain; charset=utf-7\n\n", again("+")},
		{"GB 18030", "Content-Type: text/plain; charset=gb18030\n\n", again("\x81\x30")},
		{"Shift_JIS", "Content-Type: text/plain; charset=shift_jis\n\n", again("\x81")},
		{"KOI8-R, URLs", "Content-Type: text/plain; charset=koi8-r\n\n", again("\xc1http://a/ ")},
		{"HTML in UTF-7 in base64", "Content-Type: text/html; charset=utf-7\nContent-Transfer-Encoding: base64\n\n", again("KyAr\n")},
	}
}

func mailboxes() []Text {
	return []Text{
		{"messages encoded in each other", "", nested()},
		{"separators", "", again(separator)},
		{"messages", "", again(separator + "Subject: x\n\n")},
		{"messages with a URL", "", again(separator + "Subject: x\n\nhttp://a/\n\n")},
		{"messages with a part", "", again(separator + multipart + "--b\n\n")},
		{"dateless messages", "", again("From x\nSubject: x\nTo: y\n\n")},
		{"quoted From_ lines", separator + "\n", again(">From x\n")},
		{"quote marks before From", separator + "\n", again(">")},
		{"a line of From", separator + "\n", again("From ")},
		{"a line of quoted From", separator + "\n", again(">From ")},
		{"lines of From", separator + "\n", again("From here\n\n")},
		{"From_ lines without a header", separator + "Subject: x\n\n", again("\n" + separator + "no field\n")},
		{"MMDF", "\x01\x01\x01\x01\n", again("\x01\x01\x01\x01\n")},
		{"batches", "#! rnews 3\n", again("#! rnews 3\nX\n")},
		{"batches of wrong length", "#! rnews 3\n", again("#! rnews 99999999\nSubject: x\n\nx\n")},
	}
}

// nested returns messages in base64, nested 20 deep.
func nested() func(int) string {
	message := "Subject: x\n\nhttp://a.example/\n"
	for range 20 {
		message = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(message)) + "\n"
	}
	return again(separator + message + "\n")
}

// repeated are messages with long header fields, which are part of each match.
func repeated() []Text {
	return []Text{
		{"URLs below long fields", longFields("b"), again("http://a/\n")},
		{"URLs below long fields of controls", longFields("\x01"), again("http://a/\n")},
		{"short URLs below long fields of controls", longFields("\x01"), again("ab://c ")},
		{"URLs below long fields of quotes", longFields("\""), again("http://a/\n")},
		{"URLs below long fields in windows-1252", longFields("\x80"), again("ab://c ")},
		{"URLs below long encoded fields", longFields("=?utf-8?q?=01=02=03=04=05=06=07=08?= "), again("ab://c ")},
		{"messages with long fields", "", again(longFields("b") + "http://a/\n\n" + separator)},
		{"URLs in a deep part", deepParts(), again("ab://c ")},
		{"fields with long names", "Subject: x\n", again(strings.Repeat("X", 128) + ": " + strings.Repeat("ab://c ", 1000) + "\n")},
		{"references to a long Content-Base", "Content-Type: text/html\nContent-Base: http://a/" + strings.Repeat("b/", 2000) + "\n\n", again("<a href=x>")},
		{"references in many parts", multipart, again("--b\nContent-Type:text/html\n\n<a href=x><a href=x><a href=x><a href=x>\n")},
		{"references in many messages", "", again("Content-Type:text/html\n\n<a href=x><a href=x><a href=x><a href=x>\n\n" + separator)},
	}
}

// longFields returns a header in which each field that is part of a match is a thousand
// bytes long.
func longFields(piece string) string {
	var b strings.Builder
	for _, name := range []string{"Message-ID: <", "Date: ", "From: ", "Subject: ", "Newsgroups: ", "List-Id: "} {
		b.WriteString(name + strings.Repeat(piece, 1000/len(piece)) + "\n")
	}
	return b.String() + "\n"
}

// deepParts returns the beginning of a message whose innermost part has a long part
// number.
func deepParts() string {
	var b strings.Builder
	b.WriteString(multipart)
	for i := range 60 {
		b.WriteString(strings.Repeat(fmt.Sprintf("--%sb\n\n", strings.Repeat("c", i)), 99))
		fmt.Fprintf(&b, "--%sb\nContent-Type: multipart/mixed; boundary=%sb\n\n", strings.Repeat("c", i), strings.Repeat("c", i+1))
	}
	return b.String() + "\n"
}

func calendars() []Text {
	const calendar = "Content-Type: text/calendar\n\n"
	return []Text{
		{"folds", calendar + "X:", again("\n ")},
		{"folds with CRs", calendar + "X:", again("\r\r\n\t")},
		{"a folded URL", calendar + "X:http://a/", again("b\n ")},
		{"a folded name", calendar + "X", again("\n Y")},
		{"backslashes in a value", calendar + "X:", again("\\")},
		{"folded backslashes", calendar + "X:", again("\\\n ")},
		{"a backslash before folds", calendar + "X:\\", again("\n ")},
		{"escaped commas", calendar + "X:http://a/", again("\\,")},
		{"escaped line ends", calendar + "X:http://a-", again("\\n")},
		{"parameters of a property", calendar + "X", again(";A=b")},
		{"a parameter", calendar + "X;", again("A")},
		{"a parameter of carets", calendar + "X;A=", again("^")},
		{"a quoted parameter of a property", calendar + "X;A=\"http://", again("b:")},
		{"properties", calendar, again("X:\n")},
		{"lines that are no properties", calendar, again("X\\,\n")},
		{"CRs in calendars", calendar + "X:", again("\r")},
		{"soft line breaks of a property", calendar + "X;QUOTED-PRINTABLE:", again("=\n")},
		{"folded soft line breaks", calendar + "X;QUOTED-PRINTABLE:http://a/", again("=\n b")},
		{"escapes in a character set", calendar + "X;CHARSET=iso-8859-1;QUOTED-PRINTABLE:http://a/", again("=E9")},
		{"escape sequences of a character set", calendar + "X;CHARSET=iso-2022-jp;QUOTED-PRINTABLE:", again("=1B$B=\n")},
		{"half a character before folds", calendar + "X;CHARSET=shift_jis;QUOTED-PRINTABLE:=95", again("=\n ")},
		{"a picture in base64", calendar + "X;BASE64:/9j/", again("AAAA\n ")},
		{"text of a property in base64", calendar + "X;BASE64:", again("YWJj\n ")},
		{"blanks in base64", calendar + "X;BASE64:YWJ", again(" ")},
		{"UTF-16 of a property in base64", calendar + "X;CHARSET=utf-16;BASE64:", again("AGgA\n ")},
		{"references of HTML", calendar + "X;FMTTYPE=text/html:http://a/?", again("&amp;")},
		{"ampersands of HTML", calendar + "X;FMTTYPE=text/html:", again("&")},
		{"folded references of HTML", calendar + "X;FMTTYPE=text/html:&", again("\n ")},
	}
}
