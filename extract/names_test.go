package extract

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// This file is the reference for hosts and addresses without a scheme: it judges a name,
// with the text before and after it, by the rules one after the other.

var (
	// "It also needs a TLD in lower (or all upper) case, no file-name ending, a
	// label of two letters or more, and no user at before it." Reading: upper is
	// the whole name, unless the TLD is one of the first six.
	refCased   = regexp.MustCompile(`^[^A-Z]*$|^[^a-z]*$|\.(?:[a-z]+|COM|ORG|NET|EDU|GOV|MIL)$`)
	refClassic = regexp.MustCompile(`(?i)\.(?:com|org|net|edu|gov|mil)$`)
	refFile    = regexp.MustCompile(`(?i)\.(?:py|sh|rs)$|\.(?:data|name|id)$`)
	refWord    = regexp.MustCompile(`(?:^|\.)(?:[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]+|[A-Za-z0-9-]+[A-Za-z][A-Za-z0-9-]*)\.`)
	refDoubled = regexp.MustCompile(`^(?:[A-Za-z0-9]\.)*AA\.[^.]*$`) // "nor is a capital twice a word"
	refBang    = regexp.MustCompile(`[A-Za-z0-9.-]!$`)               // of UUCP
	refUserAt  = regexp.MustCompile(`[A-Za-z0-9._+='&%~!$-][ \t]*(?: at[ \t]+|[\[(<{](?i:at)[\])>}][ \t]*)$`)
	refPlaceAt = regexp.MustCompile(`(?:^|[ \t\r\n])(?i:look|it)[ \t]* at[ \t]+$`) // "a word after which a place is named"

	// "What a program has is no host": what is called, indexed, assigned to,
	// compared; what is after an operator; what begins like the names of
	// programs, their files and newsgroups.
	refUsed = regexp.MustCompile(`^(?:\.*[(_$]|\.+\*|\.*\[[^0-9/]|\.*[*+^%](?:\(|[A-Za-z0-9])|\.*(?:::[A-Za-z0-9_]|->|\+\+)` +
		`|\.*[ \t]{0,32}(?:<-|<<|==|!=|:=|[-+*/|&]=|<=|>=)|\.*=[^>\r\n023ACE]|\.*[ \t]{1,32}=[^>\r\n])`)
	refOperator  = regexp.MustCompile(`(?:->|[A-Za-z0-9_)]::|[&!?]|(?:<-|==|!=|&&|[-+*]=|[<>]=)[ \t]{0,2}|[A-Za-z0-9_)][*+^])$`)
	refQualified = regexp.MustCompile(`(?i)^(?:self|this|readme|makefile|configure|changelog|com|org|net|edu|gov|mil)\.`)
	refNewsgroup = regexp.MustCompile(`(?i)^(?:alt|comp|humanities|misc|news|rec|sci|soc|talk)\..*\.[a-z]{3,}$`)
	refUser      = regexp.MustCompile(`^ at [A-Za-z0-9-]+\.[A-Za-z0-9]`)

	// "A name after file: and a blank"; "after import or package"; "after // that a quote
	// or a bracket precedes, or white space if it begins with www".
	refFileAt   = regexp.MustCompile(`(?:^|[^A-Za-z0-9_])(?i:file):[ \t]+$`)
	refImport   = regexp.MustCompile(`(?:^|[\r\n])[ \t]*(?:import|import static|package)[ \t]+$`)
	refReversed = regexp.MustCompile(`^(?:com|io|net|org)\.[^.A-Z]+(?:\.[^.A-Z]+)+$`) // "a package before ; at the end of its line"
	refNetwork  = regexp.MustCompile("[\"'`([<]//$")
	refNetworkW = regexp.MustCompile(`(?:^|[ \t\r\n])//$`)

	// "Without a classic top-level domain": a hump, a statement, a placeholder, a condition.
	refHump    = regexp.MustCompile(`(?:^|\.)[a-z]{2}[a-z0-9]*[A-Z][A-Za-z0-9]*(?:\.|$)`)
	refKeyword = regexp.MustCompile(`(?:^|[\r\n])[ \t]*(?:return|case|del)[ \t]+$`)
	refFrom    = regexp.MustCompile(`(?:^|[\r\n])[ \t]*from[ \t]+$`)
	refAssign  = regexp.MustCompile(`(?:^|[\r\n])[ \t]*(?:delete|requires|[^\r\n]*=)[ \t]+$`)
	refEndOf   = regexp.MustCompile(`^;(?:[\r\n]|$)`)
	refOpens   = regexp.MustCompile("(?:[$#{]\\{|<%=?|[\"'`] \\+|(?:^|[^A-Za-z])(?:if|while|switch)[ \\t]*\\()[ \\t]*$")
)

