// Package unwrap finds where a URL leads that a service has rewritten, and removes tracking
// parameters. It never uses the network: it decodes what the text of the URL contains.
//
// # Terms
//
//   - service: a program that replaces URLs by its own, such as a mail gateway that checks
//     links, a newsletter that counts clicks, or a web archive.
//   - rewritten URL: a URL by which a service has replaced another one.
//   - target: the URL that was replaced.
//   - opaque: a service is opaque if its URLs do not contain their targets, as those of
//     short-link services do not.
//   - tracking parameter: a parameter of a query that identifies the reader, the message or
//     the campaign, and does not change the page.
//   - signed URL: a URL with a signature of its query, which is wrong after any change.
//
// # Flow
//
// [URL] parses the URL at the level parse.Lenient. The first line of the table of services
// (services.go) whose host and pattern match, and that gives a valid target, is taken. Its
// pattern names the part of the URL with the target, and a decoder (decode.go). The text of a
// segment of the path or of a parameter is percent-decoded once, then the decoder is called.
// The result must be an http, https or ftp URL with a host that browsers accept (target.go);
// otherwise the line does not match. The same is done with the target, up to [MaxDepth] times.
//
// [Clean] and [Rules.Clean] remove tracking parameters from the query of a URL that is not
// rewritten and not signed. All other bytes stay as they are, in their order.
//
// # Limits
//
// The functions may be called by several goroutines at the same time.
//
// URL and Clean take time linear in the length of the URL and never panic. A compressed target
// is at most 16 times as long as its text.
package unwrap
