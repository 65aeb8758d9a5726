module github.com/urlgrep/urlgrep

go 1.25.0

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4
	github.com/klauspost/compress v1.20.3
	github.com/mikelolasagasti/xz v1.0.1
	github.com/rogpeppe/go-internal v1.15.0
	github.com/urfave/cli/v2 v2.27.7
	golang.org/x/crypto v0.55.0
	golang.org/x/net v0.58.0
	golang.org/x/text v0.41.0
)

require (
	github.com/cpuguy83/go-md2man/v2 v2.0.7 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/xrash/smetrics v0.0.0-20240521201337-686a1a2994c1 // indirect
	golang.org/x/sys v0.47.0
	golang.org/x/term v0.45.0
	golang.org/x/tools v0.48.0 // indirect
)
