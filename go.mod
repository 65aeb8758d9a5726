module github.com/urlgrep/urlgrep

go 1.25.0
