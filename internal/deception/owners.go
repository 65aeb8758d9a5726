package deception

import "strings"

// owners has registrable domains whose owner uses them, and no others, for links to its own pages:
// the domain, the one that readers know, and where the owner says so. Services that shorten the links of anybody are not
// in it, even if they belong to such an owner, as t.co and lnkd.in do.
var owners = table(`
	youtu.be     youtube.com    https://support.google.com/youtube/answer/57741
	g.co         google.com     https://g.co/
	m.me         messenger.com  https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links
	wa.me        whatsapp.com   https://faq.whatsapp.com/5913398998672934
	t.me         telegram.org   https://core.telegram.org/api/links
	telegram.me  telegram.org   https://core.telegram.org/api/links
	redd.it      reddit.com     https://support.reddithelp.com/
	flic.kr      flickr.com     https://www.flickr.com/services/api/misc.urls.html
	w.wiki       wikipedia.org  https://meta.wikimedia.org/wiki/Wikimedia_URL_Shortener
	discord.gg   discord.com    https://discord.com/developers/docs/resources/invite
	paypal.me    paypal.com     https://www.paypal.com/paypalme/
	amzn.to      amazon.com     https://affiliate-program.amazon.com/
`)

// counters has registrable domains of services that count the clicks in newsletters of their
// customers, and lead to any host: the domain, and the service.
var counters = table(`
	awstrack.me          Amazon-SES
	cmail19.com          Campaign-Monitor
	cmail20.com          Campaign-Monitor
	convertkit-mail.com  Kit
	convertkit-mail2.com Kit
	createsend1.com      Campaign-Monitor
	exacttarget.com      Salesforce
	hubspotlinks.com     HubSpot
	infusionsoft.com     Keap
	klclick.com          Klaviyo
	list-manage.com      Mailchimp
	mailinglijst.eu      MailingLijst
	mandrillapp.com      Mailchimp
	mjt.lu               Mailjet
	mlsend.com           MailerLite
	pstmrk.it            Postmark
	rs6.net              Constant-Contact
	sendgrid.net         SendGrid
`)

// table returns the second field of each line by the first one.
func table(lines string) map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(lines) {
		if fields := strings.Fields(line); len(fields) > 1 {
			all[fields[0]] = fields[1]
		}
	}
	return all
}
