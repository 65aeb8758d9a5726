// Prints the URLs that linkify-it finds in a file, as they are written there: those with a
// scheme, or, with a second argument, also those without.
// It knows http, https, ftp and mailto; the others are added with the rules of http.
'use strict'

const fs = require('fs')
const { LinkifyIt } = require('linkify-it')

const linkify = new LinkifyIt({ fuzzyLink: process.argv.length > 3, fuzzyIP: false, fuzzyEmail: false, urlAuth: true })
linkify.add('//', null)
for (const scheme of ['ftps', 'sftp', 'ssh', 'git', 'svn', 'irc', 'ircs', 'ldap', 'ldaps', 'gopher',
  'gemini', 'telnet', 'nntp', 'rtsp', 'rtmp', 'ws', 'wss', 's3', 'gs', 'redis', 'amqp', 'mqtt',
  'postgres', 'postgresql', 'mysql', 'mongodb', 'smb', 'vnc', 'rsync', 'file']) {
  linkify.add(scheme + ':', { validate: (text, pos, self) => self.testSchemaAt(text, 'http:', pos) })
}
for (const match of linkify.match(fs.readFileSync(process.argv[2], 'utf8')) || []) {
  console.log(match.raw)
}
