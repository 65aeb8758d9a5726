package lures

import (
	"net/url"
	"strings"
)

// shop returns the registrable domain of an honest sender.
func (w *writer) shop() string {
	return w.pick("garden-shop", "old-books", "b\u00fccherei", "coffee", "cycles") + w.pick(".example", ".test")
}

// honest returns an item without a sign, although some look as if they had one.
func (w *writer) honest() item {
	mark := w.mark()
	domain := w.shop()
	link := func(url, label string) item { return item{url: url, label: label, text: w.pick("See", "", "More:")} }
	switch w.IntN(26) {
	case 0, 1:
		return link("https://www."+domain+"/"+mark, w.neutral())
	case 2: // the URL as its label
		u := "https://www." + domain + "/" + mark + w.pick("", "?a=1&b=2")
		return link(u, escape(u))
	case 3: // the host as the label, with a redirector of the sender
		text, _ := w.shown(domain)
		return link("https://"+w.pick("click", "links", "e", "news.mail")+"."+domain+"/r/"+mark, escape(text))
	case 4: // a redirector of another one, with a label that is none
		return link("https://click.mailer.example/track/"+mark+"?u=1234", w.neutral())
	case 5: // a gateway around what is shown
		target := "https://www." + strings.ReplaceAll(domain, "\u00fc", "ue") + "/" + mark
		return link(w.rewritten(target), escape(w.pick(target, strings.TrimPrefix(target, "https://"), target[:len(target)-len(mark)])))
	case 24: // a gateway around a URL that another gateway has rewritten, which is shown
		inner := w.rewritten("https://www." + strings.ReplaceAll(domain, "\u00fc", "ue") + "/" + mark)
		return link(safeLink(inner), escape(inner))
	case 6: // names in Unicode, each label in one script
		host := w.pick("b\u00fccher", "stra\u00dfe", "\u043f\u0440\u0438\u043c\u0435\u0440", "\u65e5\u672c\u8a9e", "\u65e5\u672cabc", "\ud55c\uad6d\uc5b4", "\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1",
			"\u3072\u3089\u304c\u306a\u6f22\u5b57", "caf\u00e9-d-\u00e9t\u00e9", "\u05d3\u05d5\u05d2\u05de\u05d4", "\u0e15\u0e31\u0e27\u0e2d\u0e22\u0e48\u0e32\u0e07", "abc\ud55c\uad6d", "\u0939\u093f\u0928\u094d\u0926\u0940") + w.pick(".example", ".test")
		return link("https://"+host+"/"+mark, w.neutral())
	case 7: // the same name in both forms
		name := w.pick("b\u00fccher", "\u043f\u0440\u0438\u043c\u0435\u0440", "\u65e5\u672c\u8a9e")
		if w.chance(50) {
			return link("https://"+aLabel(name)+".example/"+mark, name+".example")
		}
		return link("https://"+name+".example/"+mark, "https://"+aLabel(name)+".example/")
	case 8: // labels with dots
		return link("https://www."+domain+"/"+mark, w.pick("only 5.99", "&euro; 12.50 a month", "Version 2.0.1 is out", "1.5 l bottles", "Terms (v. 3.1)", "3.5 stars", "No. 7", "U.S. orders", "10.000 users", "24.12.2025"))
	case 9: // names of files
		return link("https://files."+domain+"/"+mark, w.pick("report.pdf", "Invoice_2024.pdf", "index.html", "README.md", "main.py", "photos.zip", "install.sh", "script.pl", "setup.exe", "notes.txt", "data.tar.gz", "node.js", "Program.cs", "table.xls"))
	case 10: // an image
		url := "https://img." + domain + "/" + mark + ".png"
		return item{url: url, html: `<img src="` + url + `" alt="` + w.pick("", "Our shop", "www."+domain) + `" ` + w.pick(`width="600" height="80"`, "", `style="width:100%;max-width:600px"`, `width="600"`, `width="10" height="11"`) + ">", text: "-"}
	case 11: // an address
		address := mark + "@" + domain
		if w.chance(30) {
			return link("mailto:"+address+"?subject=Hello&body=Hi%2C%0D%0A%0D%0AI%20ask", "write to us")
		}
		return link("mailto:"+address, address)
	case 12: // addresses and users in other places
		return link(w.pick("https://www."+domain+"/unsubscribe/"+mark+"?e=ann@mail.example", "https://social.example/@ann/"+mark, "https://www."+domain+"/"+mark+"/@news"), w.neutral())
	case 13: // servers of developers
		return link("http://"+w.pick("localhost:8080", "dev."+domain+":8443", "127.0.0.1:8000", "localhost:3000", "192.0.2.7:8080")+"/"+mark, w.pick("the test server", "port 8080"))
	case 14: // an address of the Internet
		return link("http://192.0.2.33/"+mark, w.pick("the router", "192.0.2.33", "http://192.0.2.33/"))
	case 15: // escapes
		return link("https://www."+domain+"/"+mark+w.pick("/caf%C3%A9%20au%20lait", "?q=100%25", "?next=%2Fa%2Fb", "?text=Look:%0Aa%20book%0A", "?body=Hello%2C%0D%0A%0D%0Ayours", "/%D0%BF%D1%80%D0%B8", "?a=1+2%263"), w.neutral())
	case 16: // text before the host
		return link("https://www."+domain+"/"+mark, w.pick("Visit www.other.example today", "Contact: info@other.example", "@handle", "#tag", "Mr.Smith", "e.g. this", "a.m. to p.m.", "St.John", "...", "and/or", "Q&amp;A"))
	case 17: // the same registrable domain below a public suffix
		return link("https://click.shop.co.uk/"+mark, w.pick("www.shop.co.uk", "https://shop.co.uk/"))
	case 18: // two hosts, the first the right one
		return link("https://www."+domain+"/"+mark, "www."+domain+" or www.other.example")
	case 19: // an anchor around a block
		return link("https://www."+domain+"/"+mark, `<table width="100%"><tr><td>`+w.neutral()+"</td><td>4.99</td></tr></table>")
	case 20: // other schemes
		return link(w.pick("ftp://anonymous@ftp."+strings.ReplaceAll(domain, "\u00fc", "ue")+"/", "ftp://ftp."+domain+"/")+mark, w.neutral())
	case 21: // ports that are those of the scheme
		return link(w.pick("https://www."+domain+":443/", "http://www."+domain+":80/")+mark, w.neutral())
	case 22: // letter case and a final dot
		return link("https://WWW."+strings.ToUpper(strings.ReplaceAll(domain, "\u00fc", "ue"))+"/"+mark, "www."+strings.ReplaceAll(domain, "\u00fc", "ue")+".")
	case 23: // a redirector that does not say where it leads
		w.mail.Signs = append(w.mail.Signs, Sign{Mark: mark, Name: "shown-host-differs", Markup: true, Opaque: true})
		return link("https://u123.ct.sendgrid.net/ls/click?upn=u001."+mark, "www."+domain)
	default: // a host of digits and hyphens
		return link("https://"+w.pick("1und1", "3m-shop", "a-b-c", "x--y", "4chan")+".example/"+mark, w.neutral())
	}
}

// rewritten returns a URL as a gateway rewrites it that says where it leads.
func (w *writer) rewritten(target string) string {
	switch w.IntN(4) {
	case 0:
		return safeLink(target)
	case 1:
		encoded := strings.NewReplacer("%", "-25", "-", "-2D", "_", "-5F", "?", "-3F", "=", "-3D", "&", "-26", ":", "-3A", "#", "-23").Replace(target)
		return "https://urldefense.proofpoint.com/v2/url?u=" + strings.ReplaceAll(encoded, "/", "_") + "&d=DwMFAg&c=abc&r=def&m=ghi&s=jkl&e="
	case 2:
		if strings.ContainsAny(target, "*+") {
			return target
		}
		return "https://urldefense.com/v3/__" + target + "__;!!Abc123!token$"
	default:
		return "https://www.google.com/url?q=" + url.QueryEscape(target) + "&sa=D&source=editors&ust=1700000000000000&usg=AOvVaw0"
	}
}

func safeLink(target string) string {
	return "https://eur01.safelinks.protection.outlook.com/?url=" + url.QueryEscape(target) + "&data=05%7C02%7Cann%40mail.example%7C0&sdata=abc%3D&reserved=0"
}
