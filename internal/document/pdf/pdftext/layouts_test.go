package pdftext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// A sheet is a page that a test writes, in Courier at 10 points, so that all characters have the
// same width.
type sheet struct {
	*rand.Rand
	content strings.Builder
	y       float64
	urls    []string // that a person reads on it
}

const charWidth = 6

var (
	sheetWords = strings.Fields("report annual guide index install release notes project team news archive policy review paper design study health energy climate library")
	sheetProse = strings.Fields("the method was described in detail by several groups and results are available for use in other projects where data can be shared with partners")
)

func (s *sheet) word() string { return sheetWords[s.IntN(len(sheetWords))] }

// url returns a URL with a path of n segments.
func (s *sheet) url(n int) string {
	u := "https://www." + s.word() + ".example"
	for range n {
		u += "/" + s.word()
		for s.IntN(3) == 0 {
			u += "-" + s.word()
		}
	}
	switch {
	case n == 0:
	case s.IntN(4) == 0:
		u += "?" + s.word() + "=" + s.word() + "&" + s.word() + "=1"
	case s.IntN(3) == 0:
		u += ".html"
	}
	s.urls = append(s.urls, u)
	return u
}

// prose returns n words.
func (s *sheet) prose(n int) []string {
	at := s.IntN(len(sheetProse))
	var list []string
	for i := range n {
		list = append(list, sheetProse[(at+i)%len(sheetProse)])
	}
	return list
}

// put shows text at x and the height of the sheet.
func (s *sheet) put(x float64, text string) { s.putAt(x, s.y, text) }

func (s *sheet) putAt(x, y float64, text string) {
	text = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
	fmt.Fprintf(&s.content, "1 0 0 1 %.1f %.1f Tm (%s) Tj\n", x, y, text)
}

// breakable divides a word after the characters in at.
func breakable(word, at string) (parts []string) {
	for {
		i := strings.IndexAny(strings.TrimLeft(word, "htps:/"), at)
		if i < 0 {
			return append(parts, word)
		}
		i += len(word) - len(strings.TrimLeft(word, "htps:/")) + 1
		parts, word = append(parts, word[:i]), word[i:]
		if word == "" {
			return parts
		}
	}
}

// wrap divides words into lines of at most width characters. URLs are broken after the characters in
// at, and longer parts anywhere.
func wrap(words []string, width int, at string) (lines []string) {
	line := ""
	for _, w := range words {
		space := " "
		for _, part := range breakable(w, at) {
			if line == "" {
				space = ""
			}
			if len(line)+len(space)+len(part) > width && line != "" {
				lines, line, space = append(lines, line), "", ""
			}
			for len(part) > width {
				lines, part = append(lines, part[:width]), part[width:]
			}
			line, space = line+space+part, ""
		}
	}
	return append(lines, line)
}

// paragraph shows words in lines of width characters.
func (s *sheet) paragraph(x float64, width int, words []string, at string) {
	for _, l := range wrap(words, width, at) {
		s.put(x, l)
		s.y -= 12
	}
	s.y -= 8
}

// after returns something that is no part of the URL before it.
func (s *sheet) after() string {
	return []string{
		"info@" + s.word() + ".example", "+49 30 123456", "10115 Berlin", "Berlin", s.word() + ".py", "README.md", "/v1/" + s.word(),
		"./configure", "$ ls", "--verbose", "Page 3", "12", "Yours", s.word() + " " + s.word(), "github.example/" + s.word(),
	}[s.IntN(15)]
}