// "A host that begins a line is none if the line before ends in an address without
// the rest of its domain."
var refBroken = regexp.MustCompile(`[A-Za-z0-9]@[a-z]?\n[> ]*$`)

// "An escape sequence is no part of the word behind it."
var refEscape = regexp.MustCompile(`(?:\\[nrt]|\\u[0-9a-f]{4}|%22|%3[CE]|\x1b\[[0-9;]*m)$`)

// "A name has 255 octets at most, a label 63."
var refTooLong = regexp.MustCompile(`^.{256}|[^.]{64}`)

// refHost reports whether a reader would take name for a host.
func refHost(before, name, after string) bool {
	if refBroken.MatchString(before) {
		return false
	}
	if run := refClosed.FindString(after); run != "" && refMarked(before, after) {
		before, after = strings.TrimSuffix(before, run), after[len(run):]
	}
	before = refEscape.ReplaceAllString(before, ",")
	server := strings.HasPrefix(strings.ToLower(name), "www.")
	classic := refClassic.MatchString(name)
	switch {
	case regexp.MustCompile(`[_~]$`).MatchString(before):
		return false
	case strings.HasSuffix(before, "/") && !refNetwork.MatchString(before) && !(server && refNetworkW.MatchString(before)):
		return false
	case refBang.MatchString(before):
		return false
	case server:
		return true
	case !refCased.MatchString(name), refFile.MatchString(name), !refWord.MatchString(name), refDoubled.MatchString(name):
		return false
	case refUserAt.MatchString(before) && !refPlaceAt.MatchString(before), refOperator.MatchString(before):
		return false
	case refFileAt.MatchString(before), refImport.MatchString(before):
		return false
	case refReversed.MatchString(name) && refEndOf.MatchString(after):
		return false
	case classic:
	case refHump.MatchString(name), refKeyword.MatchString(before), refOpens.MatchString(before):
		return false
	case refFrom.MatchString(before) && strings.HasPrefix(after, " import "), refAssign.MatchString(before) && refEndOf.MatchString(after):
		return false
	}
	switch {
	case refArgument(before) && !(classic && strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")")):
		return false // "alone in its parentheses is a host of the first top-level domains"
	case refUsed.MatchString(after), refUser.MatchString(after):
		return false
	case !classic && (refQualified.MatchString(name) || refNewsgroup.MatchString(name)):
		return false
	}
	return true
}

// refArgument reports whether a call or an index is open at the end of text: of
// the parentheses in its last line, from left to right, the last one that is
// not closed.
func refArgument(text string) bool {
	type opened struct{ call, quoted bool }
	var stack []opened
	quoted := false
	line := text[strings.LastIndexAny(text, "\r\n")+1:]
	for i, c := range line {
		switch c {
		case '"':
			quoted = !quoted
		case '(', '[':
			stack = append(stack, opened{i > 0 && strings.ContainsAny(line[i-1:i], "ab_)"), quoted})
		case ')', ']':
			stack = stack[:max(0, len(stack)-1)]
		}
	}
	if len(stack) == 0 {
		return false
	}
	last := stack[len(stack)-1]
	return last.call && last.quoted == quoted
}

