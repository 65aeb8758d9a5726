package rtf

import "sync"

// A destination is what the text of a group is for.
type destination uint8

const (
	noDestination destination = iota
	skipped                   // no text: a table, a picture, or unknown and ignorable
	fontTable
	separate    // text besides the text of the document, such as a footnote
	inline      // text of the group around
	object      // the same, in place of an object
	picture     // no text, but a reader sees it
	target      // one reference
	oleData     // an OLE object in hexadecimal digits
	fieldData   // a hyperlink object in hexadecimal digits
	field       // a field
	instruction // of a field
	result      // of a field
	upper       // text in a code page, followed by the same text in Unicode
	unicodeText // this text
	linkBase    // the base of the document's relative references
	htmlTag     // HTML of a message ([MS-OXRTFEX] 2.1.3.1)
	plainHTML   // \mhtmltag: the same with other references: skipped
)

// destinations returns the control words that begin a destination. A group that begins with \*
// and a word that is not here is skipped.
func destinations() map[string]destination {
	return map[string]destination{
		"fonttbl": fontTable,

		"header": separate, "headerl": separate, "headerr": separate, "headerf": separate,
		"footer": separate, "footerl": separate, "footerr": separate, "footerf": separate,
		"footnote": separate, "annotation": separate, "shptxt": separate, "info": separate,
		"title": separate, "subject": separate, "author": separate, "manager": separate,
		"company": separate, "operator": separate, "category": separate, "keywords": separate,
		"comment": separate, "doccomm": separate,
		"xe": separate, "txe": separate, "rxe": skipped, "tc": separate, "tcn": separate,
		"userprops": separate, "docvar": separate, "sv": separate, "sn": skipped,
		"ffdeftext": separate, "ffhelptext": separate, "ffstattext": separate, "ffl": separate,
		"mmconnectstr": separate, "mmquery": separate, "pgptbl": skipped,

		"shppict": inline, "nonshppict": inline, "shpinst": inline, "shp": inline, "sp": inline,
		"background": inline, "do": inline, "dptxbxtext": separate, "object": object, "result": separate, "shprslt": separate,
		"listtext": inline, "pntext": inline, "hl": inline, "mailmerge": inline, "formfield": inline,
		"mmodso": inline, "datastore": skipped, "themedata": skipped,

		"template": target, "hlsrc": target, "mmdatasource": target, "mmheadersource": target,
		"mmodsosrc": target, "mmodsoudl": target, "linkval": target, "file": target,
		"hlinkbase": linkBase,

		"objdata": oleData, "datafield": fieldData,
		"field": field, "fldinst": instruction, "fldrslt": result,
		"upr": upper, "ud": unicodeText,
		"htmltag": htmlTag, "mhtmltag": plainHTML,

		"colortbl": skipped, "stylesheet": skipped, "listtable": skipped, "listoverridetable": skipped,
		"revtbl": skipped, "rsidtbl": skipped, "generator": skipped, "pict": picture, "filetbl": inline,
		"xmlnstbl": skipped, "latentstyles": skipped, "colorschememapping": skipped,
		"fontemb": skipped, "fontfile": skipped, "panose": skipped, "falt": skipped,
		"bkmkstart": skipped, "bkmkend": skipped, "creatim": skipped, "revtim": skipped,
		"printim": skipped, "buptim": skipped, "objclass": skipped, "objname": skipped,
		"objalias": skipped, "objsect": skipped, "hlloc": skipped, "hlfr": skipped,
		"atnid": skipped, "atnref": skipped, "atndate": skipped, "atntime": skipped,
		"ftnsep": skipped, "ftnsepc": skipped, "ftncn": skipped, "aftnsep": skipped,
		"aftnsepc": skipped, "aftncn": skipped, "fchars": skipped, "lchars": skipped,
		"propname": separate, "staticval": separate, "wgrffmtfilter": skipped, "password": skipped,
	}
}

// relations has the relation of the targets of a destination; see document.Place.
var relations = map[string]string{
	"template": "attachedTemplate", "hlsrc": "hyperlink", "file": "subDocument",
	"mmdatasource": "mailMergeSource", "mmheadersource": "mailMergeSource",
	"mmodsosrc": "mailMergeSource", "mmodsoudl": "mailMergeSource", "linkval": "link",
}

// inserts returns the text of control words and symbols.
func inserts() map[string]string {
	return map[string]string{
		"par": "\n", "line": "\n", "page": "\n", "sect": "\n", "row": "\n", "nestrow": "\n",
		"column": "\n", "softline": "\n", "softpage": "\n", "lbr": "\n",
		"tab": "\t", "cell": "\t", "nestcell": "\t",
		"emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018",
		"rquote": "\u2019", "ldblquote": "\u201C", "rdblquote": "\u201D",
		"emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005",
		"zwj": "\u200D", "zwnj": "\u200C", "ltrmark": "\u200E", "rtlmark": "\u200F",
		"chftn": " ", // the mark of a note, which is no part of a URL before it
		"\\":    "\\", "{": "{", "}": "}", "~": "\u00A0", "_": "-",
	}
}

// A meaning is what a control word is for.
type meaning struct {
	word   string
	dest   destination // noDestination if the word does not begin one
	insert string      // the text of the word
}

// A vocabulary is the control words and symbols that are used. All others are properties that
// do not matter, and destinations that are skipped.
type vocabulary struct {
	words   map[string]*meaning
	symbols [128]*meaning // by the character after the backslash
}

// known returns the vocabulary of RTF.
var known = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{words: map[string]*meaning{}}
	for _, w := range [...]string{"u", "uc", "bin", "f", "fcharset", "cpg", "ansicpg",
		"mac", "pc", "pca", "plain", "super", "up", "nosupersub", "sub", "dn", "deleted", "revised", "deff", "htmlrtf", "fromhtml", "fromtext"} {
		v.words[w] = &meaning{word: w}
	}
	for w, d := range destinations() {
		v.words[w] = &meaning{word: w, dest: d}
	}
	for w, text := range inserts() {
		v.words[w] = &meaning{word: w, insert: text}
	}
	for _, c := range `\{}~_` {
		v.symbols[c] = v.words[string(c)]
	}
	v.symbols['\t'] = v.words["tab"]
	return v
})

// charsets has the code pages of \fcharset ("Font Table").
var charsets = map[int]int{
	0: 1252, 77: 10000, 78: 932, 79: 949, 80: 936, 81: 950, 83: 1253, 84: 1255, 85: 1254,
	87: 1256, 88: 874, 89: 1251, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253,
	162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
	254: 437, 255: 850,
}
