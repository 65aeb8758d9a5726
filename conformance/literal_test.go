package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// A source is a Go file of another project, whose tables of cases are read from its text.
// It is not compiled, as a package cannot be imported for its tests.
type source struct{ file *ast.File }

func openSource(module string, elem ...string) (*source, error) {
	path, err := file(module, elem...)
	if err != nil {
		return nil, err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &source{f}, nil
}

// value returns the value that a constant or variable is declared with: of the function
// with the given name, or of the package if that is empty.
func (s *source) value(function, name string) (any, error) {
	var found ast.Expr
	for _, d := range s.file.Decls {
		var in ast.Node
		switch d := d.(type) {
		case *ast.GenDecl:
			if function == "" {
				in = d
			}
		case *ast.FuncDecl:
			if d.Name.Name == function {
				in = d
			}
		}
		if in == nil {
			continue
		}
		ast.Inspect(in, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, id := range n.Names {
					if id.Name == name && i < len(n.Values) {
						found = n.Values[i]
					}
				}
			case *ast.AssignStmt:
				if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == name && n.Tok == token.DEFINE {
					found = n.Rhs[0]
				}
			}
			return found == nil
		})
	}
	if found == nil {
		return nil, fmt.Errorf("%s: no %s %s", s.file.Name, function, name)
	}
	return s.eval(found), nil
}

// rows returns the rows of a table as maps from the names of fields.
func (s *source) rows(function, name string) ([]map[string]any, error) {
	v, err := s.value(function, name)
	if err != nil {
		return nil, err
	}
	var all []map[string]any
	list, _ := v.([]any)
	for _, e := range list {
		row, ok := e.(map[string]any)
		if !ok {
			row = map[string]any{"": e}
		}
		all = append(all, row)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: %s %s is no table", s.file.Name, function, name)
	}
	return all, nil
}

// eval returns a string for a string or bytes, a slice for a list, and a map for a map or
// a struct; nil for what is not a literal.
func (s *source) eval(e ast.Expr) any {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			if err == nil {
				return text
			}
		}
		if e.Kind == token.INT {
			n, err := strconv.ParseInt(e.Value, 0, 0)
			if err == nil {
				return int(n)
			}
		}
		if e.Kind == token.CHAR {
			c, _, _, err := strconv.UnquoteChar(e.Value[1:], '\'')
			if err == nil {
				return int(c)
			}
		}
	case *ast.BinaryExpr:
		x, ok := s.eval(e.X).(string)
		y, also := s.eval(e.Y).(string)
		if ok && also && e.Op == token.ADD {
			return x + y
		}
	case *ast.Ident:
		v, err := s.value("", e.Name)
		if err == nil {
			return v
		}
	case *ast.CallExpr: // []byte("…")
		if t, ok := e.Fun.(*ast.ArrayType); ok && isByte(t.Elt) && len(e.Args) == 1 {
			return s.eval(e.Args[0])
		}
	case *ast.CompositeLit:
		return s.composite(e)
	}
	return nil
}

func isByte(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "byte"
}

// composite returns the value of a list, a map or a struct.
func (s *source) composite(c *ast.CompositeLit) any {
	if t, ok := c.Type.(*ast.ArrayType); ok {
		var fields []string
		if st, ok := t.Elt.(*ast.StructType); ok {
			for _, f := range st.Fields.List {
				for _, name := range f.Names {
					fields = append(fields, name.Name)
				}
			}
		}
		if isByte(t.Elt) {
			var b []byte
			for _, e := range c.Elts {
				n, _ := s.eval(e).(int)
				b = append(b, byte(n))
			}
			return string(b)
		}
		list := []any{}
		for _, e := range c.Elts {
			v := s.eval(e)
			if row, ok := v.([]any); ok && fields != nil {
				named := make(map[string]any)
				for i, x := range row {
					named[fields[i]] = x
				}
				v = named
			}
			list = append(list, v)
		}
		return list
	}
	named, list := make(map[string]any), []any{}
	for _, e := range c.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			list = append(list, s.eval(e))
			continue
		}
		switch k := kv.Key.(type) {
		case *ast.Ident:
			named[k.Name] = s.eval(kv.Value)
		case *ast.BasicLit:
			key, _ := s.eval(k).(string)
			named[key] = s.eval(kv.Value)
		}
	}
	if len(list) > 0 {
		return list
	}
	return named
}
