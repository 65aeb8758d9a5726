//go:build unix

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile are texts that control a terminal, are invisible on it, are not UTF-8, or begin
// another line, with the text forged.
var hostile = []string{
	"\x1b[5m", "\x1b]0;title\a", "\x1bP+q\x1b\\", "\x1b_x\x1b\\", "\x1bc", "\x9b5m", "\u009b5m", "\u009d0;title\u009c",
	"\a\b\x0e\x7f", "\t\v\f", "\x00",
	"\n" + forged, "\r" + forged, "\r\n" + forged, "\u0085" + forged, "\u2028" + forged, "\u2029" + forged,
	"\u202e\u2066\u200e\u061c", "\u200b\u2060\ufeff\u00ad\u3164\u034f", "a\u200db", "\U000e0041\U000e007f",
	"\xff", "\xe2\x80", "\xed\xa0\x80",
	"'\"<>&%s{{.}}$(x)`\\",
}

const forged = "FORGED"

// allHostile returns all hostile texts joined in one text, and joined in the opposite
// order. A text that is truncated in one of them is complete in the other.
func allHostile() []string {
	var there, back string
	for _, s := range hostile {
		there, back = there+s, s+back
	}
	return []string{there, back}
}

// asName returns text without the bytes that file names cannot contain.
func asName(text string) string { return strings.NewReplacer("\x00", "", "/", "").Replace(text) }

// plant creates a directory of files that contain a text in each place that an attacker
// can control. All files can be read.
func plant(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), asName("d"+text))
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Skip(err)
	}
	urls := urlsWith(text)
	mail := plantedMail(text, urls, pageWith(text))
	for name, data := range map[string]string{
		"text" + text:            urls + urlsWithEach(),
		"html" + text:            pageWith(hostile...) + text,
		"mail" + text:            mail,
		"mbox" + text:            "From joe" + oneLine(text) + " Thu Dec  1 12:00:00 1994\n" + mail + "\nFrom joe@a.example Thu Dec  1 12:00:00 1994\n" + mail,
		"zip" + text:             zipped(t, text, urls),
		"tar" + text:             tarred(t, text, mail),
		"gzip" + text:            gzipped(t, text, mail),
		"=1," + text + `"quote"`: "http://formula.example/",
	} {
		write(t, filepath.Join(dir, asName(name)), data)
	}
	return dir
}

// plantFaults adds files that cannot be read completely.
func plantFaults(t *testing.T, dir, text string) {
	t.Helper()
	for name, data := range map[string]string{
		"binary" + text: "\x00" + text + " http://binary.example/" + text,
		"cut" + text:    gzipped(t, text, urlsWithEach())[:500],
		"bzip2" + text:  "BZh9" + text,
		"nozip" + text:  "PK\x03\x04" + text,
	} {
		write(t, filepath.Join(dir, asName(name)), data)
	}
	if err := os.Symlink(".", filepath.Join(dir, asName("loop"+text))); err != nil {
		t.Fatal(err)
	}
}

// urlsWith returns lines with the text in URLs and next to them. It removes NULs, which
// would make the lines binary.
func urlsWith(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	return fmt.Sprintf("%s http://a.example/%[1]sx?y=%[1]s#%[1]s <URL:http://joe:pw@b%[1]s.example:22/over-\n%[1]s%%0A%%09> "+
		"www.c.example/%[1]s %[1]s@d.example hxxp://e[.]example/%[1]s %[1]s\n", text)
}

// urlsWithEach returns lines with each hostile text on its own.
func urlsWithEach() string {
	var b strings.Builder
	for _, s := range hostile {
		b.WriteString(urlsWith(s))
	}
	return b.String()
}

