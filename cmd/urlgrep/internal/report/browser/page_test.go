package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/reporttest"
)

var datas = []struct {
	name string
	data func() *report.Data
}{
	{"empty", func() *report.Data { return &report.Data{} }},
	{"sample", func() *report.Data { return reporttest.Sample(1000) }},
	{"huge", reporttest.Huge},
	{"hostile", reporttest.Hostile},
}

var looks = []struct {
	name     string
	settings []setting
}{
	{"light", []setting{size(1280, 900), media("", "prefers-color-scheme=light")}},
	{"dark", []setting{size(1280, 900), media("", "prefers-color-scheme=dark")}},
	{"phone", []setting{size(360, 740), media("", "prefers-color-scheme=light")}},
	{"print", []setting{size(760, 900), media("print")}},
}

// TestPages opens each page in each look: none has an error or makes a request, none is wider
// than its window, and all texts have enough contrast. The pictures are written to the
// directory URLGREP_PICTURES, if that is set.
func TestPages(t *testing.T) {
	for _, d := range datas {
		for _, look := range looks {
			t.Run(d.name+"/"+look.name, func(t *testing.T) {
				p := open(t, d.data(), "", look.settings...)
				if wide := eval[int](p, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
					t.Errorf("the page is %d pixels too wide", wide)
				}
				for _, problem := range eval[[]string](p, contrast) {
					t.Error(problem)
				}
				picture(p, d.name+"-"+look.name)
			})
		}
	}
}

// picture writes a picture of the whole page, if pictures are wanted.
func picture(p *tab, name string) {
	dir := os.Getenv("URLGREP_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s.png", name)), png, 0o644)
	}
	if err != nil {
		p.Error(err)
	}
}

// contrast returns the elements whose text has a contrast of less than 4.5 (WCAG 2.2, 1.4.3,
// for text of any size), by the colours that are computed.
const contrast = `(() => {
	const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
	const light = (c) => {
		const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const back = (e) => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.length === 3) return c;
			if (c[3] !== 0) return [NaN];
		}
		return [NaN];
	};
	const problems = new Set();
	const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (all.nextNode()) {
		const e = all.currentNode.parentElement;
		if (!all.currentNode.data.trim() || !e.checkVisibility() || e.matches("script, title, desc, button:disabled")) continue;
		const style = getComputedStyle(e);
		const a = light(parse(e instanceof SVGElement ? style.fill : style.color)), b = light(back(e));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (!(ratio >= 4.5)) problems.add(e.tagName + "." + e.getAttribute("class") + " has a contrast of " + ratio.toFixed(2) + ": " + all.currentNode.data.slice(0, 40));
	}
	return [...problems].slice(0, 20);
})()`
