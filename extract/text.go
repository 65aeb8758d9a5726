package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/join"
)

// The names of the values of some types of Options, in order. The options of the command
// use the same names.
var (
	inputNames = []string{InputAuto: "auto", InputText: "text", InputMail: "mail", InputMbox: "mbox", InputHTML: "html"}
	validities = []string{ValidOnly: "valid", InvalidOnly: "invalid", ValidAndInvalid: "all"}
	kindNames  = []string{
		Wrapped: "wrapped", Angle: "angle", Prefixed: "prefixed", Bare: "bare",
		Attribute: "attribute", Schemeless: "schemeless", Email: "email",
	}
)

// String returns the name of i: "auto", "text", "mail", "mbox" or "html".
func (i Input) String() string { return nameOf("Input", inputNames, int(i)) }

// MarshalText returns the name of i.
func (i Input) MarshalText() ([]byte, error) { return textOf("Input", inputNames, int(i)) }

// UnmarshalText sets i to the Input with the given name.
func (i *Input) UnmarshalText(text []byte) error { return fromText(i, "input", inputNames, text) }

// String returns the names of the ways in r, separated by commas: "hyphen" for the default, "wide",
// "terminal", "blanks", "wrapped" or "none".
func (r Rejoin) String() string {
	switch {
	case !r.isKnown():
		return fmt.Sprintf("Rejoin(%d)", uint8(r))
	case r == RejoinHyphen:
		return "hyphen"
	}
	var names []string
	for i, w := range rejoins {
		if r&w.way != 0 && w.way != guesses {
			names = append(names, join.Names[i])
		}
	}
	return strings.Join(names, ",")
}

// MarshalText returns what String does.
func (r Rejoin) MarshalText() ([]byte, error) {
	if !r.isKnown() {
		return nil, fmt.Errorf("invalid Rejoin: %d", uint8(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText sets r to the set of the ways in a list of names, separated by commas. A "+" before the
// first name adds the ways to the default. The name "all" is that of all ways; it and "none" are alone in
// a list. Any other list is an error.
func (r *Rejoin) UnmarshalText(text []byte) error {
	list, adds := strings.CutPrefix(string(text), "+")
	names := strings.Split(list, ",")
	set := RejoinWrapped // which the other ways imply
	if adds {
		set = RejoinHyphen
	}
	for _, name := range names {
		i := slices.Index(join.Names[:], name)
		switch {
		case i < 0:
			return fmt.Errorf("unknown rejoin %q: valid values are %s", name, strings.Join(join.Names[:], ", "))
		case rejoins[i].isAlone && (adds || len(names) > 1):
			return fmt.Errorf("%q is not part of a list", name)
		case rejoins[i].way != RejoinWrapped:
			set = set&^RejoinWrapped | rejoins[i].way
		}
	}
	*r = set
	return nil
}

// A rejoin is the set of ways that has a name in a list: see join.Names.
type rejoin struct {
	way     Rejoin
	isAlone bool
}

// rejoins has the sets that join.Names names.
var rejoins = [len(join.Names)]rejoin{
	{RejoinNone, true}, {RejoinWrapped, false}, {RejoinHyphen, false}, {RejoinWide, false}, {RejoinTerminal, false},
	{RejoinBlanks, false}, {guesses, true},
}

// String returns the name of v: "valid", "invalid" or "all".
func (v Validity) String() string { return nameOf("Validity", validities, int(v)) }

// MarshalText returns the name of v.
func (v Validity) MarshalText() ([]byte, error) { return textOf("Validity", validities, int(v)) }

// UnmarshalText sets v to the Validity with the given name.
func (v *Validity) UnmarshalText(text []byte) error {
	return fromText(v, "validity", validities, text)
}

// String returns the name of k: "wrapped", "angle", "prefixed", "bare", "attribute",
// "schemeless" or "email".
func (k Kind) String() string { return nameOf("Kind", kindNames, int(k)) }

// MarshalText returns the name of k.
func (k Kind) MarshalText() ([]byte, error) { return textOf("Kind", kindNames, int(k)) }

// UnmarshalText sets k to the Kind with the given name.
func (k *Kind) UnmarshalText(text []byte) error { return fromText(k, "kind", kindNames, text) }

// nameOf returns the name of a value of a type.
func nameOf(typ string, names []string, value int) string {
	if 0 <= value && value < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s(%d)", typ, value)
}

// textOf is nameOf for MarshalText. It returns an error if value is not one of the type.
func textOf(typ string, names []string, value int) ([]byte, error) {
	if value < 0 || value >= len(names) {
		return nil, fmt.Errorf("invalid %s: %d", typ, value)
	}
	return []byte(names[value]), nil
}

// fromText sets v to the value that has the name text.
func fromText[T ~uint8](v *T, what string, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q: valid values are %s", what, text, strings.Join(names, ", "))
	}
	*v = T(i)
	return nil
}
