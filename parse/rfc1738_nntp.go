package parse

// NNTP is an nntp URL (RFC 1738, section 3.7).
type NNTP struct {
	HostPort
	Group         string    `json:"group"`
	ArticleNumber Component `json:"article_number"` // digits of any number
}

// parseNNTP parses an nntp URL (section 3.7). i is the offset after its "//".
//
//	nntpurl = "nntp://" hostport "/" group [ "/" digits ]
func (u *URL) parseNNTP(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash == len(s):
		return fault{slash, MissingPath}
	}
	group := slash + 1
	end := scanGroup(s, group)
	switch {
	case end == group && (end == len(s) || s[end] == '/'):
		return fault{end, MissingGroup}
	case end == group || end < len(s) && s[end] != '/':
		return fault{end, BadGroup}
	}
	v := NNTP{HostPort: server, Group: s[group:end]}
	v.URLPath = present(s[group:])
	if end < len(s) {
		number := end + 1
		end = digits(s, number)
		if end == number || end < len(s) {
			return fault{end, BadArticle}
		}
		v.ArticleNumber = present(s[number:])
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

func (v NNTP) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.HostPort.walk(w, yield)
	w.component(yield, "", nameGroup, present(v.Group))
	w.component(yield, "/", nameArticleNumber, v.ArticleNumber)
}