var (
	// "Not Message-IDs: <x@y> in Message-ID, In-Reply-To, References …, quoted,
	// folded, and behind In article, …" Reading: nor in the fields that trace a
	// message.
	refField = regexp.MustCompile(`(?i)(?:^|\n)(?:> ?)*[ \t]*(?:references: <|received: [^\n:]*|return-path: <)(?:\n(?:> ?)*[ \t]+[^\n:]*<?)?$`)
	refNamed = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:article|in message|message[- ]id:|news:|cid:|mid:)[ \t\r\n>|]*<?$`)

	// "An identifier": with "$", a UUID, a long token, a date or number of eight
	// digits or more before a dot and more.
	refMade = regexp.MustCompile(`\$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9]{8,}[0-9a-f]{0,8}\..*[0-9]|^[^.]{40,}$`)

	// "The letter and the quote of a string literal, if a quote follows the address".
	refLiteral = regexp.MustCompile(`(?i)(?:^|[(=])[nebfru]'$`)

	// "A login": a path behind the host, and a colon.
	refLogin = regexp.MustCompile(`^:(?:~|[A-Za-z0-9._:-]*/)`)
)

func refAddress(before, local, after string) bool {
	before = refEscape.ReplaceAllString(before, ",")
	return !refField.MatchString(before) && !refNamed.MatchString(before) && !refMade.MatchString(local) &&
		!refLogin.MatchString(after) && (!strings.HasSuffix(before, "/") || refMarked(before, after))
}

var (
	// "Markup is a run of one character around a name, outside words."
	refOpened = regexp.MustCompile(`(?:^|[^A-Za-z0-9/_$~])(/+|_+|\$+|~+)$`)
	refClosed = regexp.MustCompile(`^(?:/+|_+|\$+|~+)`)
)

func refMarked(before, after string) bool {
	opened, closed := refOpened.FindStringSubmatch(before), refClosed.FindString(after)
	return opened != nil && opened[1] == closed && !regexp.MustCompile(`^[A-Za-z0-9]`).MatchString(after[len(closed):])
}

