package report

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
)

// firstRows is the number of rows that the page shows on paper and without JavaScript.
const firstRows = 100

//go:embed page
var files embed.FS

// A page is the data of the templates.
type page struct {
	*Data
	Title  string
	Policy string // the content security policy
	Style  template.CSS
	Script template.JS
	First  []Row
}

// Write writes the page of d to w. Texts of d that are not valid UTF-8 are shown with escapes.
// An error of w is returned as it is; part of the page may be written then.
func Write(w io.Writer, d *Data) error {
	style, script := file("page/style.css"), file("page/script.js")
	b := bufio.NewWriter(w)
	err := templates().ExecuteTemplate(b, "page.html", page{
		Data:  d,
		Title: title(d),
		Policy: "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + source(style) +
			"; script-src " + source(script),
		Style:  template.CSS(style),
		Script: template.JS(script),
		First:  d.Table.Rows[:min(firstRows, len(d.Table.Rows))],
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

// IsPage reports whether a file that begins with head is a page that Write has written.
func IsPage(head []byte) bool {
	return bytes.HasPrefix(head, []byte("<!DOCTYPE html>\n")) && bytes.Contains(head, []byte("\n"+`<meta name="generator" content="urlgrep `))
}

// templates parses the templates when the first page is written, as most runs write none.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(functions).ParseFS(files, "page/*.html"))
})

// file returns the text of an embedded file.
func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // go:embed has included it
	}
	return string(text)
}

// source returns the source expression of a policy that allows text as an element's content
// (Content Security Policy Level 3, section 2.3.1).
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
