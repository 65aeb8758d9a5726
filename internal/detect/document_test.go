package detect

import (
	"strings"
	"testing"
)

func TestFlatODF(t *testing.T) {
	for _, c := range []struct {
		head     string
		is, more bool
	}{
		{`<?xml version="1.0"?>` + "\n<!-- a comment -->\n<office:document", true, false},
		{`<?xml version="1.0"?><?xml-stylesheet href="a"?> <!-- a comment -->` + "\n<?b", false, true},
		{`<?xml version="1.0"?><!-- a comment`, false, true},
		{`<?xml version="1.0"?><!-`, false, true},
		{`<?xml version="1.0"?><!DOCTYPE`, false, false},
		{"\uFEFF" + `<?xml version="1.0"?>` + "\n<office:document", true, false},
		{"\uFEFF<office:document", true, false},
		{" <office:document", false, false},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n\n<office:document", true, false},
		{`<?xml version="1.0" encoding="UTF-8" ?>` + "\r\n<office:docume", true, true},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n<office:", true, true},
		{`<?xml version="1.0" encoding="UTF-8"?>` + "\n<office", false, true},
		{`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n", false, true},
		{`<office:document office:version="1.3">`, true, false},
		{UTF8BOM + `<?xml version="1.0" encoding="UTF-8"?>` + "\n<office:document", true, false},
		{UTF8BOM + `<office:document office:version="1.3">`, true, false},
		{UTF8BOM + `<html`, false, false},
		{`<office:docs>`, false, false},
		{`<?xml <office:document`, false, true},
	} {
		if is, more := isFlatODF([]byte(c.head)); is != c.is || more != c.more {
			t.Errorf("isFlatODF(%q) = %v, %v", c.head, is, more)
		}
	}
}

func TestOfficeXML(t *testing.T) {
	const declaration = `<?xml version="1.0" standalone="yes"?>`
	for _, c := range []struct {
		head     string
		is, more bool
	}{
		{declaration + "\r\n" + `<w:document xmlns:wpc="http://schemas.microsoft.com/office/word/2010/x" xmlns:w=`, true, true},
		{declaration + `<?mso-application progid="Word.Document"?>` + "\n" + `<w:wordDocument xmlns:aml="http://a.example/" xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'`, true, false},
		{UTF8BOM + declaration + `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`, true, false},
		{declaration + `<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main">`, true, false},
		{declaration + `<a xmlns="http://a.example/"><b xmlns="http://schemas.openxmlformats.org/">`, false, false},
		{declaration + `<a xmlns="http://a.example/"`, false, false},
		{declaration + `<a xmlns:b="http://a.example/"`, false, true},
		{declaration + "\n", false, true},
		{declaration + "\n<ht", false, true},
		{declaration + `<html xmlns:o="urn:schemas-microsoft-com:office:office">`, false, false},
		{declaration + `<HTML xmlns:o="urn:schemas-microsoft-com:office:office">`, false, false},
		{declaration + `>xmlns="http://schemas.openxmlformats.org/"`, false, false},
		{declaration + `text`, false, false},
		{declaration + `<rss version="2.0" xmlns:o="urn:schemas-microsoft-com:office:office">`, false, false},
		{declaration + `<rss version="2.0" xmlns:o="urn:schemas-microsoft-com:office:office"`, true, true},
		{declaration + `<a:b xmlns="http://schemas.openxmlformats.org/x" xmlns:a="http://a.example/">`, false, false},
		{declaration + `<a:b xmlns="http://a.example/" xmlns:a="http://schemas.openxmlformats.org/x">`, true, false},
		{declaration + `<a:b xmlns:a="urn:schemas-microsoft-com:office:spre`, true, false},
		{`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`, false, false},
	} {
		if is, more := isOfficeXML([]byte(c.head)); is != c.is || more != c.more {
			t.Errorf("isOfficeXML(%q) = %v, %v", c.head, is, more)
		}
	}
}

// TestLate checks that a root that begins after DocumentHead bytes is found in a file, and that no
// more than TarBlock bytes are asked for.
func TestLate(t *testing.T) {
	declaration := `<?xml version="1.0" encoding="UTF-8"?>`
	for _, c := range []struct {
		spaces int
		want   Format
	}{{0, FlatODF}, {100, FlatODF}, {TarBlock - len(declaration) - len("<office:"), FlatODF}, {TarBlock - len(declaration), Text}} {
		text := []byte(declaration + strings.Repeat("\n", c.spaces) + flatRoot + ">")
		for n := range text {
			if f, more := FileOf(text[:n], Stream); !more && f != c.want || more && n >= TarBlock {
				t.Fatalf("%d spaces, %d bytes: %v, more %v, want %v", c.spaces, n, f, more, c.want)
			}
		}
		if f, _ := FileOf(text, All); f != c.want {
			t.Errorf("%d spaces: %v, want %v", c.spaces, f, c.want)
		}
	}
}
