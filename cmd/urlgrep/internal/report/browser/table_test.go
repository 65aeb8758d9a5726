package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/reporttest"
)

// few returns data with rows that are easy to tell apart.
func few() *report.Data {
	return &report.Data{
		Totals: report.Totals{URLs: 4, Files: 2},
		Table: report.Table{Of: 4, Signs: true, Rows: []report.Row{
			{URL: "http://b.example/one", Host: "b.example", Kind: "bare", File: "x.mbox", Line: 12, Message: 3, Date: "2001-05-06T07:08:09Z",
				From: "Vera <vera@b.example>", Subject: "Re: apples", List: "fruit", Context: "look at\nhttp://b.example/one\nsoon", Faults: []string{"rfc1738:unsafe-char"}},
			{URL: "http://a.example/two-(x)-[y]", Host: "a.example", Kind: "angle", File: "x.mbox", Line: 2, Date: "1999-01-02T00:00:00Z",
				Subject: "pears", List: "fruit", Signs: []string{"hidden"}, Target: "http://c.example/t", Label: "click", Context: "<http://a.example/two-(x)-[y]>"},
			{URL: "ftp://c.example/three", Host: "c.example", Kind: "bare", File: "a.pdf", Place: "page 3"},
			{URL: "http://a.example/four", Host: "a.example", Kind: "bare", File: "x.mbox", Line: 100, Date: "2001-12-31T00:00:00Z", Subject: "Apples and pears"},
		}},
	}
}

// shown is the URLs of the rows in sight, in JavaScript.
const shown = `[...document.querySelectorAll("#body .row .cut")].map((e) => e.textContent.split("/").pop().split("-")[0]).join(" ")`

// wants waits until the table has some rows.
func (p *tab) wants(rows string) {
	p.Helper()
	p.wait(fmt.Sprintf("%s === %q", shown, rows))
}

// TestSearch searches for words in all texts of a row.
func TestSearch(t *testing.T) {
	p := open(t, few(), "")
	p.wants("one two three four")
	for _, c := range []struct{ words, rows, found string }{
		{"apples", "one four", "2 of 4 URLs"},
		{"PEARS apples", "four", "1 of 4 URLs"},
		{"soon", "one", "1 of 4 URLs"},
		{"click", "two", "1 of 4 URLs"},
		{"(x)-[y]", "two", "1 of 4 URLs"},
		{"vera@", "one", "1 of 4 URLs"},
		{"nothing of this", "", "0 of 4 URLs"},
		{".*", "", "0 of 4 URLs"},
		{"", "one two three four", "4 URLs"},
	} {
		p.search(c.words)
		p.wants(c.rows)
		p.wait(fmt.Sprintf(`document.getElementById("found").textContent === %q`, c.found))
		p.wait(fmt.Sprintf(`document.getElementById("grid").ariaRowCount === "%d"`, len(strings.Fields(c.rows))+1))
	}
	p.search("apples")
	p.wait(`[...document.querySelectorAll(".row mark")].map((e) => e.textContent).join() === "apples,Apples"`)
	p.click("#reset")
	p.wants("one two three four")
}

// TestSort sorts by each column, up, down and not at all.
func TestSort(t *testing.T) {
	p := open(t, few(), "")
	for _, c := range []struct{ column, up, down string }{
		{"url", "three four two one", "one two four three"},
		{"kind", "two one three four", "one three four two"},
		{"date", "two one four three", "four one two three"},
		{"subject", "one four two three", "two four one three"},
		{"place", "three two one four", "four one two three"},
	} {
		button := fmt.Sprintf(".head button[value=%s]", c.column)
		sorted := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelector("%s").parentNode.ariaSort === %q`, button, want))
		}
		p.click(button)
		p.wants(c.up)
		sorted("ascending")
		p.click(button)
		p.wants(c.down)
		sorted("descending")
		p.click(button)
		p.wants("one two three four")
		sorted("none")
	}
}

// facet is the selector of a value of a filter.
func facet(name, value string) string {
	return fmt.Sprintf(`#facets input[name=%s][value=%q]`, name, value)
}

// TestFacets chooses values of filters. A filter counts the rows that pass the others.
func TestFacets(t *testing.T) {
	p := open(t, few(), "", size(1280, 900))
	counts := func(name, want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`[...document.querySelectorAll("#facets input[name=%s]")].map((e) => (e.value || "none") + " " + e.parentNode.lastChild.textContent).join() === %q`, name, want))
	}
	counts("host", "a.example 2,b.example 1,c.example 1")
	counts("year", "2001 2,none 1,1999 1")
	counts("sign", "none 3,hidden 1")
	counts("list", "none 2,fruit 2")
	counts("fault", "none 3,rfc1738:unsafe-char 1")
	p.click(facet("host", "a.example"))
	p.wants("two four")
	p.wait(`document.activeElement.value === "a.example"`) // the focus stays
	counts("host", "a.example 2,b.example 1,c.example 1")
	counts("kind", "angle 1,bare 1")
	p.click(facet("host", "b.example"))
	p.wants("one two four")
	p.click(facet("year", "2001"))
	p.wants("one four")
	counts("host", "a.example 1,b.example 1")
	p.press(" ")
	p.wants("one two four")
	p.click("#reset")
	p.wants("one two three four")
}

