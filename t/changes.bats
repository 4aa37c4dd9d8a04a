#!/usr/bin/env bats
# The table of changes in qstep(1) is that of the code, and the check sees it
# when it is not.

page=$BATS_TEST_DIRNAME/../man/qstep.1

# The table of a page: a line a change, with tabs between its columns.
page_changes() {
	awk '
	/^\.S[hs] / { inside = $0 == ".Ss Changes of state" }
	inside && /^\.It Em / { next }
	inside && /^\.It / {
		sub(/^\.It /, "")
		gsub(/ Ta /, "\t")
		print
	}' "$1"
}

# Holds a page to the table of the code.
changes() {
	"$BATS_TEST_DIRNAME/unit/state" print >"$BATS_TEST_TMPDIR/code"
	[ -s "$BATS_TEST_TMPDIR/code" ]
	page_changes "$1" | diff -u "$BATS_TEST_TMPDIR/code" -
}

# Changes the page by a script of sed, which must be seen to give $2.
sees() {
	sed "$1" "$page" >"$BATS_TEST_TMPDIR/page"
	run changes "$BATS_TEST_TMPDIR/page"
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"$2"* ]]
}

@test "qstep(1) has the table of changes" {
	changes "$page"
}

@test "a change that the page lacks, has too many or has otherwise is seen" {
	sees '/^\.It hold Ta/d' $'-hold\tpending, inqueue\theld\tsince=now'
	sees '/^\.It finish Ta/p' $'+finish\trunning\tsucceeded\t'
	sees '/^\.It enqueue Ta/s/, no not_before//' $'\n+enqueue\t'
	sees '/^\.It release Ta/s/pending/inqueue/' $'+release\theld\tinqueue'
	sees '/^\.It displace Ta/s/inqueue/held/' $'+displace\theld\tpending'
	sees 's/^\.Ss Changes of state/.Ss Changes/' $'\n-start\t'
}
