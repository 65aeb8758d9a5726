// Package members returns the components of a URL for tests that compare all of them.
package members

import (
	"encoding/json"

	"github.com/urlgrep/urlgrep/parse"
)

// Of returns the components of a URL at its level, for a JSON object in which absent ones are
// null. It returns nil for a URL that is not valid.
func Of(u parse.URL) any {
	switch {
	case !parse.Valid(u.Text, u.Level):
		return nil
	case u.Parts != nil:
		return u.Parts
	}
	return generic{u.Authority, u.Userinfo, u.User, u.Password, u.Host, kind(u.HostKind), u.Port, u.Path, u.Query}
}

type generic struct {
	Authority parse.Component `json:"authority"`
	Userinfo  parse.Component `json:"userinfo"`
	User      parse.Component `json:"user"`
	Password  parse.Component `json:"password"`
	Host      parse.Component `json:"host"`
	HostKind  kind            `json:"host_kind"`
	Port      parse.Component `json:"port"`
	Path      string          `json:"path"`
	Query     parse.Component `json:"query"`
}

type kind string

func (k kind) MarshalJSON() ([]byte, error) {
	if k == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(k))
}
