package option

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Value receives the argument of an option, or "" if the option has none. Set returns
// an error if the argument is not valid. If a Value has a method Choices() []string, the
// method lists the valid arguments. If it has a method Words() []string, the method lists the words that
// a shell completes an argument to, instead of the choices; a word that ends in "=" continues.
type Value interface {
	Set(arg string) error
}

// Func is a Value that calls a function.
type Func func(arg string) error

// Set calls f.
func (f Func) Set(arg string) error { return f(arg) }

// True returns the Value of an option without an argument, which sets *to to true.
func True(to *bool) Value {
	return Func(func(string) error {
		*to = true
		return nil
	})
}

// String returns a Value that sets *to.
func String(to *string) Value { return Checked(to, func(string) error { return nil }) }

// Checked returns a Value that sets *to, unless check returns an error.
func Checked(to *string, check func(arg string) error) Value {
	return Parsed(to, func(arg string) (string, error) { return arg, check(arg) })
}

// Parsed returns a Value that sets *to to what parse returns, unless it returns an error.
func Parsed[T any](to *T, parse func(arg string) (T, error)) Value {
	return Func(func(arg string) error {
		v, err := parse(arg)
		if err == nil {
			*to = v
		}
		return err
	})
}

// Strings is a Value that collects the arguments of an option that may be repeated.
type Strings []string

// Set appends an argument.
func (s *Strings) Set(arg string) error {
	*s = append(*s, arg)
	return nil
}

// Text returns a Value that sets to by its text, a list of names separated by commas, after a "+" or not.
func Text(names []string, to encoding.TextUnmarshaler) Value { return texts{names, to} }

type texts struct {
	names []string
	to    encoding.TextUnmarshaler
}

func (t texts) Set(arg string) error {
	for name := range strings.SplitSeq(strings.TrimPrefix(arg, "+"), ",") {
		if !slices.Contains(t.names, name) {
			return Unknown("value", name, strings.Join(t.names, ", "), t.names)
		}
	}
	return t.to.UnmarshalText([]byte(arg))
}

func (t texts) Choices() []string { return t.names }

// A Choice is a name that is a valid argument, and its value.
type Choice[T any] struct {
	Name  string
	Value T
}

// OneOf returns a Value that sets *to to the value of the choice with the name given.
func OneOf[T any](choices []Choice[T], to *T) Value {
	return Chosen(choices, func(v T) { *to = v })
}

// Chosen returns a Value that calls set with the value of the choice with the name given.
func Chosen[T any](choices []Choice[T], set func(T)) Value {
	return chooser[T]{choices, func(arg string) error { return choose(choices, arg, set) }}
}

// AllOf returns a Value whose argument is a list of names separated by commas. It calls
// set with the value of each.
func AllOf[T any](choices []Choice[T], set func(T)) Value {
	return chooser[T]{choices, func(list string) error {
		for name := range strings.SplitSeq(list, ",") {
			if err := choose(choices, strings.TrimSpace(name), set); err != nil {
				return err
			}
		}
		return nil
	}}
}

// AnyOf is like AllOf, but "!" before a name negates it.
func AnyOf[T any](choices []Choice[T], set func(v T, negated bool)) Value {
	return negatable[T]{chooser[T]{choices, func(list string) error {
		for name := range strings.SplitSeq(list, ",") {
			name, negated := strings.CutPrefix(strings.TrimSpace(name), "!")
			if err := choose(choices, name, func(v T) { set(v, negated) }); err != nil {
				return err
			}
		}
		return nil
	}}}
}

// A negatable is a chooser whose choices may be negated.
type negatable[T any] struct{ chooser[T] }

func (n negatable[T]) Words() []string {
	words := n.Choices()
	for _, name := range n.Choices() {
		words = append(words, "!"+name)
	}
	return words
}

// A chooser is a Value that has choices.
type chooser[T any] struct {
	choices []Choice[T]
	Func
}

func (c chooser[T]) Choices() []string {
	names := make([]string, len(c.choices))
	for i, choice := range c.choices {
		names[i] = choice.Name
	}
	return names
}

func choose[T any](choices []Choice[T], name string, set func(T)) error {
	for _, c := range choices {
		if c.Name == name {
			set(c.Value)
			return nil
		}
	}
	names := chooser[T]{choices: choices}.Choices()
	return Unknown("value", name, strings.Join(names, ", "), names)
}

// Number returns a Value for a number from least to most. If there is no limit (most is
// math.MaxInt), a number too large for int counts as the largest, as in grep.
func Number[T ~int | ~int64](to *T, least, most int) Value {
	return Func(func(arg string) error {
		n, err := strconv.Atoi(arg)
		if errors.Is(err, strconv.ErrRange) && n == most && most == math.MaxInt {
			err = nil
		}
		switch {
		case err == nil && least <= n && n <= most:
			*to = T(n)
			return nil
		case most == math.MaxInt:
			return fmt.Errorf("invalid number %q: must be at least %d", arg, least)
		}
		return fmt.Errorf("invalid number %q: must be from %d to %d", arg, least, most)
	})
}

// Size returns a Value for a number of bytes that is at least least.
func Size(to *int64, least int64) Value {
	return Func(func(arg string) (err error) {
		*to, err = ParseSize(arg, least)
		return err
	})
}

// ParseSize parses a number of bytes that is at least least: 1000, 64K, 128M, 2G.
func ParseSize(s string, least int64) (int64, error) {
	digits, shift := s, 0
	if k := len(s) - 1; k > 0 {
		if i := strings.IndexByte("KMG", s[k]); i >= 0 {
			digits, shift = s[:k], 10*(i+1)
		}
	}
	unsigned, err := strconv.ParseUint(digits, 10, 63)
	n := int64(unsigned)
	if errors.Is(err, strconv.ErrRange) || err == nil && n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("invalid size %q: too large", s)
	}
	if err != nil || n<<shift < least {
		return 0, fmt.Errorf("invalid size %q: must be a number, at least %d, optionally with K, M or G", s, least)
	}
	return n << shift, nil
}
