package header

import (
	"mime"
	"net/mail"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/texts"
)

// fields calls do for each field of the test messages.
func fields(t *testing.T, do func(file, field string)) {
	for _, message := range texts.Messages(t) {
		field := ""
		for line := range strings.Lines(message.Data) {
			if field != "" && IsContinuation([]byte(line)) {
				field += line
				continue
			}
			if field != "" {
				do(message.Name, field)
			}
			// Parts have header fields too: take everything that looks like a field.
			if field = ""; FieldName([]byte(line)) != nil {
				field = line
			}
		}
		if field != "" {
			do(message.Name, field)
		}
	}
}

// TestCorpus checks all fields against net/mail and mime, if these do not fail.
func TestCorpus(t *testing.T) {
	var d Decoder
	var dates, read int
	fields(t, func(file, field string) {
		if len(field) < 4096 {
			appendText(t, &d, field)
		}
		body := Body([]byte(field))
		switch strings.ToLower(string(FieldName([]byte(field)))) {
		case "date":
			dates++
			if checkDate(t, file, body) {
				read++
			}
		case "content-type":
			checkMediaType(t, file, body)
		case "subject", "from":
			if len(field) >= 4096 {
				return // a word may be longer than the limit
			}
			checkSubject(t, file, &d, body)
		}
	})
	if dates >= 1000 && read*100 < dates*99 { // some in the repository are malformed on purpose
		t.Errorf("only %d of %d dates read", read, dates)
	}
}

func checkDate(t *testing.T, file string, body []byte) bool {
	got, ok := Date(body)
	want, err := mail.ParseDate(strings.TrimSpace(string(body)))
	if err != nil {
		return ok
	}
	// net/mail reads zones with names that it does not know as UTC.
	if zone, _ := want.Zone(); !ok || !got.Equal(want) && zone == "" {
		t.Errorf("%s: date %q is %v, want %v", file, body, got, want)
	}
	return ok
}

func checkMediaType(t *testing.T, file string, body []byte) {
	got := ParseMediaType(body)
	typ, params, err := mime.ParseMediaType(strings.TrimSpace(string(body)))
	if err != nil {
		return
	}
	if strings.Contains(typ, "/") && got.Type+"/"+got.Subtype != typ {
		t.Errorf("%s: type %q is %s/%s, want %s", file, body, got.Type, got.Subtype, typ)
	}
	for name, value := range params {
		if name == "boundary" {
			value = strings.TrimRight(value, " ")
		}
		if v := got.Param(name); v != value && !strings.Contains(value, "=?") {
			t.Errorf("%s: %s of %q is %q, want %q", file, name, body, v, value)
		}
	}
}

func checkSubject(t *testing.T, file string, d *Decoder, body []byte) {
	got := d.Text(body)
	if !utf8.ValidString(got) {
		t.Errorf("%s: %q is %q", file, body, got)
	}
	var w mime.WordDecoder
	text := strings.NewReplacer("\r\n", "", "\n", "").Replace(string(body))
	want, err := w.DecodeHeader(text)
	if err != nil || !utf8.ValidString(want) || strings.Contains(want, "=?") {
		return
	}
	if got != strings.TrimSpace(want) {
		t.Errorf("%s: %q is %q, want %q", file, body, got, want)
	}
}
