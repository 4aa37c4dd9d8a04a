#!/usr/bin/env bats
# The examples of the manual pages come out as they are shown, and the check
# sees it when one does not.  `t/run t/examples` counts each as a test.

pages=("$BATS_TEST_DIRNAME"/../man/*.[157])
# Replays of months are too long under a wrapper.
if [ -n "${T_WRAP-}" ]; then
	pages=("$BATS_TEST_DIRNAME"/../man/{*.[15],sluice.7})
fi

examples() {
	"$BATS_TEST_DIRNAME/examples" "$@"
}

setup() {
	page=$BATS_TEST_TMPDIR/page.1
}

# Makes a page with standard input as its examples.
page() {
	{
		echo '.Sh EXAMPLES'
		cat
		echo '.Sh SEE ALSO'
	} >"$page"
}

# The same, in one display.
display() {
	{
		echo '.Bd -literal -offset indent'
		cat
		echo .Ed
	} | page
}

# Runs the page; the status must be $1, and what comes out $2.
gives() {
	run examples "$page"
	echo "$output"
	[ "$status" -eq "$1" ]
	[ "$output" = "$2" ]
}

@test "every example of every page comes out as it is shown" {
	run examples "${pages[@]}"
	echo "$output"
	[ "$status" -eq 0 ]
	for f in "${pages[@]}"; do
		grep "^ok [0-9]* ${f##*/}: " <<<"$output"
	done
}

@test "a change of one byte in a real page is seen" {
	[ -z "${T_WRAP-}" ] || skip 'too long under a wrapper'
	for f in "${pages[@]}"; do
		copy=$BATS_TEST_TMPDIR/${f##*/}
		# The first line of output gets a blank at its end.
		awk '
		/^\.Sh / { inside = $2 == "EXAMPLES" }
		/^\.Ed/ { shown = 0 }
		shown && !done && !/^[$>]/ { $0 = $0 " "; done = 1 }
		inside && /^\.Bd/ { shown = 1 }
		{ print }' "$f" >"$copy"
		run diff "$f" "$copy"
		[ "${#lines[@]}" -eq 4 ]
		run examples "$copy"
		echo "$output"
		[ "$status" -eq 1 ]
		[ "$(grep -c '^not ok' <<<"$output")" -eq 1 ]
	done
}

@test "commands, escapes and what is carried from one to the next" {
	page <<'END'
Text.
.Bd -literal -offset indent
$ printf '%s\en' 'a \e "b"' \e
> \&.c; echo d >&2
a \e \(dqb\(dq
\&.c
d
$ cat <<x; cd /
> 1
>
> 2
> x
1

2
$ false
.Ed
.Pp
In the same shell:
.Bd -literal -offset indent
$ echo $?; pwd
1
/
.Ed
END
	gives 0 "ok 1 page.1: printf '%s\\n' 'a \\ \"b\"' \\
ok 2 page.1: cat <<x; cd /
ok 3 page.1: false
ok 4 page.1: echo \$?; pwd
1..4"
}

@test "a copy of the examples is there, and bin is first on PATH" {
	display <<'END'
$ cmp openb_nodes.tsv "$T_FILE" && >openb_nodes.tsv
$ gpuhint -V | cut -c 1-7
gpuhint
END
	export T_FILE=$BATS_TEST_DIRNAME/../share/examples/openb_nodes.tsv
	[ -n "${T_WRAP-}" ] || PATH=/usr/bin:/bin
	gives 0 "ok 1 page.1: cmp openb_nodes.tsv \"\$T_FILE\" && >openb_nodes.tsv
ok 2 page.1: gpuhint -V | cut -c 1-7
1..2"
	[ -s "$T_FILE" ]
}

@test "output that differs is seen" {
	display <<'END'
$ echo a
a.
$ printf a
a
$ echo a; echo b
a
$ :
a
$ echo b
b
END
	gives 1 'not ok 1 page.1: echo a
# @@ -1 +1 @@
# -a.
# +a
not ok 2 page.1: printf a
# @@ -1 +1 @@
# -a
# +a
# \ No newline at end of file
not ok 3 page.1: echo a; echo b
# @@ -1 +1,2 @@
#  a
# +b
not ok 4 page.1: :
# @@ -1 +0,0 @@
# -a
ok 5 page.1: echo b
1..5'
}

@test "a command that ends the shell is seen" {
	display <<'END'
$ exit 0
$ :
END
	gives 1 'ok 1 page.1: exit 0
not ok 2 page.1: :
# it did not come to its end
1..2'
}

@test "a page without examples is seen" {
	page <<'END'
None.
END
	gives 1 'not ok 1 page.1: there are no examples
1..1'
	echo '.Sh NAME' >"$page"
	gives 1 'not ok 1 page.1: there are no examples
1..1'
	run examples "$BATS_TEST_TMPDIR/gone.1"
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == 'not ok 1 gone.1: '* ]]
}

@test "a display that is no example is seen" {
	display <<'END'
a
END
	gives 1 'not ok 1 page.1: line 3: output without a command
1..1'
	page <<'END'
.Dl $ a
END
	gives 1 'not ok 1 page.1: line 2: a display of another kind
1..1'
	page <<'END'
.Bd -literal -offset indent
$ :
END
	gives 1 'not ok 1 page.1: line 4: a display is not closed
1..1'
	display <<'END'
$ :
.Pp
END
	gives 1 'not ok 1 page.1: line 4: a macro in an example
1..1'
	display <<'END'
$ echo '\fBa\fP'
END
	gives 1 'not ok 1 page.1: line 3: no escape of examples: \f
1..1'
}
