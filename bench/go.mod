module github.com/urlgrep/urlgrep/bench

go 1.25.0

require (
	github.com/urlgrep/urlgrep v0.0.0
	mvdan.cc/xurls/v2 v2.6.0
)

replace github.com/urlgrep/urlgrep => ../
