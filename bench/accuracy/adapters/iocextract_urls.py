"""Prints the URLs that iocextract finds in a file."""
import sys

import iocextract

with open(sys.argv[1], "rb") as f:
    text = f.read().decode("utf-8", "replace")
for url in iocextract.extract_unencoded_urls(text, strip=True):
    print(url)
