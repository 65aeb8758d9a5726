// Package browser has no code. Its tests open the pages of package report in Chromium.
//
// The package is a separate module, so that programs that import urlgrep do not depend on
// what drives the browser.
package browser
