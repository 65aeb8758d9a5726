package extract

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestSchemesText checks that the text of Schemes is read as the same, and so is their JSON.
func TestSchemesText(t *testing.T) {
	for list, want := range map[string]string{
		"":                     "",
		"http,HTTPS":           "http,https",
		"+x,a,-news,urn":       "+a,x,-news,urn",
		"http,+x,-http":        "http,+x,-http",
		"x,+x":                 "x,+x",
		" -mailto: , +dns,dns": "+dns,-mailto",
	} {
		var s, again Schemes
		if err := s.UnmarshalText([]byte(list)); err != nil || s.String() != want {
			t.Errorf("%q: %q, %v; want %q", list, &s, err, want)
		}
		data, err := json.Marshal(&s)
		if err == nil {
			err = json.Unmarshal(data, &again)
		}
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("%q: %s, %v", list, data, err)
		}
	}
	var s Schemes
	if err := s.UnmarshalText([]byte("a b")); err == nil {
		t.Error(&s)
	}
	if !s.internal().Wanted([]byte("http")) || !s.internal().Known([]byte("http")) || (*Schemes)(nil).String() != "" {
		t.Error("the zero Schemes are not the built-in table")
	}
}
