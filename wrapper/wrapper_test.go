package wrapper

import "testing"

func TestQuick(t *testing.T) {
	for _, in := range []string{
		"x <URL:ftp://info.cern.ch/pub/www/doc;\n      type=d> but", "> a <URL:http://a/b-\n> c> x", "<URL: see: x>", "<URL:http://a/ b c d e>",
		" 1223.    <URL:ftp://ds.in\n 1224.     ternic.net/rfc>", "<URL:http://a/b\n\nFooter [1]\n\f\nHeader x\n\n   c>",
		"<URL:http://a/b\n\n", "<url:http://a/b", "<http://a/\\_b\\>", "<foo:bar>", "<user@host>", "<URL:_\bh_\bt_\bt_\bp_\b:_\b/_\b/a>",
	} {
		var c Candidate
		r := &Rules{}
		t.Logf("%q: %v %q %+v", in, r.Next(&c, []byte(in), 0, true), c.URL, c)
	}
}
