package unwrap

// A line describes URLs of a service. The first line that matches a URL and gives a valid
// target is taken.
type line struct {
	// name is the name in Options.Services, and in Result.Via. For shortLink, Result.Via has
	// the host.
	name string

	// title is the name for readers.
	title string

	// hosts are the hosts, separated by spaces: "a.example" itself, "*.a.example" also all
	// hosts below it, "a.*" and "*.a.*" the same in com, in each country and in its com or co, "*" any host. Only an
	// opaque service may be on any host: otherwise the owner of a host could make its URLs
	// look as if they led to another one.
	hosts string

	// pattern describes the URL after the host. In the path, "*" is a segment, "**" any
	// number of segments, and "a|b" one of two; letter case and a slash at the end do not
	// matter. "?q|url" is the parameter q or, if it has no value, url; with several values it is none. Braces are around
	// the target. "{x}" is percent-decoded, and then decoded by decoder x. "{x...}" is all
	// the rest of the URL, or of the fragment, and not percent-decoded. In a pattern
	// without braces the service is opaque.
	pattern string
}

// shortLink is the name of all services that make short links.
const shortLink = "short-link"

const (
	proofpointHosts = "urldefense.proofpoint.com urldefense.com urldefense.us"
	safeLinksHosts  = "*.safelinks.protection.outlook.com *.safelinks.protection.office365.us " +
		"*.safelinks.protection.outlook.cn *.safelinks.protection.partner.outlook.cn *.safelinks.protection.apps.mil"
	outlookHosts = "outlook.office.com outlook.office365.com outlook.office365.us outlook.live.com outlook.cloud.microsoft"
	derefHosts   = "deref-gmx.net deref-gmx.com deref-gmx.at deref-gmx.ch deref-web.de deref-web-02.de " +
		"deref-mail.com deref-1und1.de deref-1und1-02.de"
	gmailHosts = "ci1.googleusercontent.com ci2.googleusercontent.com ci3.googleusercontent.com " +
		"ci4.googleusercontent.com ci5.googleusercontent.com ci6.googleusercontent.com " +
		"lh3.googleusercontent.com lh4.googleusercontent.com lh5.googleusercontent.com lh6.googleusercontent.com"
	gadgetHosts = "images-onepick-opensocial.googleusercontent.com images-blogger-opensocial.googleusercontent.com " +
		"images1-focus-opensocial.googleusercontent.com images2-focus-opensocial.googleusercontent.com"
	archiveHosts = "archive.today archive.ph archive.is archive.li archive.vn archive.fo archive.md"
	shortHosts   = "t.co bit.ly tinyurl.com goo.gl ow.ly is.gd buff.ly lnkd.in rb.gy cutt.ly t.ly shorturl.at tiny.cc dlvr.it"
)

