package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// labelTexts returns the texts of the labels of d.
func (d document) labelTexts() []string {
	var all []string
	for _, s := range d.labels {
		all = append(all, d.text[s.start:s.end])
	}
	return all
}

func TestReadBRAT(t *testing.T) {
	got, err := readBRAT("testdata/labels/brat")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].name != "none" || got[0].labels != nil || got[1].name != "tides" {
		t.Fatalf("got %+v", got)
	}
	want := []string{"https://tides.example/tool/", "www.tides.example/src", "https://tides.example/tool/", "harbour.example", "http://moon.example/notes.htm"}
	if labels := got[1].labelTexts(); !slices.Equal(labels, want) {
		t.Errorf("got %q, want %q", labels, want)
	}
	if _, err := readBRAT(t.TempDir()); err == nil {
		t.Error("a directory without annotations: no error")
	}
}

func TestParseBRATErrors(t *testing.T) {
	for name, line := range map[string]string{
		"another text":  "T1\tURL 0 3\tabd",
		"bytes":         "T1\tURL 7 10\tdef",
		"discontinuous": "T1\tURL 0 1;2 3\ta c",
		"after the end": "T1\tURL 0 9\tabc",
		"negative":      "T1\tURL -1 3\tabc",
		"no number":     "T1\tURL a b\tabc",
	} {
		if _, err := parseBRAT("abc “def", line); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestReadSoMeSci(t *testing.T) {
	dir := t.TempDir()
	if _, err := readSoMeSci(dir); err == nil {
		t.Error("an empty directory: no error")
	}
	for _, set := range soMeSciSets {
		if err := os.CopyFS(filepath.Join(dir, set), os.DirFS("testdata/labels/brat")); err != nil {
			t.Fatal(err)
		}
	}
	c, err := readSoMeSci(dir)
	if err != nil || len(c.documents) != 2*len(soMeSciSets) || !c.partial {
		t.Errorf("got %+v, error %v", c, err)
	}
}

func TestReadEWT(t *testing.T) {
	c, err := readEWT("testdata/labels/conllu")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.documents) != 2 || c.partial {
		t.Fatalf("got %+v", c)
	}
	reply, short := c.documents[0], c.documents[1]
	if want := "Don't miss (http://a.example/b) or Www.b.example/. Write to vera@c.example, or to:\n\nhttp://a.example/b\n"; reply.name != "reply" || reply.text != want {
		t.Errorf("got %s %q, want reply %q", reply.name, reply.text, want)
	}
	if got, want := reply.labelTexts(), []string{"http://a.example/b", "Www.b.example/", "vera@c.example", "http://a.example/b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if short.name != "short" || short.text != "Good food\n" || short.labels != nil {
		t.Errorf("got %+v", short)
	}
	if got := c.counted().documents; len(got) != 1 || got[0].name != "reply" {
		t.Errorf("got %+v, want reply alone", got)
	}
}

func TestReadEWTErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := readEWT(dir); err == nil {
		t.Error("an empty directory: no error")
	}
	web, err := os.ReadFile("testdata/labels/conllu/web.conllu")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.conllu", "b.conllu"} {
		if err := os.WriteFile(filepath.Join(dir, name), web, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := readEWT(dir); err == nil || !strings.Contains(err.Error(), "too") {
		t.Errorf("the same documents in two files: error %v", err)
	}
	for name, data := range map[string]string{
		"no document":      "# text = a\n1\ta\ta\tX\tNN\t_\t0\troot\t_\t_\n",
		"columns":          "# newdoc id = a\n# text = a\n1\ta\ta\n",
		"another sentence": "# newdoc id = a\n# text = a\n1\tb\tb\tX\tADD\t_\t0\troot\t_\t_\n",
	} {
		if _, err := parseCoNLLU(data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCompare(t *testing.T) {
	const a, w = "http://a.example/", "www.b.example"
	d := document{text: a + " " + a + " " + w + " c.example " + a + "d http://e.example/"}
	for _, label := range []string{a, w, "c.example"} {
		i := strings.Index(d.text, label)
		d.labels = append(d.labels, span{i, i + len(label)})
	}
	cut := strings.Index(d.text, a+"d")
	d.labels = append(d.labels, span{cut, cut + len(a) + 1})
	for name, c := range map[string]struct {
		found   string
		mode    mode
		partial bool
		want    comparison
	}{
		"all":              {a + " " + a + "d", scheme, false, comparison{right: []string{a, a + "d"}}},
		"order":            {a + "d " + a, scheme, false, comparison{right: []string{a + "d", a}}},
		"www is missed":    {a + " " + a + "d", schemeless, false, comparison{right: []string{a, a + "d"}, missed: []string{w}}},
		"www is found":     {a + " " + a + "d " + w, schemeless, false, comparison{right: []string{a, a + "d", w}}},
		"www is left out":  {a + " " + a + "d " + w, scheme, false, comparison{right: []string{a, a + "d"}, ignored: []string{w}}},
		"host is left out": {"c.example " + a + " " + a + "d", scheme, false, comparison{right: []string{a, a + "d"}, ignored: []string{"c.example"}}},
		"twice":            {a + " " + a + " " + a + "d", scheme, false, comparison{right: []string{a, a + "d"}, wrong: []string{a}}},
		"twice, partial":   {a + " " + a + " " + a + "d", scheme, true, comparison{right: []string{a, a + "d"}, ignored: []string{a}}},
		"cut":              {a + " " + a + " " + a, scheme, true, comparison{right: []string{a}, ignored: []string{a}, wrong: []string{a}, missed: []string{a + "d"}}},
		"no label":         {a + " " + a + "d http://e.example/", scheme, false, comparison{right: []string{a, a + "d"}, wrong: []string{"http://e.example/"}}},
		"changed":          {a + " " + a + "d http://x.example/", scheme, true, comparison{right: []string{a, a + "d"}, wrong: []string{"http://x.example/"}}},
	} {
		got := d.compare(strings.Fields(c.found), c.mode, c.partial)
		if !slices.Equal(got.right, c.want.right) || !slices.Equal(got.missed, c.want.missed) || !slices.Equal(got.wrong, c.want.wrong) || !slices.Equal(got.ignored, c.want.ignored) {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}

// TestWriteLabels scores a command on the invented data, as main does.
func TestWriteLabels(t *testing.T) {
	documents, err := readBRAT("testdata/labels/brat")
	if err != nil {
		t.Fatal(err)
	}
	tides := corpus{name: "Tides", partial: true, documents: documents}
	web, err := readEWT("testdata/labels/conllu")
	if err != nil {
		t.Fatal(err)
	}
	grep := shell(`grep -oE '(https?://|[Ww]ww)[^ ),]+' {}`)
	for _, c := range []struct {
		misses bool
		want   []string
	}{
		{false, []string{
			"Tides, URLs with a scheme, 3 labels:\n\n| | right | wrong | precision | recall | F1 | not counted |\n|---|---|---|---|---|---|---|\n| " + grep.name + " | 2 | 1 | 0.667 | 0.667 | 0.667 | 2 |\n",
			"Tides, also URLs without a scheme, 4 labels:\n",
			" | 3 | 1 | 0.750 | 0.750 | 0.750 | 1 |\n",
			"EWT, URLs with a scheme, 2 labels:\n",
			"EWT, also URLs without a scheme, 3 labels:\n",
		}},
		{true, []string{
			": Tides, URLs with a scheme: tides\n\t+ http://moon.example/notes.html.\n\t- http://moon.example/notes.htm\n\t? http://harbour.example/\n\t? www.tides.example/src\n",
			": EWT, also URLs without a scheme: reply\n\t+ Www.b.example/.\n\t- Www.b.example/\n",
		}},
	} {
		var out bytes.Buffer
		if err := writeLabels(&out, []corpus{tides, web}, []program{grep}, c.misses); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("misses %v: got %s\nwant in it %s", c.misses, &out, want)
			}
		}
	}
}
