# shellcheck shell=bash
# What the bats files share: a folder for each test, and checks that show what
# they saw.  A check that fails ends its test.

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	# t/run puts the programs under test first on PATH, wrapped perhaps.
	command -v gpuhint >/dev/null || PATH=${BASH_SOURCE[0]%/*}/../bin:$PATH
	if declare -F records >/dev/null; then
		records
	fi
}

# try COMMAND...: leaves its output in the files out and err, its status in
# $status.
try() {
	status=0
	"$@" >out 2>err || status=$?
}

# holds FILE TEXT: the file is the text and a newline, or nothing for no text.
holds() {
	if [ -n "$2" ]; then
		diff -u --label "wanted in $1" --label "is in $1" \
		    <(printf '%s\n' "$2") "$1"
	else
		diff -u --label "wanted in $1" --label "is in $1" \
		    /dev/null "$1"
	fi
}

# ends STATUS: how the last try ended.
ends() {
	if [ "$status" -ne "$1" ]; then
		echo "status $status, not $1; standard error:"
		cat err
		return 1
	fi
}

# gives OUT COMMAND...: status 0, this output and no message.
gives() {
	try "${@:2}"
	ends 0
	holds out "$1"
	holds err ""
}

# denies OUT COMMAND...: status 1 and this output; messages may be there.
denies() {
	try "${@:2}"
	ends 1
	holds out "$1"
}

# faults ERR COMMAND...: status 2, no output, just these messages.
faults() {
	try "${@:2}"
	ends 2
	holds out ""
	holds err "$1"
}

# says TEXT: the last try's messages have this in them.
says() {
	if ! grep -qF -- "$1" err; then
		echo "no \"$1\" in standard error:"
		cat err
		return 1
	fi
}

# lacks TEXT FILE: nothing in the file has this in it.
lacks() {
	if grep -F -- "$1" "$2"; then
		echo "in $2, where it should not be"
		return 1
	fi
}