// lines is the table of services. testdata/examples.txt has examples for each line.
var lines = []line{
	// Mail gateways.
	{"proofpoint", "Proofpoint URL Defense v1", proofpointHosts, "/v1/url?u={}"},
	{"proofpoint", "Proofpoint URL Defense v2", proofpointHosts, "/v2/url?u={v2}"},
	{"proofpoint", "Proofpoint URL Defense v3", proofpointHosts, "/v3/__{v3...}"},
	{"safelinks", "Microsoft Safe Links", safeLinksHosts, "/**?url={}"},
	{"safelinks", "Microsoft Safe Links in Teams", "*.teams.cdn.office.net", "/evergreen-assets/safelinks/**?url={}"},
	{"safelinks", "Microsoft Safe Links in Outlook", outlookHosts, "/**/safelink.html?url={}"},
	{"barracuda", "Barracuda Link Protection", "linkprotect.cudasvc.com", "/url?a={}"},
	{"cisco", "Cisco Secure Email", "secure-web.cisco.com", "/**/{}"},
	{"cisco", "Cisco Secure Email", "secure-web.cisco.com", "/*"},
	{"trendmicro", "Trend Micro", "*.trendmicro.com", "/wis/clicktime/**?url={}"},
	{"trendmicro", "Trend Micro", "*.check.trendmicro.com", "/?url={}"},
	{"sophos", "Sophos Email", "*.protection.sophos.com", "/?u={base64}"},
	{"sophos", "Sophos Email", "*.protection.sophos.com", "/?q"},
	{"mimecast", "Mimecast URL Protect", "*.mimecast.com", "/redirect/{mimecast}"},
	{"mimecast", "Mimecast URL Protect", "*.mimecast.com *.mimecastprotect.com", "/s|r/*"},
	{"fireeye", "FireEye Email Security", "protect.fireeye.com protect2.fireeye.com", "/v1/url?u={}"},

	// Counters of clicks in mail.
	{"awstrack", "Amazon SES", "*.awstrack.me", "/L0/{}/*/**"},
	{"reddit", "Reddit mail", "click.redditmail.com", "/CL0/{}/*/**"},
	{"mandrill", "Mandrill", "*.mandrillapp.com", "/track/click/**?p={mandrill}"},
	{"mandrill", "Mandrill, earlier", "*.mandrillapp.com", "/track/click.php?url={}"},
	{"postmark", "Postmark, https", "click.pstmrk.it", "/2s|2sm|2st|2ts|3s|3sm|3st|3ts/{https}/*/**"},
	{"postmark", "Postmark, http", "click.pstmrk.it", "/2|2m|2t|3|3m|3t/{http}/*/**"},
	{"sendgrid", "SendGrid, on any host", "*", "/ls|wf/click?upn"},
	{"mailchimp", "Mailchimp", "*.list-manage.com", "/track/click?u"},
	{"hubspot", "HubSpot", "*.hubspotlinks.com", "/Ctc/**"},

	// Webmail.
	{"gmx", "GMX, WEB.DE, mail.com, 1&1", derefHosts, "/mail/client/**?redirectUrl={}"},
	{"google-image", "Gmail images", gmailHosts, "/proxy|meips/**#{...}"},
	{"google-image", "Google gadgets", gadgetHosts, "/gadgets/proxy?url={}"},
	{"outlook-image", "Outlook.com images", "*.mail.live.com", "/Handlers/ImageProxy.mvc?url={}"},
	{"outlook-image", "Teams and Outlook images", "*.asyncgw.teams.microsoft.com", "/urlp/v1/url/**?url={}"},
	{"yahoo-image", "Yahoo Mail images", "ecp.yusercontent.com", "/mail?url={}"},

	// Search and translation.
	{"google", "Google", "*.google.*", "/url?url|q={}"},
	{"google", "Google News", "news.google.*", "/news/url?url={}"},
	{"google-amp", "Google AMP viewer, https", "*.google.*", "/amp/s/{https...}"},
	{"google-amp", "Google AMP viewer, http", "*.google.*", "/amp/{http...}"},
	{"google-amp", "Google AMP cache, https", "*.cdn.ampproject.org", "/*/s/{https...}"},
	{"google-amp", "Google AMP cache, http", "*.cdn.ampproject.org", "/*/{http...}"},
	{"google-translate", "Google Translate", "*.google.*", "/translate|website?u={}"},
	{"google-translate", "Google Translate", "translate.googleusercontent.com", "/translate_c|translate_p?u={}"},
	{"google-translate", "Google Translate", "*.translate.goog", "{host}"},
	{"bing", "Bing", "*.bing.com", "/ck/a?u={a1}"},
	{"bing", "Bing", "*.bing.com", "/alink/link?url={}"},
	{"bing", "Bing News", "*.bing.com", "/news/apiclick.aspx?url={}"},
	{"yahoo", "Yahoo Search", "*.search.yahoo.com", "/**/RU={}/**"},
	{"duckduckgo", "DuckDuckGo", "*.duckduckgo.com", "/l?uddg={}"},
	{"duckduckgo", "DuckDuckGo images", "external-content.duckduckgo.com", "/iu?u={}"},

	// Social networks and chat.
	{"facebook", "Facebook", "*.facebook.com", "/l.php|lsr.php?u={}"},
	{"facebook", "Facebook", "*.facebook.com", "/flx/warn?u={}"},
	{"facebook", "Workplace", "l.workplace.com", "/l.php?u={}"},
	{"whatsapp", "WhatsApp", "l.wl.co", "/l?u={}"},
	{"instagram", "Instagram", "l.instagram.com", "/**?u={}"},
	{"instagram", "Instagram", "*.instagram.com", "/linkshim?u={}"},
	{"messenger", "Messenger", "l.messenger.com", "/l.php?u={}"},
	{"threads", "Threads", "l.threads.com l.threads.net", "/**?u={}"},
	{"linkedin", "LinkedIn", "*.linkedin.com", "/redir/redirect?url={}"},
	{"linkedin", "LinkedIn", "*.linkedin.com", "/redirect?url={}"},
	{"linkedin", "LinkedIn", "*.linkedin.com", "/safety/go?url={}"},
	{"linkedin", "LinkedIn", "*.linkedin.com", "/slink?code"},
	{"reddit", "Reddit", "out.reddit.com", "/**?url={}"},
	{"slack", "Slack", "slack-redir.net", "/link?url={}"},
	{"steam", "Steam", "steamcommunity.com", "/linkfilter?url|u={}"},
	{"youtube", "YouTube", "*.youtube.com", "/redirect?q={}"},

	// Archives.
	{"wayback", "Wayback Machine", "web.archive.org", "/web/{http...}"},
	{"wayback", "Wayback Machine", "web.archive.org", "/web/*/{http...}"},
	{"wayback", "Wayback Machine", "web.archive.org", "/web/*/{}"},
	{"wayback", "Wayback Machine", "web.archive.org", "/save/{http...}"},
	{"archive-today", "archive.today", archiveHosts, "/{http...}"},
	{"archive-today", "archive.today", archiveHosts, "/*/{}"},
	{"archive-today", "archive.today", archiveHosts, "/o/*/{http...}"},
	{"archive-today", "archive.today", archiveHosts, "/*/{http...}"},
	{"archive-today", "archive.today", archiveHosts, "/*"},

	// Short links.
	{shortLink, "Short links", shortHosts, "/*/**"},
}
