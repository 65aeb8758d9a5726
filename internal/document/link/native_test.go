package link

import "testing"

func TestParseNative(t *testing.T) {
	head := "\x02\x00label.txt\x00http://a.example/\x00" + "\x00\x00\x03\x00" + u32(5) + "path\x00" + u32(70_000)
	want := Native{Name: "label.txt", Path: "http://a.example/", From: int64(len(head)), Size: 70_000}
	for _, rest := range []string{"", "the file"} {
		if got, ok := ParseNative([]byte(head + rest)); !ok || got != want {
			t.Errorf("%+v, %v; want %+v", got, ok, want)
		}
	}
	for n := range head {
		if got, ok := ParseNative([]byte(head[:n])); ok {
			t.Errorf("the first %d bytes are %+v", n, got)
		}
	}
	for name, data := range map[string]string{
		"another format":            "\x03" + head[1:],
		"a path that is too long":   "\x02\x00a\x00b\x00\x00\x00\x03\x00\xff\xff\xff\xffpath\x00\x01\x00\x00\x00",
		"texts that do not end":     "\x02\x00aaaaaaaaaaaaaaaaaaaa",
		"a second text without end": "\x02\x00a\x00bbbbbbbbbbbbbbbbb",
	} {
		if got, ok := ParseNative([]byte(data)); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestParseOLE1(t *testing.T) {
	text := func(s string) string { return u32(len(s)+1) + s + "\x00" }
	version := u32(0x501)
	linked := version + u32(1) + text("Word.Document") + text("http://a.example/a.doc") + text("item")
	embedded := version + u32(2) + text("Package") + text("") + text("") + u32(1000)
	for _, c := range []struct {
		name, data string
		want       OLE1
		least      int // bytes without which it is no object
	}{
		{"linked", linked, OLE1{Linked: true, Class: "Word.Document", Topic: "http://a.example/a.doc"}, len(linked)},
		{"embedded", embedded + "data", OLE1{Class: "Package", From: int64(len(embedded)), Size: 1000}, len(embedded)},
	} {
		for n := range len(c.data) + 1 {
			got, ok := ParseOLE1([]byte(c.data[:n]))
			if ok != (n >= c.least) || ok && got != c.want {
				t.Errorf("%s: the first %d bytes are %+v, %v; want %+v", c.name, n, got, ok, c.want)
			}
		}
	}
	for name, data := range map[string]string{
		"another format":          version + u32(3) + linked[8:],
		"a text that is too long": version + u32(1) + "\xff\xff\xff\xff" + linked[12:],
	} {
		if got, ok := ParseOLE1([]byte(data)); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
