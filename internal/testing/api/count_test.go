package api_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// maxNames is the most exported names that the packages may have. A new one needs the place of
// an old one, or a reason to raise the number.
const maxNames = 210

// isMoving is in the comments of what will be in another package, which is counted apart.
const isMoving = "will move to another package before v1.0.0"

// TestCount checks the number of exported names: the constants, variables, functions and types of
// the packages, and the methods of the types. The fields of structs are not counted.
func TestCount(t *testing.T) {
	total, moving := 0, 0
	for _, name := range []string{"extract", "parse", "unwrap", "wrapper"} {
		all, some := count(t, filepath.Join("../../..", name))
		t.Logf("%s: %d names, and %d that move", name, all-some, some)
		total, moving = total+all-some, moving+some
	}
	t.Logf("%d names, and %d that move", total, moving)
	if total > maxNames {
		t.Errorf("the packages have %d exported names, more than %d", total, maxNames)
	}
}

// count returns the number of exported names of a package, and how many of them move.
func count(t *testing.T, dir string) (all, moving int) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(set, files, dir)
	if err != nil {
		t.Fatal(err)
	}
	add := func(n int, comment string) {
		all += n
		if strings.Contains(strings.Join(strings.Fields(comment), " "), isMoving) {
			moving += n
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			n := 0
			for _, name := range v.Names {
				if token.IsExported(name) {
					n++
				}
			}
			add(n, v.Doc)
		}
	}
	values(p.Consts)
	values(p.Vars)
	for _, f := range p.Funcs {
		add(1, f.Doc)
	}
	for _, typ := range p.Types {
		add(1+len(typ.Funcs)+len(typ.Methods), typ.Doc)
		values(typ.Consts)
		values(typ.Vars)
	}
	return all, moving
}
