package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/texts"
)

// TestExplainVectors compares --explain --json with the vectors for package parse.
func TestExplainVectors(t *testing.T) {
	for _, file := range texts.Vectors(t) {
		t.Run(strings.TrimSuffix(file.Name, ".jsonl"), func(t *testing.T) {
			vectors, err := readObjects(file.Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range vectors {
				checkVector(t, v)
			}
		})
	}
}

func checkVector(t *testing.T, v map[string]any) {
	url, _ := v["url"].(string)
	if h, ok := v["url_hex"].(string); ok {
		b, err := hex.DecodeString(h)
		if err != nil {
			t.Fatal(err)
		}
		url = string(b)
	}
	level := v["level"].(string)
	var stdout, stderr bytes.Buffer
	args := []string{"urlgrep", "--explain", "--json", "--level=" + level, "--", url}
	if status := run(args, nil, &stdout, &stderr); (status == exitFound) != v["valid"].(bool) || stderr.Len() > 0 {
		t.Errorf("%v: exit status %d, %s", v["id"], status, &stderr)
	}
	var got struct {
		Scheme any
		Levels map[string]map[string]any
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	// Another level may have a scheme where the level in question has none.
	if v["scheme"] != nil && got.Scheme != v["scheme"] {
		t.Errorf("%v: scheme is %v, want %v", v["id"], got.Scheme, v["scheme"])
	}
	for _, key := range []string{"valid", "components", "fragment", "fragment_valid", "effective_port", "error_class", "error_offset", "warnings"} {
		g, ok := got.Levels[level][key]
		if !ok || !reflect.DeepEqual(g, v[key]) {
			t.Errorf("%v: %s of %q is %s, want %s", v["id"], key, url, compact(g), compact(v[key]))
		}
	}
}
