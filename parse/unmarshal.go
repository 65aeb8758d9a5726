package parse

import (
	"encoding/json"
	"fmt"
	"slices"
)

// UnmarshalJSON decodes the JSON of MarshalJSON: null is an absent component.
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

// UnmarshalJSON decodes the JSON of MarshalJSON.
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

// UnmarshalJSON decodes the JSON of MarshalJSON.
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

// UnmarshalJSON parses the "url" at the "level" in the JSON of a URL, and ignores the other
// keys: they follow from these two. If the URL is not valid, UnmarshalJSON sets u to the
// URL that Parse returns, and returns no error.
func (u *URL) UnmarshalJSON(data []byte) error {
	var v struct {
		URL   string `json:"url"`
		Level Level  `json:"level"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*u, _ = Parse(v.URL, v.Level)
	return nil
}
