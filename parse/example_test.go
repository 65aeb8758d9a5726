package parse_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/urlgrep/urlgrep/parse"
)

func Example() {
	for _, level := range parse.Levels() {
		_, err := parse.Parse("http://www.example.com/~joe/", level)
		fmt.Println(level, err)
	}
	// Output:
	// rfc1738 "http://www.example.com/~joe/": unsafe-char at offset 23 (RFC 1738, section 2.2: unsafe characters must be encoded)
	// rfc3986 <nil>
	// lenient <nil>
}

func ExampleParse() {
	u, err := parse.Parse("HTTPS://joe@www.example.com/a;b?c#d", parse.Lenient)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.Scheme, u.User, u.Host, u.Path, u.Query, u.Fragment)
	// Output: https joe www.example.com /a;b c d
}

// The components at the level RFC1738 are those of the scheme.
func ExampleParse_rfc1738() {
	for _, text := range []string{
		"ftp://host.dom/etc/motd;type=a",
		"gopher://host.dom/7index%09words",
		"news:comp.infosystems.www.misc",
	} {
		u, err := parse.Parse(text, parse.RFC1738)
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch p := u.Parts.(type) {
		case parse.FTP:
			fmt.Println("file", p.Name, "in", p.Cwd, "of", p.Host, "as", p.Typecode)
		case parse.Gopher:
			fmt.Println("search", p.Search, "in", p.Selector, "of", p.Host, "type", p.Type)
		case parse.News:
			fmt.Println("group", p.Group, p.Article.Present)
		}
	}
	// Output:
	// file motd in [etc] of host.dom as a
	// search words in index of host.dom type 7
	// group comp.infosystems.www.misc false
}

func ExampleComponent() {
	for _, text := range []string{"ftp://foo:@host.com/", "ftp://foo@host.com/"} {
		u, _ := parse.Parse(text, parse.RFC1738)
		password := u.Parts.(parse.FTP).Password
		fmt.Printf("%q %v\n", password.Value, password.Present)
	}
	// Output:
	// "" true
	// "" false
}

func ExampleError() {
	_, err := parse.Parse("http://host:8o80/", parse.RFC1738)
	if e := (*parse.Error)(nil); errors.As(err, &e) {
		fmt.Println(e.URL)
		fmt.Printf("%*s\n", e.Offset+1, "^")
		fmt.Println(e.Class)
		fmt.Println(e.Rule())
	}
	// Output:
	// http://host:8o80/
	//              ^
	// bad-port
	// RFC 1738, section 3.1: a port must be digits
}

func ExampleError_Rule() {
	_, err := parse.Parse("x://[::1/", parse.RFC3986)
	fmt.Println(err.(*parse.Error).Rule())
	// Output: RFC 3986, section 3.2.2: the IP address in brackets is not valid
}

func ExampleClass() {
	_, err := parse.Parse("news:", parse.RFC1738)
	fmt.Println(errors.Is(err, parse.MissingGroup), errors.Is(err, parse.BadGroup))
	// Output: true false
}

func ExampleWarnings() {
	u, _ := parse.Parse("http://a:b@host/100%", parse.Lenient)
	fmt.Println(u.Warnings.Has("stray-percent"), u.Warnings)
	// Output: true password-in-url,stray-percent,userinfo-in-http
}

func ExampleWarnings_Names() {
	u, _ := parse.Parse("gopher://host:25/1HELO%0D%0A", parse.RFC1738)
	fmt.Println(slices.Collect(u.Warnings.Names()))
	// Output: [encoded-crlf reserved-port]
}

func ExampleURL_EffectivePort() {
	for _, text := range []string{"http://h/", "http://h:8080/", "http://h:99999/", "news:a"} {
		u, _ := parse.Parse(text, parse.RFC1738)
		fmt.Println(u.EffectivePort())
	}
	// Output:
	// 80 true
	// 8080 true
	// 0 false
	// 0 false
}

func ExampleURL_MarshalJSON() {
	for _, level := range parse.Levels() {
		u, err := parse.Parse("http://h.example/a?b", level)
		if err != nil {
			continue
		}
		json.NewEncoder(os.Stdout).Encode(u)
	}
	// Output:
	// {"url":"http://h.example/a?b","level":"rfc1738","scheme":"http","parts":{"host":"h.example","port":null,"urlpath":"a?b","path":"a","search":"b"},"warnings":[]}
	// {"url":"http://h.example/a?b","level":"rfc3986","scheme":"http","authority":"h.example","host":"h.example","host_kind":"reg-name","path":"/a","query":"b","warnings":[]}
	// {"url":"http://h.example/a?b","level":"lenient","scheme":"http","authority":"h.example","host":"h.example","host_kind":"reg-name","path":"/a","query":"b","warnings":[]}
}