// pageWith returns HTML with texts in attributes, unchanged and as character references.
func pageWith(texts ...string) string {
	var b strings.Builder
	b.WriteString("<html><base href=\"http://base.example/\">\n")
	for _, s := range texts {
		s = strings.ReplaceAll(s, `"`, "")
		fmt.Fprintf(&b, "<a title='%s' href=\"http://attribute.example/%[1]sx\">%[1]s</a> <img src=\"relative%[1]s\">\n", s)
		var references strings.Builder
		for _, r := range s {
			fmt.Fprintf(&references, "&#%d;", r)
		}
		fmt.Fprintf(&b, "<a href=\"http://reference.example/%sx?a\">%[1]s</a> http://text.example/%[1]s\n", &references)
	}
	return b.String()
}

// plantedMail returns a message with the text in its header, its parts and their names.
func plantedMail(text, urls, page string) string {
	raw := oneLine(text)
	words := encodedWords(text)
	encode := base64.StdEncoding.EncodeToString
	return "Message-ID: <" + raw + words + "@a.example>\nDate: " + raw + words + "\n" +
		"From: " + words + " " + raw + " <joe@a.example>\nSubject: " + raw + words + " http://subject.example/" + raw + "\n" +
		"Newsgroups: alt." + raw + words + "\nList-Id: " + words + " <list" + words + raw + ".a.example>\n" +
		"List-Archive: <http://archive.example/" + raw + ">\nX" + raw + ": http://x.example/\n" +
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b" + raw + "\"; x*=utf-8''" + raw + "\n\n" +
		"preamble " + urls + "\n" +
		"--b" + raw + "\nContent-Type: text/plain; charset=\"" + raw + "\"\nContent-Transfer-Encoding: " + raw + "\n\n" + urls + "\n" +
		"--b" + raw + "\nContent-Type: text/html; charset=utf-8; name=\"" + raw + "\"\nContent-Transfer-Encoding: base64\n\n" + encode([]byte(page)) + "\n" +
		"--b" + raw + "\nContent-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: base64\n\n" + encode([]byte("> "+urls)) + "\n" +
		"--b" + raw + "\nContent-Type: image/png; name=\"" + raw + "\"\nContent-Disposition: attachment; filename*=utf-8''" + raw + "\n\n" + urls + "\n" +
		"--b" + raw + "--\nepilogue " + urls + "\n-- \n" + urls
}

// encodedWords returns text as encoded words (RFC 2047).
func encodedWords(text string) string {
	return "=?utf-8?b?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?= =?iso-8859-1?q?=1B=5B5m=9B5m=0A" + forged + "=0D?="
}

// oneLine returns text without line breaks, which would end a header field.
func oneLine(text string) string { return strings.NewReplacer("\n", "", "\r", "").Replace(text) }

