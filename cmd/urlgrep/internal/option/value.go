package option

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Value takes over the argument of an option, "" if it has none, or returns an error
// that says what is wrong with it. If it has a method Choices() []string, that lists what
// the argument may be.
type Value interface {
	Set(arg string) error
}

// Func is a Value that is a function.
type Func func(arg string) error

// Set calls f.
func (f Func) Set(arg string) error { return f(arg) }

// True returns the Value of an option without an argument, which sets to.
func True(to *bool) Value {
	return Func(func(string) error {
		*to = true
		return nil
	})
}

// A Strings is the arguments of an option that may be given several times.
type Strings []string

// Set appends an argument.
func (s *Strings) Set(arg string) error {
	*s = append(*s, arg)
	return nil
}

// A Choice is a name that an argument may have, and what it means.
type Choice[T any] struct {
	Name  string
	Value T
}

// OneOf returns a Value that sets to to what the name of a choice means.
func OneOf[T any](choices []Choice[T], to *T) Value {
	return Chosen(choices, func(v T) { *to = v })
}

// Chosen returns a Value that calls set with what the name of a choice means.
func Chosen[T any](choices []Choice[T], set func(T)) Value {
	return chooser[T]{choices, func(arg string) error { return choose(choices, arg, set) }}
}

// AllOf returns a Value that calls set with what each name in a list means. There are
// commas between the names.
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

// Number returns a Value that is a number from least to most. If there is no limit (most
// is math.MaxInt), a number that int has no room for counts as the largest, as in grep.
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

// Size returns a Value that is a number of bytes, least or more.
func Size(to *int64, least int64) Value {
	return Func(func(arg string) (err error) {
		*to, err = ParseSize(arg, least)
		return err
	})
}

// ParseSize reads a number of bytes, least or more: 1000, 64K, 128M, 2G.
func ParseSize(s string, least int64) (int64, error) {
	digits, shift := s, 0
	if k := len(s) - 1; k > 0 {
		if i := strings.IndexByte("KMG", s[k]); i >= 0 {
			digits, shift = s[:k], 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) && n > 0 || err == nil && n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("invalid size %q: too large", s)
	}
	if err != nil || n<<shift < least {
		return 0, fmt.Errorf("invalid size %q: must be a number, at least %d, optionally with K, M or G", s, least)
	}
	return n << shift, nil
}
