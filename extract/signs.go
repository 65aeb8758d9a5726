package extract

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/deception"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/suffix"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A Sign is a fact about a match that deceives many readers, such as a label that shows
// another host than that of the link. It is no verdict: honest links have signs too.
//
// A sign of the URL that a match leads to has "target-" before its name: see [Signs].Target.
type Sign struct {
	Name     string `json:"name"`             // one of SignNames
	Rule     string `json:"rule"`             // the standard, its section, and the rule that the sign is about
	Evidence string `json:"evidence"`         // such as the host that the label shows
	Offset   int    `json:"offset"`           // offset of the byte in Match.URL, or in Target, that the sign is about
	Note     bool   `json:"note,omitempty"`   // the sign is common in honest links
	Target   string `json:"target,omitempty"` // the URL that the sign is about, if that is not Match.URL
}

// SignNames returns the names of all signs.
func SignNames() []string { return deception.Names() }

// Signs finds the signs of the matches of a Scanner: see [Options].Signs and [Match].Signs.
//
// A host that looks like another one, as "paypa1.com" does, is found if the other is before
// it in the same message: in the From field, in the label of a link, or in a URL. The
// elements of an HTML document that is not in mail are one message. In other texts only the
// hosts in Known count.
//
// If a service has rewritten the URL, and package unwrap finds its target, a label that shows
// the host of the target is no sign. With Target, the signs of the target are found, too.
//
// The zero Signs is ready for use. It is for one Scanner.
type Signs struct {
	// Known, if not nil, has hosts that others may imitate, in any message.
	Known *KnownHosts

	// Target, if not nil, returns the URL that a match leads to, or "" if that is Match.URL.
	// Its signs follow those of Match.URL. What the label shows is compared with it only.
	Target func(*Match) string

	seen    deception.Seen
	message *Message // of the last match; nil for an HTML document
	labels  *Scanner // finds the URL that a label begins with
}

// KnownHosts is a set of hosts that others may imitate. After the last Add it may be used by
// several goroutines.
type KnownHosts struct{ known *deception.Known }

// Add adds a host, such as "www.example.com". All hosts of its registrable domain are known
// then. Add returns an error if the host has none.
func (k *KnownHosts) Add(host string) error {
	if k.known == nil {
		k.known = deception.NewKnown()
	}
	return k.known.Add(host)
}

// reset begins another input.
func (s *Signs) reset() {
	s.seen.Reset()
	s.message = nil
	s.seen.Known = nil
	if s.Known != nil {
		s.seen.Known = s.Known.known
	}
}

// of returns the signs of m, in the order of SignNames. The matches of an input are passed
// in their order.
func (s *Signs) of(m *Match) []Sign {
	s.enter(m)
	label, isCut := m.Label()
	shown := s.shown(label, isCut)
	target := ""
	if s.Target != nil {
		target = s.Target(m)
	}
	if target == "" {
		return s.ofURL(m, label, shown)
	}
	list := s.ofURL(m, "", "")
	for _, found := range s.ofTarget(m, target, label, shown) {
		found.Name = deception.TargetPrefix + found.Name
		list = append(list, signOf(&found, target))
	}
	return list
}

// signOf returns a sign that was found, of a target if that is not "".
func signOf(found *deception.Sign, target string) Sign {
	return Sign{Name: found.Name, Rule: found.Rule, Evidence: found.Evidence, Offset: found.Offset, Note: found.Note, Target: target}
}

// ofURL returns the signs of the URL of m. Its label shows the host shown.
func (s *Signs) ofURL(m *Match, label, shown string) []Sign {
	host, plain := "", false
	if m.Kind != Email && m.Kind != Schemeless && !m.Repaired {
		host, plain = deception.Plain(m.URL)
	}
	if plain && shown == "" && (m.Element == nil || m.Element.Hidden == "" && m.Element.Pixel == "") && s.alike(m, host) == "" {
		return nil
	}
	link, added := linkOf(m)
	if shown != "" {
		s.show(m, &link, label, shown)
		link.Targets = targetHosts(m.URL)
	}
	link.Alike = s.alike(m, link.URL.Host.Value)
	var list []Sign
	for _, found := range deception.Of(&link) {
		found.Offset = min(max(0, found.Offset-added), max(0, len(m.URL)-1))
		list = append(list, signOf(&found, ""))
	}
	return list
}

