# Builds urlgrep, its manual page and its shell completions in build/, and installs them
# below PREFIX: make && sudo make install. Needs Go 1.25 or later.
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

# CGO_ENABLED=0 and the tag omit the C library and cli's code for manual pages: the program
# starts in two thirds of the time. -trimpath omits the names of directories, so that the
# build is reproducible.
all:
	mkdir -p build
	CGO_ENABLED=0 $(GO) build -trimpath -tags urfave_cli_no_docs -o build/urlgrep ./cmd/urlgrep
	build/urlgrep --man >build/urlgrep.1
	build/urlgrep --completion=bash >build/urlgrep.bash
	build/urlgrep --completion=zsh >build/urlgrep.zsh
	build/urlgrep --completion=fish >build/urlgrep.fish

# install does not build again if build/urlgrep exists: root may not have Go.
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
