package charset

import "sync"

// The keys of all tables are normalized names. The tables are built when they are first
// used: most texts have no label, or one that x/text's indexes know.

func isASCIIName(key string) bool {
	switch key {
	case "usascii", "ascii", "ansix341968", "ansix341986", "csascii", "iso646us", "isoir6",
		"iso646irv1991", "us", "646", "ibm367", "cp367", "cp20127":
		return true
	}
	return false
}

// isUTF16Name reports whether key is a name of UTF-16 without a byte order. The WHATWG
// makes these little-endian.
func isUTF16Name(key string) bool {
	switch key {
	case "utf16", "unicode", "ucs2", "csucs2", "csutf16", "csunicode", "iso10646ucs2":
		return true
	}
	return false
}

// unregistered holds the schemes that x/text's indexes do not know or replace.
var unregistered = sync.OnceValue(func() map[string]scheme {
	return map[string]scheme{
		"utf7": utf7{}, "xutf7": utf7{}, "cp65000": utf7{}, "csutf7": utf7{},
		"unicode11utf7": utf7{}, "csunicode11utf7": utf7{}, "unicode20utf7": utf7{}, "xunicode20utf7": utf7{},

		"utf32": wide{4, undeclared}, "ucs4": wide{4, undeclared}, "iso10646ucs4": wide{4, undeclared},
		"csucs4": wide{4, undeclared}, "csutf32": wide{4, undeclared},
		"utf32be": wide{4, bigEndian}, "cp12001": wide{4, bigEndian}, "ucs4be": wide{4, bigEndian},
		"utf32le": wide{4, littleEndian}, "cp12000": wide{4, littleEndian}, "ucs4le": wide{4, littleEndian},

		// The Japanese variants share one scheme, as their escape sequences are distinct.
		"iso2022jp": iso2022{}, "xiso2022jp": iso2022{}, "jis": iso2022{}, "jis7": iso2022{}, "junet": iso2022{},
		"iso2022jp1": iso2022{}, "iso2022jp2": iso2022{}, "iso2022jp3": iso2022{}, "iso2022jp2004": iso2022{},
		"iso2022jpms": iso2022{}, "iso2022jpext": iso2022{}, "csiso2022jp2": iso2022{}, "iso2022int1": iso2022{},
		"cp50220": iso2022{}, "cp50221": iso2022{}, "cp50222": iso2022{},

		"iso2022kr": iso2022{ksX1001}, "csiso2022kr": iso2022{ksX1001}, "cp50225": iso2022{ksX1001},
		"iso2022cn": iso2022{gb2312}, "iso2022cnext": iso2022{gb2312}, "cp50227": iso2022{gb2312},

		"hz": hz{}, "hzgb2312": hz{}, "xhz": hz{}, "cp52936": hz{},
	}
})

// aliases holds names that differ from a registered name by more than the characters that
// normalize removes, or only by these.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"utf8": "utf-8", "xutf8": "utf-8", "utf8n": "utf-8", "utf8mb4": "utf-8", "utf8mac": "utf-8", "csutf8": "utf-8",
		"utf16le": "utf-16le", "ucs2le": "utf-16le", "utf16be": "utf-16be", "ucs2be": "utf-16be",

		"shiftjis": "shift_jis", "xshiftjis": "shift_jis", "xsjis": "shift_jis", "mskanji": "shift_jis",
		"shiftjisx0213": "shift_jis", "shiftjis2004": "shift_jis", "sjiswin": "shift_jis", "cp943c": "shift_jis",
		"eucjp": "euc-jp", "xeucjp": "euc-jp", "eucjpms": "euc-jp", "eucjpwin": "euc-jp", "ujis": "euc-jp", "xeuc": "euc-jp",

		"gb": "gb18030", "gb18030": "gb18030", "gb180302000": "gb18030", "gb23121980": "gb18030", "gb231280": "gb18030",
		"gb2312": "gb18030", "xgb2312": "gb18030", "gbk": "gb18030", "xgbk": "gb18030", "euccn": "gb18030",
		"xeuccn": "gb18030", "csgbk": "gb18030", "csgb18030": "gb18030", "cngb": "gb18030",
		"big5": "big5", "xbig5": "big5", "bigfive": "big5", "big5eten": "big5", "big5hkscs": "big5", "big5hk": "big5",
		"cnbig5": "big5", "csbig5hkscs": "big5",
		"euckr": "euc-kr", "xeuckr": "euc-kr", "uhc": "euc-kr", "ksx1001": "euc-kr", "ksc5601": "euc-kr",
		"ksc56011987": "euc-kr", "ksc56011992": "euc-kr", "ksc5601ksx1001": "euc-kr",

		"latin1": "iso-8859-1", "latin2": "iso-8859-2", "latin9": "iso-8859-15", "latin0": "iso-8859-15",
		"88598i": "iso-8859-8-i", "iso88598i": "iso-8859-8-i", "tis620": "tis-620", "tis6202533": "tis-620",
		"koi8r": "koi8-r", "xkoi8r": "koi8-r", "koi8u": "koi8-u", "koi8ru": "koi8-u", "koi8ub": "koi8-u",
		"macroman": "macintosh", "xmacroman": "macintosh", "xmaccyrillic": "x-mac-cyrillic", "maccyrillic": "x-mac-cyrillic",
	}
})

// codePages holds the code pages of IBM and Microsoft. Their numbers occur in many names:
// cp850, ibm850, x-cp850, Windows-31J's cp932 and windows-932, 1252.
var codePages = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"37": "IBM037", "037": "IBM037", "437": "IBM437", "819": "iso-8859-1", "850": "IBM850", "852": "IBM852",
		"855": "IBM855", "858": "IBM00858", "860": "IBM860", "862": "IBM862", "863": "IBM863", "865": "IBM865",
		"866": "IBM866", "874": "windows-874", "1047": "IBM1047", "1140": "IBM01140",

		"932": "shift_jis", "943": "shift_jis", "936": "gb18030", "949": "euc-kr", "950": "big5",
		"20932": "euc-jp", "20936": "gb18030", "20949": "euc-kr", "51932": "euc-jp", "51936": "gb18030",
		"51949": "euc-kr", "54936": "gb18030",

		"1250": "windows-1250", "1251": "windows-1251", "1252": "windows-1252", "1253": "windows-1253",
		"1254": "windows-1254", "1255": "windows-1255", "1256": "windows-1256", "1257": "windows-1257",
		"1258": "windows-1258", "20866": "koi8-r", "21866": "koi8-u", "10000": "macintosh", "10007": "x-mac-cyrillic",
		"28591": "iso-8859-1", "28592": "iso-8859-2", "28593": "iso-8859-3", "28594": "iso-8859-4",
		"28595": "iso-8859-5", "28596": "iso-8859-6", "28597": "iso-8859-7", "28598": "iso-8859-8",
		"28599": "iso-8859-9", "28603": "iso-8859-13", "28605": "iso-8859-15", "38598": "iso-8859-8-i",

		"1200": "utf-16le", "1201": "utf-16be", "65001": "utf-8",
	}
})
