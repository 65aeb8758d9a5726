package parse

// Parts are the components of a URL at the level RFC1738: one of the struct
// types FTP, HTTP, Gopher, Mailto, News, NNTP, Telnet, WAIS, File, Prospero and
// Other, by value. Encoded as JSON each is one flat object with all component
// names of its scheme, null for what is absent.
type Parts interface{ parts() }

// A HostPort is RFC 1738's hostport, with the url-path behind it.
type HostPort struct {
	Host    string    `json:"host"`
	Port    Component `json:"port"`    // digits, as written
	URLPath Component `json:"urlpath"` // section 3.1: without the "/" before it
}

// A Login is RFC 1738's login, with the url-path behind it.
type Login struct {
	User     Component `json:"user"`
	Password Component `json:"password"` // never present without User
	HostPort
}

// FTP is an ftp URL (RFC 1738, section 3.2).
type FTP struct {
	Login
	Cwd      []string  `json:"cwd"`  // the arguments of the CWD commands, not nil
	Name     Component `json:"name"` // absent when URLPath is
	Typecode Component `json:"typecode"`
}

// HTTP is an http URL (RFC 1738, section 3.3).
type HTTP struct {
	HostPort
	Path   Component `json:"path"`
	Search Component `json:"search"`
}

// Gopher is a gopher URL (RFC 1738, section 3.4).
type Gopher struct {
	HostPort
	Type     string    `json:"gtype"` // a character or an escape; "1" when URLPath is absent or empty
	Selector string    `json:"selector"`
	Search   Component `json:"search"`
	Plus     Component `json:"plus"` // the Gopher+ string
}

// Mailto is a mailto URL (RFC 1738, section 3.5).
type Mailto struct {
	Address string `json:"address"` // encoded822addr
}

// News is a news URL (RFC 1738, section 3.6): either a group, which may be "*",
// or an article.
type News struct {
	Group   Component `json:"group"`
	Article Component `json:"article"` // a Message-ID without its angle brackets
}

// NNTP is an nntp URL (RFC 1738, section 3.7).
type NNTP struct {
	HostPort
	Group         string    `json:"group"`
	ArticleNumber Component `json:"article_number"` // digits of any number
}

// Telnet is a telnet URL (RFC 1738, section 3.8). URLPath is empty or absent.
type Telnet struct {
	Login
}

// WAIS is a wais URL (RFC 1738, section 3.9): a database alone, with Search, or
// with both Type and Path.
type WAIS struct {
	HostPort
	Database string    `json:"database"`
	Search   Component `json:"search"`
	Type     Component `json:"wtype"`
	Path     Component `json:"wpath"`
}

// File is a file URL (RFC 1738, section 3.10).
type File struct {
	// Host may be empty or "localhost" in any letter case; both are "the
	// machine from which the URL is being interpreted".
	Host string `json:"host"`
	Path string `json:"path"` // without its leading "/"
}

// Prospero is a prospero URL (RFC 1738, section 3.11).
type Prospero struct {
	HostPort
	HSOName string  `json:"hsoname"` // host-specific object name
	Fields  []Field `json:"fields"`  // in the order of the URL, not nil
}

// A Field is a prospero URL's fieldspec. Its JSON is an array of two strings.
type Field struct{ Name, Value string }

// MarshalJSON returns ["name","value"].
func (f Field) MarshalJSON() ([]byte, error) {
	b := appendQuoted([]byte{'['}, f.Name)
	b = appendQuoted(append(b, ','), f.Value)
	return append(b, ']'), nil
}

// Other is a URL of any other scheme, RFC 1738's genericurl.
type Other struct {
	SchemePart string `json:"schemepart"` // all behind the colon

	// IP says whether SchemePart is an ip-schemepart also, that is, of the
	// form "//user:password@host:port/url-path". If not, the rest is absent.
	IP       bool      `json:"ip"`
	User     Component `json:"user"`
	Password Component `json:"password"`
	Host     Component `json:"host"`
	Port     Component `json:"port"`
	URLPath  Component `json:"urlpath"`
}

func (FTP) parts()      {}
func (HTTP) parts()     {}
func (Gopher) parts()   {}
func (Mailto) parts()   {}
func (News) parts()     {}
func (NNTP) parts()     {}
func (Telnet) parts()   {}
func (WAIS) parts()     {}
func (File) parts()     {}
func (Prospero) parts() {}
func (Other) parts()    {}