// TestNames compares scanner and reference on names with all that may be
// before and after them, and sees that it does not matter how the text comes.
func TestNames(t *testing.T) {
	t.Parallel()
	rnd := effort.Rand(t)
	pick := func(words ...string) string { return words[rnd.IntN(len(words))] }
	for range effort.Rounds(8000) {
		before := pick("", "", "a\n", "b\n> ", "see a b\n\n", "b@\n", "b@m\n> ", "b@m.com\n", "b@\n\n") + pick("", "", "a (b) ", "f_a(b, ", "a[b ", "(a ", "\"a(", "a(\"b ", "b)(") +
			pick("", " ", "(", "b(", "[b]", "中", "ดู", `\n`, `\u003c`, "%22", "%3C", "_", "__", "~~", "::", "[", "\"", "'", "<", "*", "a*", "->", "b::", "&", "!", "?", "a <- ", "a == ", "a =  ", "- ", "a at ", "a_ at ", ") at\t", "look at ", " it  at ", "a [at] ", "(AT)",
				"File: ", "afile: ", "import ", "package\t", "import static ", "return ", "from ", "delete ", "${", "{{ ", "<%= ", "' + ", "if (", "motif (", "&& ", "a += ", "//", "\"//", " //", "a//")
		after := pick("", "", ".", "...") + pick("", " ", "(", "[1]", "[a]", "[/a]", "中", "_a", "_", "__", "~~", "$a", "::a", "::", ": a", "++", "+a", "*a", "*", "*(", "->", " - ", " <- 1", "\t= 2", " => a", "=a", "=20", "=\n", "<-1", "!", "?", ",", ")", "\n", ";", ";\n", " import ", " at a.b", " at home") + pick("", " b")
		goesOn := strings.HasPrefix(strings.TrimLeft(after, "."), "中") && after[0] == '.'
		var kind Kind
		var name string
		var want bool
		if rnd.IntN(3) > 0 {
			long := pick("", "", "", "", "", strings.Repeat("ab.", 40), strings.Repeat("ab.", 90), strings.Repeat("a-", 32), strings.Repeat("a-", 150))
			name = long + pick("", "", "a.", "self.", "leafCount.", "com.", "io.", "org.a.", "alt.", "README.", "www.", "A.") + pick("moss", "Moss", "MOSS", "m", "AA", "m-2", "1") + pick(".com", ".COM", ".de", ".DE", ".De", ".co.uk", ".media", ".data", ".id", ".py", ".museum")
			if strings.Count(name, ".") == 1 && name[0] == '.' || goesOn {
				continue // no name, or the name goes on
			}
			kind, want = Schemeless, !refTooLong.MatchString(name) && refHost(before, name, after)
		} else {
			before = pick(before, "", "In article <", "> article\n> ", "news:", "References: <", "> Received: by b\n>  for <", "Return-Path: <", "a/", "/", "a //", "cid:", "N'", "(b'", "=u'")
			after = pick(after, "/", "//", "//a", ":a/b", ":~", ": a/b", ":a", "'", "')")
			local := pick("moss", strings.Repeat("m.o-", 15)+"moss", strings.Repeat("m.o_", 15)+"moss+", strings.Repeat("m.o-", 60)+"moss", strings.Repeat("m.o+", 700)+"moss", "m.oss", "m+oss", "20010203.4567", "12345678", "4$a", "0123abcd-0123-4567-89ab-0123456789ab", strings.Repeat("aB3", 14))
			if strings.ContainsAny(before, "=!&$") && before != "=u'" || strings.HasSuffix(before, "-") || goesOn || strings.HasSuffix(before, "_") && !refMarked(before, after) {
				continue // those would be of the local part
			}
			name = local + pick("@moss.example", "@a.moss.example")
			kind, want = Email, len(local) <= 64 && refAddress(before, local, after) && (!refLiteral.MatchString(before) || strings.HasPrefix(after, "'"))
		}
		text := before + name + after
		o := &Options{Input: InputText, Kinds: []Kind{kind}}
		found, err := all(strings.NewReader(text), o)
		got := slices.ContainsFunc(found, func(m Match) bool { return m.URL == name })
		if err != nil || got != want {
			t.Fatalf("%q: %v %q is found: %v, want %v, error %v", text, kind, name, got, want, err)
		}
		for _, m := range found {
			if len(name) > 77 && m.URL != name && strings.Contains(name, m.URL) && strings.Contains(m.URL, "moss") {
				t.Fatalf("%q: %q is found, a part of %q", text, m.URL, name)
			}
		}
		for how, r := range readers(rnd, text) {
			if split, err := all(r, o); err != nil || matchesText(split) != matchesText(found) {
				t.Fatalf("%q\n%s gives, with error %v,\n%swant\n%s", text, how, err, matchesText(split), matchesText(found))
			}
		}
	}
}

// TestCertainNames checks that a name is returned with the byte that ends it. The
// exception is a blank after a host, since an operator or "at" may follow it.
func TestCertainNames(t *testing.T) {
	for _, c := range []struct{ text, name string }{
		{"www.example.com ", "www.example.com"},
		{"see example.com,", "example.com"},
		{"see example.com\n", "example.com"},
		{"see example.com to", "example.com"},
		{"b@example.com ", "b@example.com"},
		{"b@example.com: ", "b@example.com"},
	} {
		s := NewScanner(&waiting{strings.NewReader(c.text)}, everything)
		if !s.Scan() || s.Match().URL != c.name {
			t.Errorf("%q: got %q", c.text, s.Match().URL)
		}
	}
}

