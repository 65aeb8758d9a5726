package extract

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// specialOctets are the octets that some rule of the scanner or of package wrapper
// mentions: all of ASCII but letters and digits. Each generator of texts has to write
// all of them, and no fuzz target may leave one out.
var specialOctets = func() (octets []string) {
	for c := range 0x80 {
		if !ascii.Is(byte(c), ascii.AlphaDigit) {
			octets = append(octets, string(rune(c)))
		}
	}
	return octets
}()

// TestAlphabets checks that each generator writes every special octet.
func TestAlphabets(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 1))
	texts := &writer{Rand: rnd}
	for name, generate := range map[string]func() string{
		"writer":     texts.text,
		"mailWriter": (&mailWriter{Rand: rnd, prose: texts}).leafText,
		"soup":       func() string { return soup(rnd, soupPieces) },
		"lines":      func() string { return soup(rnd, linePieces) },
		"reaching":   func() string { return soup(rnd, reaching) },
		"smalls":     smallTexts(),
	} {
		left := slices.Clone(specialOctets)
		for n := 0; n < 4000 && len(left) > 0; n++ {
			text := generate()
			left = slices.DeleteFunc(left, func(octet string) bool { return strings.Contains(text, octet) })
		}
		if len(left) > 0 {
			t.Errorf("%s leaves out %q", name, left)
		}
	}
}

// leafText returns the text of a message that has no parts.
func (w *mailWriter) leafText() string { return w.message(0) }

// smallTexts returns a generator of texts that hold all members of an alphabet of
// smalls, one alphabet after the other.
func smallTexts() func() string {
	i := 0
	return func() string {
		s := &smalls[i%len(smalls)]
		i++
		return s.before + strings.Join(s.members(), "") + s.after
	}
}

// chosenSkips are the fuzz targets that skip texts by their content, not by their length,
// with the reasons.
var chosenSkips = map[string]string{
	"extract.FuzzPlaces":     "what is decoded further has other bytes than those at its place",
	"extract.FuzzReference":  "UTF-16 and UTF-32 are for FuzzCharset",
	"extract.FuzzWords":      "what is an encoded word already is decoded, too",
	"extract.FuzzCheckpoint": "not a Checkpoint, or an input that cannot be divided",
	"extract.FuzzRanges":     "UTF-16 and UTF-32 are not searched in ranges",
	"htmltext.FuzzScanner":   "the test plants this word",
	"sink.FuzzFormat":        "a template may loop for hours",
	"unpack.FuzzPacked":      "what is packed itself would be unpacked twice",
	"engine.FuzzPlan":        "no file, no range",
	"trigger.FuzzFind":       "a place in the text, not its bytes",
	"begin.FuzzSchemes":      "not a list of schemes",
}

// TestFuzzTargets checks that a fuzz target of the repository skips texts by their
// content only for a reason in chosenSkips.
func TestFuzzTargets(t *testing.T) {
	targets := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			targets++
			name := strings.TrimSuffix(file.Name.Name, "_test") + "." + f.Name.Name
			if reason := chosenSkips[name]; skipsByContent(f) != (reason != "") {
				t.Errorf("%s: %s skips texts by what is in them: %v, for the reason %q", path, name, reason == "", reason)
			}
		}
		return nil
	})
	if err != nil || targets == 0 {
		t.Errorf("%d fuzz targets, error %v", targets, err)
	}
}

// skipsByContent reports whether a fuzz target calls Skip under a condition that is not
// on the length of something alone.
func skipsByContent(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if branch, ok := n.(*ast.IfStmt); ok && callsSkip(branch.Body) && !isOnLength(branch.Cond) {
			found = true
		}
		return !found
	})
	return found
}

func callsSkip(body *ast.BlockStmt) (found bool) {
	for _, stmt := range body.List {
		if e, ok := stmt.(*ast.ExprStmt); ok {
			if call, ok := e.X.(*ast.CallExpr); ok {
				s, ok := call.Fun.(*ast.SelectorExpr)
				found = found || ok && strings.HasPrefix(s.Sel.Name, "Skip")
			}
		}
	}
	return found
}

// isOnLength reports whether a condition calls nothing but len, and has no name that
// is not an argument of that.
func isOnLength(cond ast.Expr) bool {
	switch e := cond.(type) {
	case *ast.BinaryExpr:
		return isOnLength(e.X) && isOnLength(e.Y)
	case *ast.CallExpr:
		return fmt.Sprint(e.Fun) == "len"
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return ast.IsExported(e.Name)
	}
	return false
}
