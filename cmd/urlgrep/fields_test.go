package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/record/recordtest"
)

// TestLongFields checks that the fields of a message are complete with its first URLs,
// and truncated once they have been printed so often that the output would be much larger
// than a short input. The program reports and counts that. The fields of the next message
// are complete again.
func TestLongFields(t *testing.T) {
	const urls = 2000
	subject := strings.Repeat("ä ", 600)
	flat := "From a Thu Jan  1 00:00:00 2004\nSubject: " + subject + "\nFrom: joe@a.example\n\n" + strings.Repeat("http://a/\n", urls) + "\n"
	inner := "From a Thu Jan  1 00:00:00 2004\nSubject: " + subject + "\nContent-Type: multipart/mixed; boundary=b\n\n" +
		strings.Repeat("--b\nContent-Type: message/rfc822\n\nhttp://b/\n--b\n\n"+strings.Repeat("http://a/\n", 20), urls/20) + "\n"
	for _, text := range []string{flat, inner} {
		var out, errors bytes.Buffer
		run([]string{"urlgrep", "--json", "--stats", "--verbose"}, strings.NewReader(text+text), &out, &errors)
		whole := make(map[int]int) // number of URLs with the complete subject, by message
		cut := 0
		for d := json.NewDecoder(&out); d.More(); {
			var r struct{ Message recordtest.Message }
			if err := d.Decode(&r); err != nil {
				t.Fatal(err)
			}
			switch r.Message.Subject {
			case strings.TrimSpace(subject):
				whole[r.Message.Index]++
			case strings.Repeat("ä ", 21) + "…":
				cut++
			case "": // of the attached message
			default:
				t.Errorf("the subject is %q", r.Message.Subject)
			}
			if from := r.Message.From; text == flat && from != "joe@a.example" {
				t.Errorf("it is from %q", from)
			}
		}
		least, most := 64<<10/len(subject), (64<<10+32*len(text))/len(subject)
		if whole[1] < least || whole[1] > most || whole[1] != whole[2] || cut != 2*(urls-whole[1]) {
			t.Errorf("%d and %d URLs come with all of the subject, %d with a part; want %d to %d", whole[1], whole[2], cut, least, most)
		}
		for _, want := range []string{
			fmt.Sprintf("urlgrep: (standard input): %d URLs with fields of the message cut", cut),
			fmt.Sprintf("%11d URLs with fields of the message cut", cut),
		} {
			if !strings.Contains(errors.String(), want) {
				t.Errorf("%q is not in %q", want, &errors)
			}
		}
	}
}

// TestLongBase checks that references to a long base URL are resolved until they would
// make the output much larger than a short page. The other references are scanned as
// text, and counted.
func TestLongBase(t *testing.T) {
	const references = 1000
	base := "http://a.example/" + strings.Repeat("b", 1000) + "/"
	page := "<base href='" + base + "'>" + strings.Repeat("<a href=www.b.example>", references)
	var out, errors bytes.Buffer
	run([]string{"urlgrep", "--input=html", "--schemeless", "--stats", "--verbose"}, strings.NewReader(page), &out, &errors)
	resolved := strings.Count(out.String(), base+"www.b.example\n")
	left := strings.Count("\n"+out.String(), "\nwww.b.example")
	if most := (16<<10 + 16*len(page)) / len(base); resolved < 16 || resolved > most || resolved+left != references {
		t.Errorf("%d references are resolved and %d are not; want %d at most of %d", resolved, left, most, references)
	}
	for _, want := range []string{
		"message 1 at byte 0: a base URL too long, some relative references not resolved\n",
		fmt.Sprintf("urlgrep: (standard input): %d relative references not resolved: the base URL is too long\n", left),
		fmt.Sprintf("%11d relative references not resolved, base URL too long\n", left),
	} {
		if !strings.Contains(errors.String(), want) {
			t.Errorf("%q is not in %q", want, &errors)
		}
	}
}
