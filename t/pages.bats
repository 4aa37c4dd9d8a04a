#!/usr/bin/env bats
# The manual pages say what the programs and the library have, no more and no
# less, and the checks see it when they do not.

top=$BATS_TEST_DIRNAME/..
pages=("$top"/man/*.[157])

setup() {
	tmp=$BATS_TEST_TMPDIR
	# t/run puts the programs under test first on PATH, wrapped perhaps.
	command -v gpuhint >/dev/null || PATH=$top/bin:$PATH
}

# The options of a help text on standard input, a line each: letter, long name
# and argument, with a hyphen for what an option lacks.
help_options() {
	sed -n -e 's/^  -\(.\), --\([a-z-]*\) \([^ ]*\) .*/\1 \2 \3/p' \
	    -e 's/^      --\([a-z-]*\) \([^ ]*\) .*/- \1 \2/p' |
	    awk '{ print $1, $2, $3 == "" ? "-" : tolower($3) }'
}

# The same of the list of options in a page.
page_options() {
	awk '
	/^\.It Fl . , Fl -/ { print $3, substr($6, 2), $8 == "" ? "-" : $8 }
	/^\.It Fl -/ { print "-", substr($3, 2), $5 == "" ? "-" : $5 }' "$1"
}

# The letters and long names of all options that a page speaks of.
spoken_of() {
	awk '
	/^\./ {
		for (i = 1; i < NF; i++) {
			if ($i != "Fl" && $i != ".Fl")
				continue
			name = $(i + 1)
			if (name ~ /^-./)
				print substr(name, 2)
			else
				for (j = 1; j <= length(name); j++)
					print substr(name, j, 1)
		}
	}' "$1" | grep '[A-Za-z]' | sort -u
}

# Holds the page $1 to the help text $2.
options() {
	help_options <"$2" >"$tmp/there"
	[ -s "$tmp/there" ]
	page_options "$1" | diff -u "$tmp/there" - || return 1
	tr ' ' '\n' <"$tmp/there" | sort -u >"$tmp/known"
	spoken_of "$1" | comm -13 "$tmp/known" - >"$tmp/unknown"
	cat "$tmp/unknown"
	[ ! -s "$tmp/unknown" ]
}

# The columns that a module of record types defines, in order.
module_columns() {
	sed -n 's/.*{ "\([a-z_]*\)", KIND_[A-Z]* }.*/\1/p' "$1"
}

# The columns that the section $2 of a page lists.
page_columns() {
	awk -v section="$2" '
	/^\.Sh / { inside = substr($0, 5) == section }
	inside && /^\.It Cm / { print $3 }' "$1"
}

# Holds the section $2 of the page $1 to the module $3.
columns() {
	module_columns "$3" >"$tmp/there"
	[ -s "$tmp/there" ]
	page_columns "$1" "$2" | diff -u "$tmp/there" -
}

@test "the pages pass mandoc's lint" {
	for f in "${pages[@]}"; do
		run mandoc -T lint -W warning "$f"
		echo "$output"
		[ "$status" -eq 0 ]
		[ -z "$output" ]
	done
}

@test "every program's page has its options" {
	for f in "$top"/bin/*.c; do
		f=${f##*/}
		f=${f%.c}
		"$f" --help >"$tmp/help"
		options "$top/man/$f.1" "$tmp/help"
	done
}

@test "every page of section 1 is of a program" {
	for f in "$top"/man/*.1; do
		f=${f##*/}
		[ -e "$top/bin/${f%.1}.c" ]
	done
}

@test "every program has the options of sluice(7)" {
	page_options "$top/man/sluice.7" | sort >"$tmp/shared"
	[ -s "$tmp/shared" ]
	for f in "$top"/bin/*.c; do
		f=${f##*/}
		"${f%.c}" --help | help_options | sort >"$tmp/there"
		# qapply writes commands, no records.
		if [ "$f" = qapply.c ]; then
			printf '%s\n' 'o output format' 'c columns list' \
			    'H no-header -' | sort -m - "$tmp/there" |
			    sort -o "$tmp/there"
		fi
		run comm -23 "$tmp/shared" "$tmp/there"
		echo "$output"
		[ -z "$output" ]
	done
}

@test "sluice-record(5) lists the columns of the library" {
	columns "$top/man/sluice-record.5" "NODE RECORDS" "$top/lib/node.c"
	for m in job queue budget; do
		[ -e "$top/lib/$m.c" ] || continue
		columns "$top/man/sluice-record.5" "${m^^} RECORDS" \
		    "$top/lib/$m.c"
	done
}

@test "an option that a page lacks, has too many or has otherwise is seen" {
	page=$top/man/gpuhint.1
	gpuhint --help >"$tmp/help"
	options "$page" "$tmp/help"

	sed 's/^\.It Fl F , .*/.It Em F/' "$page" >"$tmp/p"
	run options "$tmp/p" "$tmp/help"
	[ "$status" -ne 0 ]
	[[ $output == *'-F frontier -'* ]]

	grep -v ' --pool ' "$tmp/help" >"$tmp/h"
	run options "$page" "$tmp/h"
	[ "$status" -ne 0 ]
	[[ $output == *'+- pool pool'* ]]

	sed 's/^  -l, --list  /  -l, --list N/' "$tmp/help" >"$tmp/h"
	run options "$page" "$tmp/h"
	[ "$status" -ne 0 ]
	[[ $output == *'-l list n'*'+l list -'* ]]

	sed 's/^\.Op Fl HFlqv/.Op Fl HFlqvx/' "$page" >"$tmp/p"
	run options "$tmp/p" "$tmp/help"
	[ "$status" -ne 0 ]
	[ "$output" = x ]

	{ cat "$page"; echo .Fl -wanted Cm a; } >"$tmp/p"
	run options "$tmp/p" "$tmp/help"
	[ "$status" -ne 0 ]
	[ "$output" = wanted ]
}

@test "a column that is not listed, or is not there, is seen" {
	page=$top/man/sluice-record.5
	sed '/^\.Sh NODE/,/^\.Sh JOB/s/^\.It Cm mem$/.It Em mem/' "$page" \
	    >"$tmp/p"
	run columns "$tmp/p" "NODE RECORDS" "$top/lib/node.c"
	[ "$status" -ne 0 ]
	[[ $output == *$'\n-mem\n'* ]]

	grep -v '"vgpu"' "$top/lib/node.c" >"$tmp/node.c"
	run columns "$page" "NODE RECORDS" "$tmp/node.c"
	[ "$status" -ne 0 ]
	[[ $output == *$'\n+vgpu\n'* ]]
}

@test "sluice-cookbook(7) and BENCH.md tell the same of thirty days" {
	# Strict, worst group, in use; the p90 waits of debug jobs and gangs.
	sed -n '/^## Thirty days/,$s/^| \([a-z]*, [a-z]*\|the [a-z, ]*\) | //p' \
	    "$top/BENCH.md" | awk -F ' *[|/] *' '{
		printf "%.3f %.3f %.3f %d %.1f\n", $1, $2, $4, $5, $8 }' >"$tmp/bench"
	sed -n '/^\.Sh THIRTY DAYS/,/^\.El/p' "$top/man/sluice-cookbook.7" |
	    awk -F ' Ta ' '/^\.It / && $2 != "strict" {
		printf "%.3f %.3f %.3f %d %.1f\n", $2, $3, $4, $5, $6 }' >"$tmp/page"
	[ "$(wc -l <"$tmp/page")" -eq 8 ]
	diff -u "$tmp/bench" "$tmp/page"
}
