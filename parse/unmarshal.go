package parse

import (
	"encoding/json"
	"fmt"
	"slices"
)

// UnmarshalJSON reads what MarshalJSON has written: null is an absent component.
func (c *Component) UnmarshalJSON(data []byte) error {
	var s *string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*c = Component{}
	if s != nil {
		*c = present(*s)
	}
	return nil
}

// UnmarshalJSON reads what MarshalJSON has written.
func (f *Field) UnmarshalJSON(data []byte) error {
	var pair []string
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("a field must be [name, value], not %d strings", len(pair))
	}
	*f = Field{pair[0], pair[1]}
	return nil
}

// UnmarshalJSON reads what MarshalJSON has written: null is HostNone.
func (k *HostKind) UnmarshalJSON(data []byte) error {
	var name string // stays empty if data is null
	if err := json.Unmarshal(data, &name); err != nil {
		return err
	}
	i := slices.Index(hostKindNames[:], name)
	if i < 0 {
		return fmt.Errorf("unknown kind of host %q", name)
	}
	*k = HostKind(i)
	return nil
}

// UnmarshalJSON reads what MarshalJSON has written.
func (w *Warnings) UnmarshalJSON(data []byte) error {
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return err
	}
	*w = 0
	for _, name := range names {
		i := slices.Index(warningNames[:], name)
		if i < 0 {
			return fmt.Errorf("unknown warning %q", name)
		}
		*w |= 1 << i
	}
	return nil
}

// UnmarshalText reads the name of a class.
func (c *Class) UnmarshalText(text []byte) error {
	i := slices.Index(classNames[:], string(text))
	if i <= 0 {
		return fmt.Errorf("unknown error class %q", text)
	}
	*c = Class(i)
	return nil
}

// UnmarshalText reads the name of a component.
func (n *ComponentName) UnmarshalText(text []byte) error {
	i := slices.Index(componentNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown component name %q", text)
	}
	*n = ComponentName(i)
	return nil
}

// UnmarshalJSON reads what MarshalJSON has written.
func (c *NamedComponent) UnmarshalJSON(data []byte) error {
	var v namedComponentJSON
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*c = NamedComponent{v.Name, v.Value, v.Span}
	return nil
}

// UnmarshalJSON parses the Text at the Level that the JSON of a URL has. What else that
// has follows from these. The URL need not be valid: it is then as Parse returns it, with
// no error.
func (u *URL) UnmarshalJSON(data []byte) error {
	var v struct {
		Text  string
		Level Level
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*u, _ = Parse(v.Text, v.Level)
	return nil
}