// apart are layouts in which no URL goes on in the next line.
var apart = map[string]func(s *sheet){
	"letterhead": func(s *sheet) {
		lines := []string{"Anna Klein", "Main Street 5", s.url(s.IntN(2)), s.after(), "Tel. 030 1234"}
		align := s.IntN(3)
		for _, l := range lines {
			s.put(72+float64(align)*(450-charWidth*float64(len(l)))/2, l)
			s.y -= 12
		}
		s.y -= 30
		for range s.IntN(3) {
			s.paragraph(72, 75, s.prose(40), "")
		}
	},
	"code": func(s *sheet) {
		s.paragraph(72, 75, s.prose(30), "")
		for range 3 {
			for _, l := range []string{"GET " + s.url(2), "/v1/" + s.word(), "/v1/" + s.word() + "/items", "curl " + s.url(1), s.after()} {
				s.put(84, l)
				s.y -= 12
			}
			s.y -= 12
		}
	},
	"table": func(s *sheet) {
		for range 8 {
			s.put(72, s.url(0))
			s.put(420, s.word())
			s.put(500, s.after())
			s.y -= 12 + float64(6*s.IntN(2))
		}
	},
	"cells": func(s *sheet) { // cells that are full, with little space to the next one
		for range 6 {
			u := s.url(1)
			s.put(72, s.word())
			s.put(150, u)
			s.put(150+charWidth*float64(len(u))+5, s.after())
			s.y -= 12
		}
	},
	"list": func(s *sheet) {
		s.paragraph(72, 75, s.prose(30), "")
		for range 5 {
			s.put(72, s.url(1+s.IntN(2)))
			s.y -= 12
			s.put(72, s.after())
			s.y -= 18
		}
	},
	"footer": func(s *sheet) {
		s.paragraph(72, 75, s.prose(50), "")
		s.y = 50
		s.put(72, s.url(1))
		s.y -= 12
		s.put(72, []string{"3", "Page 3 of 7", "iv", s.word() + ".pdf"}[s.IntN(4)])
	},
	"columns": func(s *sheet) {
		y := s.y
		for i := range 10 {
			s.put(72, strings.Join(s.prose(9), " ")[:25])
			if i%3 == 1 {
				s.putAt(72, s.y-12, s.url(0))
				s.putAt(330, s.y-12, s.word()+"/"+s.word()+" "+s.word())
				s.y -= 12
			}
			s.y -= 12
		}
		s.y = y
		for range 8 {
			s.put(330, strings.Join(s.prose(9), " ")[:30])
			s.y -= 12
		}
	},
}

// broken are layouts in which URLs are broken.
var broken = map[string]func(s *sheet){
	"prose": func(s *sheet) {
		for range 4 {
			words := append(s.prose(5+s.IntN(40)), s.url(3+s.IntN(3)))
			s.paragraph(72, 75, append(words, s.prose(3+s.IntN(20))...), "/-?")
		}
	},
	"column": func(s *sheet) {
		y := s.y
		for _, x := range []float64{72, 320} {
			s.y = y
			for range 3 {
				words := append(s.prose(5+s.IntN(20)), s.url(2+s.IntN(3)))
				s.paragraph(x, 38, append(words, s.prose(3+s.IntN(20))...), "/-?")
			}
		}
	},
	"cut": func(s *sheet) { // cells that are cut anywhere
		for range 6 {
			y := s.y
			s.paragraph(300, 20, []string{s.url(2 + s.IntN(3))}, "")
			end := s.y
			s.putAt(72, y, s.word())
			s.putAt(440, y, s.word())
			s.y = end
		}
	},
	"references": func(s *sheet) {
		for i := range 5 {
			lines := wrap(append(s.prose(12), s.url(3+s.IntN(3))), 70, "/-?.")
			s.put(72, fmt.Sprintf("[%d]", i+1))
			for _, l := range lines {
				s.put(100, l)
				s.y -= 12
			}
		}
	},
}

// sheets returns what is found on n sheets of each of the layouts: how many of the URLs, and the others.
func sheets(t *testing.T, layouts map[string]func(s *sheet), n int) (found, all int, others []string) {
	for name, layout := range layouts {
		for i := range n {
			s := &sheet{Rand: rand.New(rand.NewPCG(uint64(i), 1)), y: 740}
			layout(s)
			f := open(t, pdftest.Make(source("BT /C 10 Tf\n"+s.content.String()+"ET", ""), pdftest.Form{}))
			text := strings.ReplaceAll(read(t, f, nil), "-\n", "-")
			for _, w := range strings.Fields(text) {
				if strings.Contains(w, "://") && !slices.Contains(s.urls, w) {
					others = append(others, fmt.Sprintf("%s %d: %s", name, i, w))
				}
			}
			for _, u := range s.urls {
				if slices.Contains(strings.Fields(text), u) {
					found++
				}
			}
			all += len(s.urls)
		}
	}
	return found, all, others
}

// TestApart checks that nothing is appended to a URL that ends with its line.
func TestApart(t *testing.T) {
	if found, all, others := sheets(t, apart, 100); found < all || len(others) > 0 {
		t.Errorf("found %d of %d URLs, and\n%s", found, all, strings.Join(others, "\n"))
	}
}

// TestBroken checks that nearly all URLs that are broken are whole.
func TestBroken(t *testing.T) {
	if found, all, others := sheets(t, broken, 50); found < all*95/100 {
		t.Errorf("found %d of %d URLs, and\n%s", found, all, strings.Join(others, "\n"))
	}
}