func ExampleGeneric() {
	for _, text := range []string{"x://[::1]/", "x://127.0.0.1/", "x://127.0.0.256/", "x:"} {
		u, _ := parse.Parse(text, parse.RFC3986)
		fmt.Printf("%q\n", u.HostKind)
	}
	// Output:
	// "ipv6"
	// "ipv4"
	// "reg-name"
	// ""
}

func ExampleLevel_UnmarshalText_names() {
	var l parse.Level
	fmt.Println(l.UnmarshalText([]byte("rfc3986")), l)
	fmt.Println(l.UnmarshalText([]byte("rfc2396")))
	// Output:
	// <nil> rfc3986
	// unknown level "rfc2396": valid levels are lenient, rfc3986 and rfc1738
}

func ExampleLevels() {
	fmt.Println(parse.Levels())
	// Output: [rfc1738 rfc3986 lenient]
}

func ExampleValid() {
	for _, level := range parse.Levels() {
		fmt.Println(level, parse.Valid("http://a.example/~user/", level))
	}
	// Output:
	// rfc1738 false
	// rfc3986 true
	// lenient true
}

func ExampleURL_At() {
	u, _ := parse.Parse("http://a.example/{b}", parse.Lenient)
	for _, level := range parse.Levels() {
		_, err := u.At(level)
		fmt.Println(err)
	}
	// Output:
	// "http://a.example/{b}": unsafe-char at offset 17 (RFC 1738, section 2.2: unsafe characters must be encoded)
	// "http://a.example/{b}": unsafe-char at offset 17 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded)
	// <nil>
}

// A level may be an option of a program.
func ExampleLevel_UnmarshalText() {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	var level parse.Level
	flags.TextVar(&level, "level", parse.Lenient, "what URLs must be valid at")
	err := flags.Parse([]string{"-level", "rfc1738"})
	fmt.Println(level, err)
	// Output: rfc1738 <nil>
}

func ExampleField() {
	u, _ := parse.Parse("prospero://host.dom//pros/name;key=value;a=b", parse.RFC1738)
	fmt.Println(u.Parts.(parse.Prospero).Fields)
	json.NewEncoder(os.Stdout).Encode(u.Parts)
	// Output:
	// [{key value} {a b}]
	// {"host":"host.dom","port":null,"urlpath":"/pros/name;key=value;a=b","hsoname":"/pros/name","fields":[["key","value"],["a","b"]]}
}

func ExampleWarnings_MarshalJSON() {
	u, _ := parse.Parse("http://a:b@host/100%", parse.Lenient)
	json.NewEncoder(os.Stdout).Encode(u.Warnings)
	// Output: ["password-in-url","stray-percent","userinfo-in-http"]
}

// Each of RFC 1738's schemes has its own components.
func ExampleParts() {
	for _, text := range []string{
		"ftp://joe@a.example/b/c;type=i",
		"mailto:joe@a.example",
		"nntp://a.example/comp.lang.c/123",
		"telnet://a.example:2323",
		"wais://a.example/b?c",
		"file:///etc/motd",
		"https://a.example/",
	} {
		u, err := parse.Parse(text, parse.RFC1738)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%T ", u.Parts)
		json.NewEncoder(os.Stdout).Encode(u.Parts)
	}
	// Output:
	// parse.FTP {"user":"joe","password":null,"host":"a.example","port":null,"urlpath":"b/c;type=i","cwd":["b"],"name":"c","typecode":"i"}
	// parse.Mailto {"address":"joe@a.example"}
	// parse.NNTP {"host":"a.example","port":null,"urlpath":"comp.lang.c/123","group":"comp.lang.c","article_number":"123"}
	// parse.Telnet {"user":null,"password":null,"host":"a.example","port":"2323","urlpath":null}
	// parse.WAIS {"host":"a.example","port":null,"urlpath":"b?c","database":"b","search":"c","wtype":null,"wpath":null}
	// parse.File {"host":"","path":"etc/motd"}
	// parse.Other {"schemepart":"//a.example/","ip":true,"user":null,"password":null,"host":"a.example","port":null,"urlpath":""}
}

func ExampleURL_HostASCII() {
	u, err := parse.Parse("http://bücher.example/", parse.Lenient)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.Host, u.HostASCII(), u.HostUnicode())
	// Output: bücher.example xn--bcher-kva.example bücher.example
}

func ExampleURL_MailFields() {
	u, err := parse.Parse("mailto:joe@a.example?subject=Hello%20world", parse.RFC3986)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range u.MailFields() {
		fmt.Printf("%s: %s\n", f.Name, f.Value)
	}
	// Output:
	// to: joe@a.example
	// subject: Hello world
}

// NetURL converts a URL for package net/url, which escapes characters that need it.
func ExampleURL_NetURL() {
	u, err := parse.Parse("http://a.example/100%/{x}", parse.Lenient)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := u.NetURL()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n)
	// Output: http://a.example/100%25/%7Bx%7D
}
