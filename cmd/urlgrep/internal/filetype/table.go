package filetype

import "github.com/urlgrep/urlgrep/internal/detect"

// table is the types, in the order of their names. A file may have several types.
var table = []Type{
	{Name: "archive", Patterns: []string{"*.zip", "*.tar", "*.tgz", "*.tbz", "*.tbz2", "*.txz", "*.tzst", "*.gz", "*.bz2", "*.xz", "*.zst", "*.jar", "*.warc"}},
	{Name: "calendar", Patterns: []string{"*.ics", "*.ical", "*.ifb", "*.vcs"}},
	{Name: "code", Patterns: []string{
		"*.c", "*.h", "*.cc", "*.cpp", "*.cxx", "*.hh", "*.hpp", "*.cs", "*.go", "*.rs", "*.java", "*.kt", "*.scala", "*.swift",
		"*.js", "*.mjs", "*.cjs", "*.jsx", "*.ts", "*.tsx", "*.py", "*.rb", "*.pl", "*.pm", "*.php", "*.lua", "*.r", "*.jl", "*.hs", "*.ml", "*.mli",
		"*.el", "*.lisp", "*.scm", "*.clj", "*.erl", "*.ex", "*.exs", "*.f90", "*.pas", "*.sql", "*.sh", "*.bash", "*.zsh", "*.fish", "*.ps1", "*.bat",
		"*.mk", "*.cmake", "*.css", "*.vue", "*.po", "makefile", "cmakelists.txt", "dockerfile",
	}},
	{Name: "config", Patterns: []string{"*.conf", "*.cfg", "*.ini", "*.toml", "*.yaml", "*.yml", "*.properties", "*.desktop"}},
	{Name: "contacts", Patterns: []string{"*.vcf", "*.vcard", "*.ldif"}},
	{Name: "epub", Patterns: []string{"*.epub", "*.kepub"}},
	{Name: "feed", Patterns: []string{"*.rss", "*.atom", "*.opml"}},
	{Name: "html", Patterns: []string{"*.html", "*.htm", "*.xhtml", "*.xht", "*.shtml", "*.mht", "*.mhtml"}},
	{Name: "json", Patterns: []string{"*.json", "*.jsonl", "*.ndjson", "*.geojson", "*.har", "*.ipynb"}},
	{Name: "log", Patterns: []string{"*.log", "*.log.[0-9]", "*.log.[0-9][0-9]", "syslog", "syslog.[0-9]"}},
	{Name: "mail", Maildir: true, Formats: []detect.Format{detect.Message, detect.Mbox, detect.MMDF}, Patterns: []string{
		"*.eml", "*.emlx", "*.msg", "*.mbox", "*.mbx", "*.mbs", "*.mmdf", "*.mail", "mbox", "inbox", "outbox", "sent", "drafts", "trash", "junk", "spam",
		"winmail.dat", "*.tnef", "*.p7m",
	}},
	{Name: "man", Patterns: []string{"*.[1-9]", "*.[1-9][a-z]*", "*.man", "*.mdoc", "*.roff", "*.ms"}},
	{Name: "markdown", Patterns: []string{"*.md", "*.markdown", "*.mdown", "*.mkd", "*.mkdn", "*.mdx", "*.rmd", "*.qmd"}},
	{Name: "mbox", Formats: []detect.Format{detect.Mbox, detect.MMDF}, Patterns: []string{"*.mbox", "*.mbx", "*.mbs", "*.mmdf", "mbox", "inbox", "outbox", "sent", "drafts", "trash", "junk", "spam"}},
	{Name: "news", Formats: []detect.Format{detect.Message, detect.Batch}, Patterns: []string{"*.news", "*.nws", "*.nzb", "*.rnews"}},
	{Name: "office", Patterns: []string{
		"*.doc", "*.dot", "*.docx", "*.docm", "*.dotx", "*.dotm", "*.xls", "*.xlt", "*.xlsx", "*.xlsm", "*.xltx", "*.xltm", "*.xlsb", "*.ppt", "*.pps", "*.pot",
		"*.pptx", "*.pptm", "*.ppsx", "*.ppsm", "*.potx", "*.potm", "*.odt", "*.ods", "*.odp", "*.odg", "*.odf", "*.ott", "*.ots", "*.otp", "*.fodt", "*.fods", "*.fodp", "*.rtf",
	}},
	{Name: "pdf", Patterns: []string{"*.pdf"}},
	{Name: "table", Patterns: []string{"*.csv", "*.tsv", "*.tab", "*.psv"}},
	{Name: "tex", Patterns: []string{"*.tex", "*.ltx", "*.latex", "*.sty", "*.cls", "*.bib", "*.bbl", "*.texi", "*.texinfo", "*.txi"}},
	{Name: "text", Patterns: []string{"*.txt", "*.text", "*.asc", "*.rst", "*.adoc", "*.asciidoc", "*.org", "*.pod", "*.diff", "*.patch", "readme", "readme.*", "changelog", "changes", "news", "copying", "license", "authors", "todo"}},
	{Name: "warc", Patterns: []string{"*.warc"}},
	{Name: "xml", Patterns: []string{"*.xml", "*.xsl", "*.xslt", "*.xsd", "*.rdf", "*.svg", "*.rss", "*.atom", "*.opml", "*.docbook", "*.dbk", "*.xbel"}},
}

// compressed are the suffixes of compressed files, which also have the type of the file in them.
var compressed = [...]string{".gz", ".bz2", ".xz", ".zst"}