// TestLongNames checks that an address or a host of any length and content is found whole
// or not at all.
func TestLongNames(t *testing.T) {
	step := 1
	if effort.Get() == effort.Short {
		step = 5
	}
	both := &Options{Input: InputText, Kinds: append(DefaultKinds(), Schemeless, Email)}
	refang := &Options{Input: InputText, Kinds: both.Kinds, Refang: true}
	const at = "@lists.example.org"
	rnd := effort.Rand(t)
	check := func(o *Options, text string, want ...string) {
		t.Helper()
		for how, r := range readers(rnd, text) {
			var urls []string
			found, err := all(r, o)
			for _, m := range found {
				urls = append(urls, m.URL)
			}
			if err != nil || !slices.Equal(urls, want) {
				t.Errorf("%.300q\n%s: found %.300q, want %.300q, error %v", text, how, urls, want, err)
				return
			}
		}
	}
	for _, separator := range strings.Split("- -- . + = _ % & ' ! ~ é", " ") {
		for n := 55; n <= 260; n += step + n/70 {
			local := strings.Repeat("ab"+separator, n/len("ab"+separator)) + strings.Repeat("c", 1+n%len("ab"+separator))
			address := local + at
			if len(local) <= 64 && separator != "=" {
				check(both, "see "+address+", or", address)
				check(refang, "see "+local+"[at]lists[.]example[.]org, or", address)
				check(refang, "<"+local+" [at] lists [dot] example [dot] org> or", address)
			}
			if len(local) > 64 && separator != "=" {
				check(both, "see "+address+", or")
				check(refang, "see "+local+"[at]lists[.]example[.]org, or")
				check(refang, "see <"+local+" at lists.example.org> or")
			}
		}
	}
	bounce := "bounces-list-news-2024-week-17-readers-of-the-weekly-digest-that-we-read"
	check(both, "Return to "+bounce+at+".")
	for n := 1; n < len(bounce); n += step {
		check(both, bounce[:n]+strings.Repeat("x", 300)+bounce[n:]+at)
	}
	const longestRun = 2 << 10 // longest possible local part before an "@"
	for _, n := range []int{1 << 10, longestRun - 10, longestRun, longestRun + 10, 10_000, 100_000} {
		check(both, strings.Repeat("a", n)+"-bc"+at)
		check(both, strings.Repeat("a.b-", n/4)+"-bc"+at)
		check(both, strings.Repeat("-", min(n, longestRun-10))+"bc"+at, "bc"+at)
	}
	bounce = bounce[len(bounce)-64+len("x"):] + "x" // begins with a letter
	check(both, "user="+bounce+at+" "+strings.Repeat("l", 64)+"="+bounce+at, bounce+at, bounce+at)
	check(both, strings.Repeat("l", 65)+"="+bounce+at)
	check(both, "list+"+strings.Repeat("long", 100)+"="+bounce+at)

	domain := strings.Repeat("abc.", 62) + "com" // of 251 octets
	check(both, "b@"+domain+" b@"+domain+".", "b@"+domain, "b@"+domain)
	for n := 1; n < 9; n++ {
		long := strings.Repeat("a", n) + "bc." + domain
		if len(long) <= 255 {
			check(both, "see "+long+" and "+long+".", long, long)
			check(both, "see "+long+"… and b@"+long+"—", long, "b@"+long)
			continue
		}
		for _, rest := range []string{"", ".", ".de", "-b.de", strings.Repeat(".abc", 100) + ".com"} {
			check(both, "b@"+long+rest+" and")
			check(both, "see "+long+rest+" and")
		}
	}
	for _, n := range []int{63, 64, 250, 251, 252, 253, 254, 255, 256, 1000} {
		var want []string
		if n <= 63 {
			want = []string{strings.Repeat("a", n-2) + "-b.example.com"}
		}
		check(both, strings.Repeat("a", n-2)+"-b.example.com", want...)
		check(both, "a"+strings.Repeat("-", n-1)+".example.com")
		check(both, strings.Repeat("中", n)+"www.example.com", "www.example.com")
	}
}
