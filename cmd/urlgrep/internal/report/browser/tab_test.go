package browser

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// patience is the time after which a condition is taken to be never met. A test takes seconds;
// the limit is for machines with much other work.
const patience = 5 * time.Minute

// browser is the browser of all tests, or nil if no browser is installed.
var browser context.Context

func TestMain(m *testing.M) { os.Exit(run(m)) }

// run runs the tests with a browser, which it stops at the end.
func run(m *testing.M) int {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return m.Run()
	}
	// The sandbox needs privileges that containers do not have. The pages are our own.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("hide-scrollbars", false), chromedp.Flag("lang", "en-US"))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil { // starts the browser
		fmt.Fprintln(os.Stderr, path+":", err)
		return 1
	}
	browser = ctx
	return m.Run()
}

// A tab is a tab of the browser with a page. Whatever the page reports that a page of a report
// must not do is an error of the test: an error, a violation of the policy, a request.
type tab struct {
	*testing.T
	ctx  context.Context
	stop context.CancelFunc
	url  string

	mu       sync.Mutex
	problems []string
}

// A setting is a change of a tab before the page is opened.
type setting func(*tab)

// size sets the width and height of the window.
func size(width, height int64) setting {
	return func(p *tab) { do(p, chromedp.EmulateViewport(width, height)) }
}

// media sets what a media query of the style sheet has the value of, such as "print" for
// the type of media, or "dark" for prefers-color-scheme.
func media(kind string, features ...string) setting {
	params := emulation.SetEmulatedMediaParams{Media: kind}
	for _, f := range features {
		name, value, _ := strings.Cut(f, "=")
		params.Features = append(params.Features, &emulation.MediaFeature{Name: name, Value: value})
	}
	return func(p *tab) { call(p, emulation.SetEmulatedMedia, params) }
}

// noScript disables JavaScript.
func noScript(p *tab) {
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// open opens the page of d in a tab, at a fragment.
func open(t *testing.T, d *report.Data, fragment string, settings ...setting) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err == nil {
		err = report.Write(f, d)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return openFile(t, file, fragment, settings...)
}

// openFile opens a page in a tab.
func openFile(t *testing.T, file, fragment string, settings ...setting) *tab {
	t.Helper()
	if browser == nil {
		t.Skip("no chromium is installed")
	}
	ctx, cancel := chromedp.NewContext(browser)
	ctx, stop := context.WithTimeout(ctx, patience)
	p := &tab{T: t, ctx: ctx, stop: stop, url: (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()}
	t.Cleanup(func() {
		p.check()
		stop()
		cancel()
	})
	do(p)
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	for _, set := range settings {
		set(p)
	}
	do(p, chromedp.Navigate(p.url+fragment))
	return p
}

// listen notes what a page must not do.
func (p *tab) listen(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		problem = fmt.Sprintf("the console has %s", e.Type)
	case *runtime.EventExceptionThrown:
		problem = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			problem += " " + e.ExceptionDetails.Exception.Description
		}
		defer p.stop() // what the test waits for may never come
	case *log.EventEntryAdded:
		problem = fmt.Sprintf("log: %s: %s", e.Entry.Source, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if e.Request.URL == p.url {
			return
		}
		problem = "a request of " + e.Request.URL
	case *page.EventJavascriptDialogOpening:
		problem = "a dialog: " + e.Message
	default:
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

// check reports what was noted.
func (p *tab) check() {
	// What the page has done before an answer is reported before it.
	if title, err := chromedp.Run(p.ctx, chromedp.Title()); err != nil || title == "attacked" {
		p.Errorf("the title is %q, %v", title, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		p.Error(problem)
	}
}

// do runs actions.
func do(p *tab, actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// call calls a command of the browser's protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) (result R) {
	p.Helper()
	do(p, chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		result, err = cdp.Call(ctx, t, command, params)
		return err
	}))
	return result
}

// eval returns the value of an expression of JavaScript.
func eval[V any](p *tab, expression string) V {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until a condition in JavaScript is true.
func (p *tab) wait(condition string) {
	p.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(async () => {
		while (!(`+condition+`)) await new Promise(requestAnimationFrame);
		return true;
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", condition, err)
	}
}

// press presses keys.
func (p *tab) press(keys string) {
	p.Helper()
	do(p, chromedp.KeyEvent(keys))
}

// click clicks on an element.
func (p *tab) click(selector string) {
	p.Helper()
	do(p, chromedp.Click(selector))
}

// search types words into the empty field for them.
func (p *tab) search(words string) {
	p.Helper()
	eval[bool](p, `(() => {
		const q = document.getElementById("q");
		q.focus();
		q.value = "";
		q.oninput();
		return true;
	})()`)
	p.press(words)
}
