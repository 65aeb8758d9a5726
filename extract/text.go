package extract

import (
	"fmt"
	"slices"
	"strings"
)

// The names of the values of some types of Options, in order. The options of the command
// use the same names.
var (
	inputNames  = []string{InputAuto: "auto", InputText: "text", InputMail: "mail", InputMbox: "mbox", InputHTML: "html"}
	rejoinNames = []string{"none", "wrapped", "hyphen", "wide"} // from RejoinNone on
	validities  = []string{ValidOnly: "valid", InvalidOnly: "invalid", ValidAndInvalid: "all"}
	kindNames   = []string{
		Wrapped: "wrapped", Angle: "angle", Prefixed: "prefixed", Bare: "bare",
		Attribute: "attribute", Schemeless: "schemeless", Email: "email",
	}
)

// String returns the name of i: "auto", "text", "mail", "mbox" or "html".
func (i Input) String() string { return nameOf("Input", inputNames, int(i), 0) }

// MarshalText returns the name of i.
func (i Input) MarshalText() ([]byte, error) { return textOf("Input", inputNames, int(i), 0) }

// UnmarshalText sets i to the Input with the given name.
func (i *Input) UnmarshalText(text []byte) error { return fromText(i, "input", inputNames, text, 0) }

// String returns the name of r: "none", "wrapped", "hyphen" or "wide".
func (r Rejoin) String() string { return nameOf("Rejoin", rejoinNames, int(r), int(RejoinNone)) }

// MarshalText returns the name of r.
func (r Rejoin) MarshalText() ([]byte, error) {
	return textOf("Rejoin", rejoinNames, int(r), int(RejoinNone))
}

// UnmarshalText sets r to the Rejoin with the given name.
func (r *Rejoin) UnmarshalText(text []byte) error {
	return fromText(r, "rejoin", rejoinNames, text, int(RejoinNone))
}

// String returns the name of v: "valid", "invalid" or "all".
func (v Validity) String() string { return nameOf("Validity", validities, int(v), 0) }

// MarshalText returns the name of v.
func (v Validity) MarshalText() ([]byte, error) { return textOf("Validity", validities, int(v), 0) }

// UnmarshalText sets v to the Validity with the given name.
func (v *Validity) UnmarshalText(text []byte) error {
	return fromText(v, "validity", validities, text, 0)
}

// String returns the name of k: "wrapped", "angle", "prefixed", "bare", "attribute",
// "schemeless" or "email".
func (k Kind) String() string { return nameOf("Kind", kindNames, int(k), 0) }

// MarshalText returns the name of k.
func (k Kind) MarshalText() ([]byte, error) { return textOf("Kind", kindNames, int(k), 0) }

// UnmarshalText sets k to the Kind with the given name.
func (k *Kind) UnmarshalText(text []byte) error { return fromText(k, "kind", kindNames, text, 0) }

// nameOf returns the name of a value of a type. first is the value with the name
// names[0].
func nameOf(typ string, names []string, value, first int) string {
	if i := value - first; 0 <= i && i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", typ, value)
}

// textOf is nameOf for MarshalText. It returns an error if value is not one of the type.
func textOf(typ string, names []string, value, first int) ([]byte, error) {
	if i := value - first; i < 0 || i >= len(names) {
		return nil, fmt.Errorf("invalid %s: %d", typ, value)
	}
	return []byte(names[value-first]), nil
}

// fromText sets v to the value that has the name text.
func fromText[T ~uint8 | ~int8](v *T, what string, names []string, text []byte, first int) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q: valid values are %s", what, text, strings.Join(names, ", "))
	}
	*v = T(i + first)
	return nil
}
