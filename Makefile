# Builds urlgrep with its manual page and its completions for shells in build/, and
# puts them below PREFIX: make && sudo make install. It takes Go 1.25 or later.
PREFIX = /usr/local
DESTDIR =
GO = go

share = $(DESTDIR)$(PREFIX)/share
installed = \
	"$(DESTDIR)$(PREFIX)/bin/urlgrep" \
	"$(share)/man/man1/urlgrep.1" \
	"$(share)/bash-completion/completions/urlgrep" \
	"$(share)/zsh/site-functions/_urlgrep" \
	"$(share)/fish/vendor_completions.d/urlgrep.fish"

.PHONY: all install uninstall clean

# Without the C library, and without cli's own manual pages: it starts in two thirds
# of the time. Without the names of directories here, so that anybody who builds it has
# the same bytes.
all:
	mkdir -p build
	CGO_ENABLED=0 $(GO) build -trimpath -tags urfave_cli_no_docs -o build/urlgrep ./cmd/urlgrep
	build/urlgrep --man >build/urlgrep.1
	build/urlgrep --completion=bash >build/urlgrep.bash
	build/urlgrep --completion=zsh >build/urlgrep.zsh
	build/urlgrep --completion=fish >build/urlgrep.fish

# What is built already is taken as it is: root may have no Go.
build/urlgrep:
	$(MAKE) all

install: build/urlgrep
	for file in $(installed); do install -d "$${file%/*}" || exit; done
	install build/urlgrep "$(DESTDIR)$(PREFIX)/bin/urlgrep"
	install -m 644 build/urlgrep.1 "$(share)/man/man1/urlgrep.1"
	install -m 644 build/urlgrep.bash "$(share)/bash-completion/completions/urlgrep"
	install -m 644 build/urlgrep.zsh "$(share)/zsh/site-functions/_urlgrep"
	install -m 644 build/urlgrep.fish "$(share)/fish/vendor_completions.d/urlgrep.fish"

uninstall:
	rm -f $(installed)

clean:
	rm -rf build
