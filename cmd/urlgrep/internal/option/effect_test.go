package option

import (
	"strings"
	"testing"
)

// TestPublic checks that the arguments of a secret are replaced, wherever they are, and nothing else.
func TestPublic(t *testing.T) {
	p := &Program{Sections: []Section{{Options: []Option{
		{Name: "password", Letter: "p", Arg: "WORD", Repeats: true, Secret: true, Value: new(Strings)},
		{Name: "regexp", Letter: "e", Arg: "RE", Value: new(Strings)},
		{Name: "color", Arg: "WHEN", Implied: "auto", Value: new(Strings)},
		{Name: "count", Letter: "c"},
	}}}}
	for args, want := range map[string]string{
		"a":                             "a",
		"--password=rose a":             "--password=xxxxx a",
		"--password rose a":             "--password xxxxx a",
		"--pass rose --passw=rose":      "--pass xxxxx --passw=xxxxx",
		"-p rose -cp rose a":            "-p xxxxx -cp xxxxx a",
		"-prose -cprose a":              "-pxxxxx -cpxxxxx a",
		"--regexp --password=rose a":    "--regexp --password=rose a",
		"-e -p rose":                    "-e -p rose",
		"--color --password rose":       "--color --password xxxxx",
		"--count --password rose":       "--count --password xxxxx",
		"-- --password rose":            "-- --password rose",
		"a --password=rose -":           "a --password=xxxxx -",
		"--password --password=rose -c": "--password xxxxx -c",
	} {
		line := strings.Fields(args)
		if _, err := p.Parse(line); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if got := strings.Join(p.Public(line), " "); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}
