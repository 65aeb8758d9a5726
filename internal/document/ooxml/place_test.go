package ooxml

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// TestSheet checks the places and the targets in a workbook: a fragment is in an attribute,
// the window of a comment covers other cells than the one with the comment, and the text of
// a formula is in the cell as well.
func TestSheet(t *testing.T) {
	const (
		main     = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
		packages = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
		relation = `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	)
	members := []string{
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
		"_rels/.rels", packages + `<Relationship Id="r1" ` + relation + `officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook ` + main + `><sheets><sheet name="First" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", packages + `<Relationship Id="r1" ` + relation + `worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet ` + main + `><sheetData><row r="1">` +
			`<c r="A1" t="inlineStr"><is><t>label</t></is></c>` +
			`<c r="B1" t="str"><f>HYPERLINK("http://b.example/","http://shown.example/")</f><v>http://shown.example/</v></c>` +
			`</row></sheetData><hyperlinks><hyperlink ref="A1" r:id="r1" location="part" tooltip="http://tip.example/"/><hyperlink ref="C1" r:id="r2" location="part"/></hyperlinks></worksheet>`,
		"xl/worksheets/_rels/sheet1.xml.rels", packages +
			`<Relationship Id="r1" ` + relation + `hyperlink" Target="http://a.example/" TargetMode="External"/>` +
			`<Relationship Id="r2" ` + relation + `hyperlink" Target="http://c.example/#has" TargetMode="External"/>` +
			`<Relationship Id="r3" ` + relation + `comments" Target="../comments1.xml"/></Relationships>`,
		"xl/comments1.xml", `<comments ` + main + `><commentList><comment ref="E1"><text><t>http://comment.example/</t></text><commentPr><anchor><from><col>0</col><row>0</row></from></anchor></commentPr></comment></commentList></comments>`,
	}
	got := ziptest.Read(t, open, members...)
	for _, want := range []string{
		`First!A1 (hyperlink) "label": "http://a.example/#part"`,
		`First!C1 (hyperlink): "http://c.example/#has"`,
		`First!B1 (HYPERLINK) "http://shown.example/": "http://b.example/"`,
		`First!E1: "http://comment.example/`,
		`First!A1: "http://tip.example/`,
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("no %q", want)
		}
	}
	if strings.Count(got, "http://shown.example/\\n") != 1 {
		t.Error("the text of the formula is not found once")
	}
	if t.Failed() {
		t.Log(got)
	}
}
