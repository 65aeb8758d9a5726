module github.com/urlgrep/urlgrep

go 1.25.0

require golang.org/x/text v0.41.0

require golang.org/x/net v0.58.0
