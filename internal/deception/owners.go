package deception

import (
	"strings"
	"sync"
)

// owners has registrable domains that their owner uses for links to its own pages only: the
// domain, the one that readers know, and a page on which the owner says or shows that. A domain
// without such a page is not in it, as amzn.to, nor is one that shortens links to any site, as t.co
// and lnkd.in.
var owners = table(`
	youtu.be     youtube.com    https://youtube.googleblog.com/2009/12/make-way-for-youtube-links.html
	g.co         google.com     https://g.co/
	m.me         messenger.com  https://developers.facebook.com/documentation/business-messaging/messenger-platform/discovery/m-me-links
	wa.me        whatsapp.com   https://faq.whatsapp.com/ko/general/26000030/
	t.me         telegram.org   https://core.telegram.org/api/links
	telegram.me  telegram.org   https://core.telegram.org/api/links
	redd.it      reddit.com     https://github.com/reddit-archive/reddit/blob/master/r2/example.ini
	flic.kr      flickr.com     https://www.flickr.com/groups/api/discuss/72157616713786392/
	w.wiki       wikipedia.org  https://wikitech.wikimedia.org/wiki/W.wiki
	discord.gg   discord.com    https://github.com/discord/discord-api-docs/blob/main/developers/developer-tools/game-sdk.mdx
	paypal.me    paypal.com     https://www.paypal.com/ph/brc/article/paypal-me
`)

// counters has registrable domains of services that count the clicks in newsletters of their
// customers, and lead to any host: the domain, the service, and a source. The source is a page of
// the service, a list of such domains or a report about one, or a newsletter that the service sent.
// It names the domain, so other domains of the same services may be missing.
var counters = table(`
	awstrack.me          Amazon-SES        https://github.com/nextdns/click-tracking-domains
	cmail19.com          Campaign-Monitor  https://github.com/disconnectme/disconnect-tracking-protection
	cmail20.com          Campaign-Monitor  https://github.com/disconnectme/disconnect-tracking-protection
	convertkit-mail.com  Kit               https://github.com/nextdns/click-tracking-domains
	convertkit-mail2.com Kit               https://github.com/disconnectme/disconnect-tracking-protection
	createsend1.com      Campaign-Monitor  https://github.com/hagezi/dns-blocklists/issues/3075
	exacttarget.com      Salesforce        https://github.com/nextdns/click-tracking-domains
	hubspotlinks.com     HubSpot           https://github.com/nextdns/click-tracking-domains/issues/25
	infusionsoft.com     Keap              https://github.com/apparition47/MailTrackerBlocker
	klclick.com          Klaviyo           https://community.klaviyo.com/campaigns-flows-and-sms-30/why-do-my-campaign-urls-say-trk-klclick-com-221
	list-manage.com      Mailchimp         https://github.com/nextdns/click-tracking-domains
	mandrillapp.com      Mailchimp         https://mandrill.zendesk.com/hc/en-us/articles/360038797994
	mjt.lu               Mailjet           https://github.com/sublime-security/static-files/pull/516
	mlsend.com           MailerLite        https://www.mailerlite.com/help/what-is-mlsend
	pstmrk.it            Postmark          https://postmarkapp.com/support/article/how-do-i-use-my-domain-for-link-tracking
	rs6.net              Constant-Contact  https://github.com/nextdns/click-tracking-domains
	sendgrid.net         SendGrid          https://github.com/nextdns/click-tracking-domains
`)

// table returns a function that returns the second field of each line by the first one.
func table(lines string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		all := make(map[string]string)
		for line := range strings.Lines(lines) {
			if fields := strings.Fields(line); len(fields) > 1 {
				all[fields[0]] = fields[1]
			}
		}
		return all
	})
}
