module github.com/urlgrep/urlgrep

go 1.25.0

require golang.org/x/text v0.41.0
