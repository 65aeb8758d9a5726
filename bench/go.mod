module github.com/urlgrep/urlgrep/bench

go 1.25.0

require (
	github.com/urlgrep/urlgrep v0.0.0
	mvdan.cc/xurls/v2 v2.6.0
)

require (
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/net v0.58.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)

replace github.com/urlgrep/urlgrep => ../
