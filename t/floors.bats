#!/usr/bin/env bats
# The library keeps to its floors and to the bounds of its style, and the
# checks see it when something does not.

floors() {
	"$BATS_TEST_DIRNAME/floors" "$@"
}

# Holds the real tree to a check.
clean() {
	run floors "$1"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

# Makes a small tree of two modules, high (which decides) and low.
tree() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/lib" "$tree/bin" "$tree/t"
	printf '0: low\n1 pure: high\n' >"$tree/lib/FLOORS"
	echo 'OBJS = lib/low.o lib/high.o' >"$tree/Makefile"
	echo 'int low_n(int);' >"$tree/lib/low.h"
	echo 'int high_n(int);' >"$tree/lib/high.h"
	printf '#include "low.h"\nint low_n(int n) { return n; }\n' \
	    >"$tree/lib/low.c"
	printf '%s\n' '#include "high.h"' '#include "low.h"' \
	    'int high_n(int n) { return low_n(n); }' >"$tree/lib/high.c"
}

# Builds the small tree, and runs a check that must say $2.
sees() {
	for m in low high; do
		${CC:-cc} -c -o "$tree/lib/$m.o" "$tree/lib/$m.c"
	done
	run floors "$1" "$tree"
	echo "$output"
	[ "$output" = "$2" ]
}

@test "every module is on one floor and in the Makefile" {
	clean listed
}

@test "modules include lower floors only" {
	clean includes
}

@test "decisions are pure" {
	clean pure
}

@test "a module exports its own names only" {
	clean exports
}

@test "only the edge prints or ends the program" {
	clean quiet
}

@test "files and functions are short" {
	clean length
}

@test "lines are no wider than 80 columns" {
	clean width
}

@test "a tree that is right passes every check" {
	tree
	for check in listed includes pure exports quiet length width; do
		sees $check ""
	done
}

@test "a module without a floor is seen" {
	tree
	echo '0: low' >"$tree/lib/FLOORS"
	sees listed "lib/high.c: not in FLOORS
lib/high.h: not in FLOORS"
}

@test "a module that is nowhere, on two floors or not built is seen" {
	tree
	printf '0: low\n1: high gone\n2: low\n' >"$tree/lib/FLOORS"
	echo 'OBJS = lib/low.o' >"$tree/Makefile"
	sees listed "low: on two floors
gone: in FLOORS, without lib/gone.h
lib/high.c: not in the Makefile"
}

@test "an include of a floor not below is seen" {
	tree
	printf '#include "high.h"\n#include "other.h"\n' >"$tree/lib/low.h"
	run floors includes "$tree"
	[ "$output" = "lib/low.h: on floor 0, includes high.h of floor 1
lib/low.h: includes other.h, which is no module" ]
}

@test "a floor's limit is kept" {
	tree
	printf '0: low\n5: mid\n9 upto=4: high\n' >"$tree/lib/FLOORS"
	echo '#include "mid.h"' >"$tree/lib/high.h"
	run floors includes "$tree"
	[ "$output" = \
	    "lib/high.h: on floor 9, includes mid.h of floor 5" ]
}

@test "a decision that looks at the clock or the locale is seen" {
	tree
	printf '%s\n' '#include <string.h>' '#include <time.h>' \
	    'int high_n(int n) { return strcoll("", "") + (int)time(0) + n; }' \
	    >"$tree/lib/high.c"
	sees pure "lib/high.c: a decision calls strcoll
lib/high.c: a decision calls time"
}

@test "a foreign name that a module exports is seen" {
	tree
	echo 'int count;' >>"$tree/lib/low.c"
	sees exports "lib/low.c: exports count"
}

@test "a module that prints or exits is seen, unless it is the edge" {
	tree
	printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' \
	    'int low_n(int n) { if (n) exit(n); return printf("%d", n); }' \
	    >"$tree/lib/low.c"
	sees quiet "lib/low.c: calls exit
lib/low.c: calls printf"
	printf '0 edge: low\n1: high\n' >"$tree/lib/FLOORS"
	sees quiet ""
}

@test "a long function is seen, unless it is a flat switch" {
	tree
	{
		printf 'int\nlow_n(int n)\n{\n'
		yes '	n++;' | head -n 60
		printf '	return n;\n}\n'
	} >"$tree/lib/low.c"
	sees length "lib/low.c:3: a function of 61 lines"
	sed 's/return/\/* flat switch *\/ return/' "$tree/lib/low.c" \
	    >"$tree/lib/high.c"
	echo 'int low_n(int n) { return n; }' >"$tree/lib/low.c"
	sees length ""
}

@test "a long file is seen" {
	tree
	yes '/* */' | head -n 400 >>"$tree/lib/low.h"
	sees length "lib/low.h: 401 lines"
}

@test "a wide line is seen, tabs counted" {
	tree
	printf '\t/*%69s*/\n\t/*%68s*/\n' '' '' >>"$tree/lib/low.h"
	sees width "lib/low.h:2: 81 columns"
}
