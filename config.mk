# What a builder may want to change.  For one run the command line does it
# too: make CC=clang CFLAGS='-O3 -g'

PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
LIBEXECDIR = $(PREFIX)/libexec/sluice
DOCDIR = $(PREFIX)/share/doc/sluice
COMPDIR = $(PREFIX)/share/bash-completion/completions

CC = cc
AR = ar
CFLAGS = -O3 -g
CPPFLAGS =
LDFLAGS =
# cJSON is for the programs that read documents of others; the rest start
# without it.
LDLIBS = -Wl,--as-needed -lbsd -lcjson

# -Werror is for CI, where the compiler is known; elsewhere a newer one with
# a new warning must not stop a build.
WERROR =
