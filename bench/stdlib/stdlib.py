# The URLs in the text parts of a mailbox, with Python's standard library.
import mailbox
import re
import sys

url = re.compile(r'https?://[^\s<>"]+')

for message in mailbox.mbox(sys.argv[1], create=False):
    for part in message.walk():
        if part.get_content_maintype() != "text":
            continue
        octets = part.get_payload(decode=True)
        try:
            text = octets.decode(part.get_content_charset("us-ascii"), "replace")
        except LookupError:  # an unknown character set
            text = octets.decode("latin-1")
        for match in url.findall(text):
            sys.stdout.write(match + "\n")
