package ooxml

import (
	"path"
	"strings"
)

// A kind says how a member is read.
type kind uint8

const (
	unknown kind = iota // XML or a file, by its content
	skipped
	xml
	relationships
	sharedStrings
	recordsKind   // records of a binary workbook
	binaryStrings // the same, with shared strings
	file
)

// extensions has the kinds of members by the extensions of their names.
var extensions = map[string]kind{
	".xml": xml, ".vml": xml, ".rdf": xml, ".psmdcp": xml, ".fpage": xml, ".fdoc": xml, ".fdseq": xml,
	".frag": xml, ".struct": xml,
	".rels": relationships,

	".png": skipped, ".jpg": skipped, ".jpeg": skipped, ".jpe": skipped, ".gif": skipped, ".bmp": skipped,
	".tif": skipped, ".tiff": skipped, ".emf": skipped, ".wmf": skipped, ".emz": skipped, ".wmz": skipped,
	".ico": skipped, ".webp": skipped, ".jxr": skipped, ".wdp": skipped, ".hdp": skipped, ".svg": skipped,
	".pcz": skipped, ".pct": skipped, ".pict": skipped, ".eps": skipped,
	".mp3": skipped, ".mp4": skipped, ".m4a": skipped, ".m4v": skipped, ".wav": skipped, ".avi": skipped,
	".mov": skipped, ".wmv": skipped, ".wma": skipped, ".mpg": skipped, ".mpeg": skipped, ".mid": skipped,
	".ttf": skipped, ".otf": skipped, ".odttf": skipped, ".fntdata": skipped, ".woff": skipped, ".woff2": skipped,
}

// mediaTypes has the media types of files whose content does not say what they are.
var mediaTypes = map[string]string{
	".htm":   "text/html",
	".html":  "text/html",
	".xhtml": "application/xhtml+xml",
	".mht":   "message/rfc822",
	".mhtml": "message/rfc822",
	".eml":   "message/rfc822",
	".txt":   "text/plain",
}

// kindOf returns the kind of a member by its key.
func kindOf(key string) kind {
	base := path.Base(key)
	switch {
	case key == "[content_types].xml", base == "vbaproject.bin", strings.HasPrefix(base, "vbaprojectsignature"),
		strings.HasPrefix(base, "printersettings"), base == "thumbs.db":
		return skipped
	case base == "sharedstrings.xml":
		return sharedStrings
	case base == "sharedstrings.bin":
		return binaryStrings
	case strings.HasPrefix(key, "xl/") && strings.HasSuffix(key, ".bin") && !strings.Contains(key, "/embeddings/") && !strings.Contains(key, "/activex/"):
		return recordsKind
	case strings.Contains(key, "/embeddings/") && extensions[path.Ext(key)] == xml:
		return unknown
	}
	return extensions[path.Ext(key)]
}
