"""Prints the URLs that urlextract finds in a file: those with a scheme, or, with a second
argument, also those without."""
import sys

import urlextract

with open(sys.argv[1], "rb") as f:
    text = f.read().decode("utf-8", "replace")
for url in urlextract.URLExtract().gen_urls(text, with_schema_only=len(sys.argv) < 3):
    print(url)
