"""Prints the URLs with a scheme that urlscan finds in a file.

A file with the extension .eml is read as a message, one with .html as HTML, and any other
as text. Hosts and addresses without a scheme, which urlscan finds too, are left out."""
import email
import email.policy
import sys

from urlscan import urlscan

name = sys.argv[1]
with open(name, "rb") as f:
    data = f.read()
text = data.decode("utf-8", "replace")
if name.endswith(".eml"):
    message = email.message_from_bytes(data, policy=email.policy.default)
    found = urlscan.msgurls(message, headers=True)
elif name.endswith(".html"):
    found = urlscan.extracthtmlurls(text)
else:
    found = urlscan.extracturls(text)
for lines, _, _ in found:
    for line in lines:
        for chunk in line:
            url = chunk.url
            if url is None or ":" not in url:
                continue
            guessed = url.startswith(("mailto:", "http://")) and url not in text
            if guessed and url.split(":", 1)[1].lstrip("/") in text:
                continue
            print(url)