// ofTarget returns the signs of the URL that m leads to. Its label shows the host shown.
func (s *Signs) ofTarget(m *Match, target, label, shown string) []deception.Sign {
	if host, plain := deception.Plain(target); plain && shown == "" && s.alike(m, host) == "" {
		return nil
	}
	link := deception.New(target)
	if shown != "" {
		s.show(m, &link, label, shown)
		link.Targets = append(targetHosts(m.URL), hostOf(m.URL)) // a label may show any URL on the way
	}
	link.Alike = s.alike(m, link.URL.Host.Value)
	return deception.Of(&link)
}

// show sets the fields of a link that depend on its label, which shows the host shown.
func (s *Signs) show(m *Match, link *deception.Link, label, shown string) {
	s.alike(m, shown)
	var isHost bool
	if isHost, link.Named = names(visible(label), link.URL.Host.Value); !isHost {
		link.Shown = shown
	}
}

// enter begins the message of m, if it is another one. A message within a message belongs to
// the outer one.
func (s *Signs) enter(m *Match) {
	if m.Message == nil || m.Message == s.message {
		return
	}
	if s.message == nil || m.Message.Index != s.message.Index {
		s.seen.Reset()
	}
	s.message = m.Message
	if from := m.Message.From; strings.IndexByte(from, '@') >= 0 {
		_, domain, _ := strings.Cut(from[strings.LastIndexByte(from, '<')+1:], "@")
		s.seen.Add(strings.TrimRight(domain, "> \t"))
	}
}

// alike adds a host to those of the message, and returns the host that it looks like. A text
// that is neither mail nor HTML is not remembered, since it may be searched in ranges.
func (s *Signs) alike(m *Match, host string) string {
	if m.Message == nil && m.Element == nil && m.Document == nil {
		return s.seen.Find(host)
	}
	return s.seen.Add(host)
}

// targetHosts returns the hosts that url leads to: that of each URL that services have
// rewritten, the outermost first.
func targetHosts(url string) (list []string) {
	for range unwrap.MaxDepth {
		_, target := unwrap.Options{}.Step(url)
		if target == "" {
			break
		}
		list, url = append(list, hostOf(target)), target
	}
	return list
}

// linkOf returns the link of a match. A match without a scheme is parsed with text before
// it: added is the number of bytes by which offsets are greater.
func linkOf(m *Match) (link deception.Link, added int) {
	switch m.Kind {
	case Email:
		at := strings.LastIndexByte(m.URL, '@') + 1
		link, added = deception.New(scheme.Assumed+m.URL[at:]), len(scheme.Assumed)-at
	case Schemeless:
		link, added = deception.New(scheme.Assumed+m.URL), len(scheme.Assumed)
	default:
		link = deception.New(m.URL)
	}
	if m.Repaired {
		link.Source = m.Text
	}
	if e := m.Element; e != nil {
		link.Hidden, link.Pixel = e.Hidden, e.Pixel
	}
	return link, added
}

// shown returns the host that the label of a link begins with, as written, "" if the
// label begins with another text. A label of one word counts in any letter case: "Next.Word"
// may be the end of a sentence only in a longer text.
func (s *Signs) shown(label string, isCut bool) string {
	if len(label) < len("a.bc") || !strings.ContainsAny(label, ".:") && ascii.All(label) {
		return ""
	}
	label = visible(label)
	first, _, _ := strings.Cut(label, " ")
	if !strings.ContainsAny(first, ".:") {
		return ""
	}
	host := s.first(label, isCut)
	if host == "" && first == label {
		host = s.first(strings.ToLower(label), isCut)
	}
	return cmp.Or(host, reserved(first))
}

