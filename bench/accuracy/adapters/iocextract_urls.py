"""Prints the URLs that iocextract finds in a file, refanged."""
import sys

import iocextract

with open(sys.argv[1], "rb") as f:
    text = f.read().decode("utf-8", "replace")
for url in iocextract.extract_urls(text, refang=True, strip=False):
    print(url)