func zipped(t *testing.T, name, data string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("member" + name)
	if err == nil {
		_, err = w.Write([]byte(data))
	}
	comment := strings.ReplaceAll(name, "\x00", "") // a NUL would make the zip comment binary
	if err != nil || z.SetComment(comment) != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

func tarred(t *testing.T, name, data string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := w.WriteHeader(&tar.Header{Name: "member" + asName(name), Mode: 0o666, Size: int64(len(data))})
	if err == nil {
		_, err = w.Write([]byte(data))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t *testing.T, name, data string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.Comment = latin1(name), latin1(name)
	if _, err := w.Write([]byte(data)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.String()
}

// latin1 returns text without the characters that gzip rejects in a name.
func latin1(text string) string {
	return strings.Map(func(r rune) rune {
		if r == 0 || r > 0xFF {
			return -1
		}
		return r
	}, text)
}

// TestHostileForPrograms checks that other programs read names and texts from files, mail
// and archives unchanged.
func TestHostileForPrograms(t *testing.T) {
	for _, text := range allHostile() {
		dir := plant(t, text)
		args := []string{"-r", "--schemeless", "--email", dir}
		list := printed(t, append(args, "--json")...)
		objects, err := readObjects(list)
		if err != nil {
			t.Fatal(err)
		}
		testPlaces(t, objects)
		if !utf8.ValidString(list) || strings.ContainsAny(list, "\u2028\u2029") {
			t.Error("--json is not UTF-8, or has lines within lines")
		}
		if got := printed(t, append(args, "--format", "{{json .}}")...); got != list {
			t.Error("{{json .}} is not what --json prints")
		}
		table := wantedTable(t, list)
		if got := readTSV(t, printed(t, append(args, "--tsv")...)); !reflect.DeepEqual(got, table) {
			t.Error("--tsv is not what --json prints")
		}
		for _, row := range table {
			for i := range row {
				row[i] = strings.ReplaceAll(row[i], "\r\n", "\n") // encoding/csv reads CR LF as LF
			}
		}
		if got := readCSV(t, printed(t, append(args, "--csv")...)); !reflect.DeepEqual(got, table) {
			t.Error("--csv is not what --json prints")
		}
		testNames(t, args, objects)
		testShell(t, args, objects)
	}
}

// testPlaces checks that URLs are found in each place where text was planted.
func testPlaces(t *testing.T, objects []map[string]any) {
	t.Helper()
	places := make(map[any]int)
	for _, o := range objects {
		message, _ := o["message"].(map[string]any)
		places[o["kind"]]++
		places[message["part"]]++
		places[message["header"]]++
		if file := o["file"].(string); strings.Contains(file, "/member") {
			places["member"]++
		}
	}
	for _, place := range []string{"bare", "wrapped", "attribute", "schemeless", "email", "1", "2", "3", "4", "Subject", "From", "List-Archive", "member"} {
		if places[place] == 0 {
			t.Errorf("there is nothing from %s", place)
		}
	}
}

// testNames checks names that end in a NUL, and lines with names.
func testNames(t *testing.T, args []string, objects []map[string]any) {
	t.Helper()
	ended := strings.Split(printed(t, append(args, "-0h")...), "\x00")
	lines := strings.Split(printed(t, args...), "\n")
	rest := printed(t, append(args, "-HZ")...)
	if n := len(objects); len(ended) != n+1 || len(lines) != n+1 {
		t.Fatalf("%d URLs with -0, %d lines, want %d", len(ended)-1, len(lines)-1, n)
	}
	for i, o := range objects {
		url := asJSON(ended[i])
		if url != o["url"] || strings.ContainsFunc(ended[i], func(r rune) bool { return unicode.IsControl(r) || r == ' ' }) {
			t.Errorf("with -0 URL %d is %q, with --json %q", i, ended[i], o["url"])
		}
		if name := strings.NewReplacer("\n", `\u000a`, "\r", `\u000d`).Replace(o["file"].(string)); asJSON(lines[i]) != name+":"+url {
			t.Errorf("line %d is %q", i, lines[i])
		}
		var file, line string
		file, rest, _ = strings.Cut(rest, "\x00")
		line, rest, _ = strings.Cut(rest, "\n")
		if asJSON(file) != o["file"] || line != ended[i] {
			t.Errorf("with -Z URL %d is %q in %q", i, line, file)
		}
		if raw, ok := o["raw_base64"].(string); ok {
			b, err := base64.StdEncoding.DecodeString(raw)
			if err != nil || utf8.Valid(b) {
				t.Errorf("raw_base64 is %q, %v", b, err)
			}
		}
	}
}

// testShell checks that a shell reads the output of the function sh correctly.
func testShell(t *testing.T, args []string, objects []map[string]any) {
	t.Helper()
	sh := exec.Command("sh")
	sh.Stdin = strings.NewReader(printed(t, append(args, "--format", `printf '%s\\0' {{sh .URL}} {{sh .File}} {{sh .Text}} {{sh .Message.Subject}}`)...))
	out, err := sh.Output()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Split(string(out), "\x00")
	if len(words) != 4*len(objects)+1 {
		t.Fatalf("%d words, want %d", len(words)-1, 4*len(objects))
	}
	for i, o := range objects {
		message, _ := o["message"].(map[string]any)
		for j, want := range []any{o["url"], o["file"], o["text"], orEmpty(message["subject"])} {
			if got := asJSON(words[4*i+j]); got != strings.ReplaceAll(want.(string), "\x00", "\uFFFD") {
				t.Errorf("the shell reads %q, want %q", got, want)
			}
		}
	}
}

// asJSON returns text as the content of a JSON string.
func asJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}