// first returns the host that label begins with, "" if it begins with another text. isCut
// says that label goes on.
func (s *Signs) first(label string, isCut bool) string {
	if s.labels == nil {
		s.labels = NewScanner(nil, &Options{Input: InputText, Kinds: append(DefaultKinds(), Schemeless), SkipPlaces: true})
	}
	s.labels.Reset(strings.NewReader(label))
	if !s.labels.Scan() {
		return ""
	}
	switch m := s.labels.Match(); {
	case m.Offset > 0:
		return ""
	case m.Kind != Schemeless && !scheme.IsSpecialWithHost(m.Scheme()):
		return "" // such as "chrome://settings", which has no host
	case isCut && int(m.End) == len(label) && strings.IndexByte(strings.TrimPrefix(m.URL, m.Scheme()+"://"), '/') < 0:
		return "" // the host may be longer
	default:
		return m.Host()
	}
}

// visible returns the text of a label without invisible characters, and without the characters
// before its first word: quotes, brackets, bullets and arrows. Characters that are those of
// ASCII in another width are replaced by them (NFKC), and U+3002 by the dot that IDNA takes it for.
func visible(label string) string {
	if !ascii.All(label) {
		label = norm.NFKC.String(strings.Map(func(r rune) rune {
			if hosts.IsIgnorable(r) {
				return -1
			}
			return r
		}, label))
		label = strings.ReplaceAll(label, "\u3002", ".")
	}
	return strings.TrimLeftFunc(label, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("@#$/\\.~%&+=-_", r)
	})
}

// names reports whether a label names the site of host after its first word, and so tells readers
// where the link leads: by the registrable domain, or, in a sentence that begins with the name of a
// company such as Amazon.com, by the words that form the domain, as "The Verge" for
// theverge.com. The first word is the host that the label shows.
func names(label, host string) (byHost, byName bool) {
	first, rest, _ := strings.Cut(label, " ")
	domain := suffix.Registrable(hosts.ASCII(host))
	name, _, ok := strings.Cut(domain, ".")
	if rest == "" || !ok {
		return false, false
	}
	words := strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '.' && r != '-'
	})
	isCompany := first != strings.ToLower(first) && ascii.Len([]byte(first), ascii.AlphaDigit|ascii.Unreserved) >= len(first)-1
	var text strings.Builder // of all words
	starts := map[int]bool{}
	for _, word := range words {
		word = strings.Trim(word, ".-")
		if word == domain || strings.HasSuffix(word, "."+domain) {
			return true, false
		}
		starts[text.Len()] = true
		text.WriteString(word)
	}
	starts[text.Len()] = true
	if !isCompany || len(name) < minName {
		return false, false
	}
	for at, all := 0, text.String(); ; {
		i := strings.Index(all[at:], name)
		if i < 0 {
			return false, false
		}
		if starts[at+i] && starts[at+i+len(name)] {
			return false, true
		}
		at += i + 1
	}
}

// minName is the minimum length of the name of a site in words: shorter names are words themselves.
const minName = 4

// reserved returns the host that word begins with, if it is in the top-level domain
// "example" (RFC 2606). A Schemeless match is never in that domain.
func reserved(word string) string {
	n := ascii.Len([]byte(word), ascii.AlphaDigit|ascii.Unreserved)
	host := strings.TrimRight(word[:n], ".")
	if !strings.HasPrefix(host, ".") && strings.HasSuffix(strings.ToLower(host), ".example") && (n == len(word) || word[n] != '@') {
		return host
	}
	return ""
}

// hostOf returns the host of a URL, "" if it has none.
func hostOf(url string) string {
	if url == "" {
		return ""
	}
	m := Match{URL: url}
	return m.Host()
}
