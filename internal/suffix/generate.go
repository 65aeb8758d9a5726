//go:build ignore

// Generate writes the rules of golang.org/x/net/publicsuffix, in the version that go.mod
// names. It reads them from the tests of that package, which itself stores them in a form
// that cannot be listed.
package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"
)

func main() {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/net/publicsuffix").Output()
	if err != nil {
		log.Fatal(err)
	}
	file := filepath.Join(strings.TrimSpace(string(dir)), "table_test.go")
	table, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	first, err := strconv.Atoi(value(table, "numICANNRules").(*ast.BasicLit).Value)
	if err != nil {
		log.Fatal(err)
	}
	var rules []string
	for _, e := range value(table, "rules").(*ast.CompositeLit).Elts {
		rule, err := strconv.Unquote(e.(*ast.BasicLit).Value)
		if err != nil {
			log.Fatal(err)
		}
		rules = append(rules, rule)
	}
	write("icann.txt", append(topLevel(rules[:first]), rules[:first]...))
	write("private.txt", rules[first:])

	save("version.txt", publicsuffix.List.String()) // a test compares this with the list in go.mod
}

// topLevel returns the top-level domains of the rules without a wildcard. Not all of them
// have a rule of their own.
func topLevel(rules []string) (names []string) {
	for _, rule := range rules {
		if !strings.HasPrefix(rule, "*") && !strings.HasPrefix(rule, "!") {
			names = append(names, rule[strings.LastIndexByte(rule, '.')+1:])
		}
	}
	return names
}

// value returns the value of a constant or variable.
func value(f *ast.File, name string) ast.Expr {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && v.Names[0].Name == name {
					return v.Values[0]
				}
			}
		}
	}
	log.Fatalf("no %s", name)
	return nil
}

func write(name string, rules []string) {
	slices.Sort(rules)
	save(name, strings.Join(slices.Compact(rules), "\n"))
}

func save(name, text string) {
	if err := os.WriteFile(name, []byte(text+"\n"), 0o666); err != nil {
		log.Fatal(err)
	}
}