// TestKeyboard uses the table without a mouse.
func TestKeyboard(t *testing.T) {
	p := open(t, few(), "")
	active := func(row string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.getElementById(document.getElementById("grid").getAttribute("aria-activedescendant"))?.querySelector(".cut").textContent.includes(%q)`, row))
	}
	p.press("/") // the browser also inserts it, unlike that of a keyboard
	p.wait(`document.activeElement.id === "q"`)
	p.press(kb.Escape)
	p.wait(`document.getElementById("q").value === ""`)
	p.press(kb.ArrowDown)
	p.wait(`document.activeElement.id === "grid"`)
	active("one")
	p.press(kb.ArrowDown)
	active("two")
	p.press(kb.End)
	active("four")
	p.press(kb.Home + kb.ArrowUp)
	active("one")
	p.press(kb.PageDown)
	active("four")
	p.press(kb.ArrowUp + kb.Enter)
	p.wait(`document.querySelector(".row[aria-expanded=true]").nextSibling.className === "detail"`)
	p.wait(`document.querySelector(".detail").textContent.includes("a.pdf, page 3")`)
	p.press(kb.Tab)
	p.wait(`document.activeElement.value === "url"`) // the heads of the columns are buttons
	p.press(kb.Escape)
	p.wait(`!document.querySelector(".detail") && document.activeElement.id === "grid"`)
	p.press(kb.ArrowRight)
	p.wait(`document.querySelector(".detail")`)
	p.press(kb.ArrowLeft)
	p.wait(`!document.querySelector(".detail")`)
	p.press(" ")
	p.wait(`document.querySelector(".detail")`)
	// The focus is visible.
	if style := eval[string](p, `getComputedStyle(document.querySelector(".row.active")).outlineStyle`); style != "solid" {
		t.Errorf("the active row has the outline %q", style)
	}
}

// TestDetail opens the detail of a row.
func TestDetail(t *testing.T) {
	p := open(t, few(), "")
	p.click("#r0")
	p.wait(`document.querySelector(".detail .context mark").textContent === "http://b.example/one"`)
	text := eval[string](p, `document.querySelector(".detail").innerText.replace(/\s+/g, " ")`)
	for _, want := range []string{"http://b.example/one", "rfc1738:unsafe-char", "x.mbox:12", "number 3", "2001-05-06T07:08:09Z", "Vera <vera@b.example>", "Re: apples", "fruit", "look at"} {
		if !strings.Contains(text, want) {
			t.Errorf("the detail has no %q: %s", want, text)
		}
	}
	p.click("#r1")
	p.wait(`document.querySelectorAll(".detail").length === 1 && document.querySelector(".detail").innerText.includes("http://c.example/t")`)
	p.click("#r1")
	p.wait(`!document.querySelector(".detail")`)
}

// TestCopy copies a URL, with navigator.clipboard and without it.
func TestCopy(t *testing.T) {
	for _, clipboard := range []string{
		`Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } })`,
		`Object.defineProperty(navigator, "clipboard", { value: undefined })`,
		`Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => { throw new Error("not allowed"); } } })`,
	} {
		p := open(t, few(), "")
		eval[bool](p, `copied = ""; document.addEventListener("copy", () => { copied = getSelection().toString() || document.activeElement.value; }); `+clipboard+`; true`)
		p.click("#r1")
		p.click(".detail button")
		p.wait(`copied === "http://a.example/two-(x)-[y]" && document.querySelector(".detail button").textContent === "Copied"`)
		p.wait(`document.getElementById("said").textContent === "Copied: http://a.example/two-(x)-[y]"`)
		p.click(".detail button + button")
		p.wait(`copied === "http://c.example/t"`)
		eval[bool](p, `document.getElementById("grid").focus(); true`)
		p.press(kb.End + "c")
		p.wait(`copied === "http://a.example/four" && document.activeElement.id === "grid"`)
		if left := eval[int](p, `document.querySelectorAll("textarea").length`); left != 0 {
			t.Errorf("%d elements are left", left)
		}
	}
}

// TestCopyCut checks that a URL or a target that is cut is not copied.
func TestCopyCut(t *testing.T) {
	d := few()
	d.Table.Rows[0].URLCut = true
	d.Table.Rows[1].TargetCut = true
	p := open(t, d, "")
	eval[bool](p, `document.getElementById("grid").focus(); true`)
	p.press(kb.Home + "c")
	p.wait(`document.querySelector(".detail").innerText.includes("The URL is too long to be shown whole.")`)
	if n := eval[int](p, `document.querySelectorAll(".detail button").length`); n != 0 {
		t.Errorf("%d buttons for a URL that is cut", n)
	}
	p.click("#r1")
	p.wait(`document.querySelector(".detail").innerText.includes("The target is too long to be shown whole.")`)
	if n := eval[int](p, `document.querySelectorAll(".detail button").length`); n != 1 {
		t.Errorf("%d buttons for a URL whose target is cut", n)
	}
}

// TestHash opens a page whose address has a state, and reads the address of a state.
func TestHash(t *testing.T) {
	p := open(t, few(), "#q=pears&sort=-date&host=a.example&row=2", size(1280, 900))
	p.wants("four two")
	p.wait(`document.querySelector(".detail .url").textContent.endsWith("[y]") && document.getElementById("q").value === "pears"`)
	p.wait(`document.getElementById("urls").getBoundingClientRect().top < innerHeight / 2`)
	p.click("#reset")
	p.wants("one two three four")
	p.click(facet("year", "2001"))
	p.click(".head button[value=url]")
	p.search("a+b & c")
	p.wait(`location.hash === "#q=a%2Bb+%26+c&sort=url&year=2001"`)
	// A place on the page is no state.
	eval[bool](p, `location.hash = "#run"; true`)
	p.wait(`location.hash === "#run" && document.getElementById("q").value === "a+b & c"`)
	eval[bool](p, `location.hash = "#q=apples"; true`)
	p.wants("one four")
	// What is not a state is ignored.
	eval[bool](p, `location.hash = "#q=&sort=__proto__&row=999&row=x&host=&%E9=1&constructor=1"; true`)
	p.wants("")
	eval[bool](p, `location.hash = "#sort=-constructor&row=-1"; true`)
	p.wants("one two three four")
}

// TestScroll scrolls 20,000 rows to the end. Few of them are in the document.
func TestScroll(t *testing.T) {
	d := reporttest.Sample(20000)
	p := open(t, d, "")
	last := fmt.Sprintf("%q", d.Table.Rows[len(d.Table.Rows)-1].URL)
	end := `[...document.querySelectorAll(".row .cut")].some((e) => ` + last + `.startsWith(e.textContent.replace("…", "")) &&
		e.getBoundingClientRect().bottom <= document.getElementById("grid").getBoundingClientRect().bottom)`
	few := func() {
		t.Helper()
		if n := eval[int](p, `document.querySelectorAll("#body > *").length`); n > 100 {
			t.Errorf("%d rows are in the document", n)
		}
	}
	eval[bool](p, `document.getElementById("grid").scrollTop = 1e9; true`)
	p.wait(end)
	few()
	eval[bool](p, `document.getElementById("grid").scrollTop = 0; document.getElementById("grid").focus(); true`)
	p.wait(`document.getElementById("r0")`)
	p.press(kb.End)
	p.wait(end)
	p.press(kb.Enter)
	p.wait(`document.querySelector(".detail").getBoundingClientRect().top < document.getElementById("grid").getBoundingClientRect().bottom`)
	// Rows do not overlap, also around the detail in the middle.
	p.press(kb.Home + kb.PageDown + kb.PageDown + kb.Enter)
	p.wait(`document.querySelector(".detail") && +document.querySelector(".detail").previousSibling.id.slice(1) < 100`)
	if overlap := eval[int](p, `[...document.querySelectorAll("#body > *")].map((e) => e.getBoundingClientRect()).filter((r, i, all) => i && Math.abs(r.top - all[i - 1].bottom) > 1).length`); overlap != 0 {
		t.Errorf("%d rows are not below the one before", overlap)
	}
	few()
}

// TestHostileTable opens each row of the hostile data: all texts stay text.
func TestHostileTable(t *testing.T) {
	d := reporttest.Hostile()
	p := open(t, d, "")
	for i := range d.Table.Rows {
		eval[bool](p, fmt.Sprintf(`location.hash = "#row=%d"; true`, i+1))
		p.wait(fmt.Sprintf(`document.querySelector(".detail")?.previousSibling.id === "r%d"`, i))
		if bad := eval[string](p, `[...document.querySelectorAll("#app *")].filter((e) => e.matches("img, script, iframe, a, form, b, style:not(head *)") ||
				[...e.attributes].some((a) => /^on|href|src/.test(a.name))).map((e) => e.outerHTML.slice(0, 80)).join()`); bad != "" {
			t.Errorf("row %d has the elements %s", i, bad)
		}
		if unseen := eval[string](p, `(document.querySelector(".detail").textContent.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu) || []).filter((c) => c !== "\n" && c !== "\t").map((c) => c.codePointAt(0).toString(16)).join()`); unseen != "" {
			t.Errorf("row %d has the invisible characters %s", i, unseen)
		}
		if wide := eval[int](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			t.Errorf("row %d makes the page %d pixels too wide", i, wide)
		}
	}
	for _, words := range []string{"</script>", "__proto__", "\u05d0"} {
		eval[bool](p, fmt.Sprintf(`location.hash = "#" + new URLSearchParams({ q: %q, sort: "url", list: "constructor" }); true`, words))
		p.wait(fmt.Sprintf(`document.getElementById("q").value === %q`, words))
	}
}

// TestPrint prints a page. The paper has the first rows that were found, and the screen is
// as before afterwards.
func TestPrint(t *testing.T) {
	p := open(t, few(), "#q=apples")
	p.wants("one four")
	pdf := call(p, page.PrintToPDF, page.PrintToPDFParams{})
	if !strings.HasPrefix(string(pdf.Data), "%PDF-") {
		t.Error("no PDF file")
	}
	p.wait(`document.querySelector("#plain caption").textContent === "The first 2 of 2 rows that were found"`)
	p.wait(`[...document.querySelectorAll("#plain tbody .url")].map((e) => e.textContent).join() === "http://b.example/one,http://a.example/four"`)
	p.wait(`getComputedStyle(document.getElementById("plain")).display === "none"`)
}

// TestReducedMotion checks that nothing moves for readers who want that.
func TestReducedMotion(t *testing.T) {
	p := open(t, few(), "", media("", "prefers-reduced-motion=reduce"))
	if got := eval[string](p, `getComputedStyle(document.documentElement).scrollBehavior`); got != "auto" {
		t.Errorf("the page scrolls %s", got)
	}
	if n := eval[int](p, `document.getAnimations().length`); n != 0 {
		t.Errorf("%d animations", n)
	}
}

// TestNoScript opens a page without JavaScript: the first rows are there.
func TestNoScript(t *testing.T) {
	p := open(t, reporttest.Sample(300), "", noScript)
	p.wait(`document.querySelectorAll("#plain tbody tr").length === 100 && document.getElementById("plain").checkVisibility() && !document.getElementById("app").checkVisibility()`)
	p.wait(`document.querySelector("noscript").textContent.includes("JavaScript")`)
}

// TestOutline checks the structure of the page that assistive technology uses.
func TestOutline(t *testing.T) {
	for _, d := range datas {
		p := open(t, d.data(), "")
		if bad := eval[string](p, `(() => {
			const levels = [...document.querySelectorAll("h1, h2, h3")].map((e) => +e.tagName[1]);
			if (levels[0] !== 1 || levels.some((l, i) => i && l > levels[i - 1] + 1)) return "headings " + levels;
			const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
			if (new Set(ids).size !== ids.length) return "an id is there twice";
			for (const name of ["aria-labelledby", "aria-describedby"])
				for (const e of document.querySelectorAll("[" + name + "]"))
					for (const id of e.getAttribute(name).split(" ")) if (!ids.includes(id)) return "no element " + id;
			for (const a of document.querySelectorAll("a")) if (!ids.includes(a.hash.slice(1))) return "a link to " + a.href;
			return "";
		})()`); bad != "" {
			t.Errorf("%s: %s", d.name, bad)
		}
	}
}
