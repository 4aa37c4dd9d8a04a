# shellcheck shell=bash
# What the tests against real software share.  Load ../check first.

# needs COMMAND PACKAGE: the test is left out, and says so, where the command
# is not installed; with T_REAL=must it fails instead.
needs() {
	! command -v "$1" >/dev/null || return 0
	if [ "${T_REAL-}" = must ]; then
		echo "$1 is not here: it is in the package $2"
		return 1
	fi
	skip "$1 is not here: it is in the package $2 (share/setup real)"
}

# until_so COMMAND...: waits until the command succeeds, at most 20 seconds.
until_so() {
	local i

	for ((i = 0; i < 400; i++)); do
		! "$@" || return 0
		sleep 0.05
	done
	echo "in vain: $*"
	return 1
}
