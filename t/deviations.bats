#!/usr/bin/env bats
# The examples of DEVIATIONS.md come out as they are shown, and the check sees
# it when one does not.

file=$BATS_TEST_DIRNAME/../DEVIATIONS.md

# Makes a page of a file whose indented lines are its examples.
as_page() {
	echo '.Sh EXAMPLES'
	awk '
	/^    / || (shown && /^$/) {
		if (!shown)
			print ".Bd -literal -offset indent"
		shown = 1
		if ($0 == "") {
			blank = blank "\n"
			next
		}
		printf "%s", blank
		blank = ""
		sub(/^    /, "")
		gsub(/\\/, "\\e")
		if (/^[.'\'']/)
			$0 = "\\&" $0
		print
		next
	}
	shown { print ".Ed"; shown = 0; blank = "" }
	END { if (shown) print ".Ed" }' "$1"
	echo '.Sh SEE ALSO'
}

# Runs the examples of a file.
examples() {
	as_page "$1" >"$BATS_TEST_TMPDIR/deviations.1"
	run "$BATS_TEST_DIRNAME/examples" "$BATS_TEST_TMPDIR/deviations.1"
	echo "$output"
}

@test "every example of DEVIATIONS.md comes out as it is shown" {
	examples "$file"
	[ "$status" -eq 0 ]
	[ "$(grep -c '^ok' <<<"$output")" -eq \
	    "$(grep -c '^    \$ ' "$file")" ]
}

@test "every deviation has an example, or says that there is none" {
	awk '
	function end() { if (name != "" && !n) { print name; bad = 1 } }
	/^### / { end(); name = $0; n = 0 }
	/^    \$ / || /nothing to run here/ { n++ }
	END { end(); exit bad }' "$file"
}

@test "a change of one byte is seen" {
	sed 's/^    A    pending  -      displaced B$/&./' "$file" \
	    >"$BATS_TEST_TMPDIR/changed"
	run diff "$file" "$BATS_TEST_TMPDIR/changed"
	[ "${#lines[@]}" -eq 4 ]
	examples "$BATS_TEST_TMPDIR/changed"
	[ "$status" -eq 1 ]
	[ "$(grep -c '^not ok' <<<"$output")" -eq 1 ]
}

@test "backslashes, dots and blank lines are carried over" {
	cat >"$BATS_TEST_TMPDIR/some" <<'END'
Text.

    $ printf 'a\\b\n.c\n\nd\n'
    a\b
    .c

    d

More text.

    $ echo "'"
    '
END
	examples "$BATS_TEST_TMPDIR/some"
	[ "$status" -eq 0 ]
	[ "$(grep -c '^ok' <<<"$output")" -eq 2 ]
}
