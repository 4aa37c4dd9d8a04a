#!/usr/bin/env bats
# Public traces, replayed by steps at the instants at which something happens,
# end job by job at the seconds that published simulators have for them:
# t/data/SOURCES says which.

load check

top=$BATS_TEST_DIRNAME/..

# ends_as TRACE GPUS DISCIPLINE...: each discipline gives its column of the
# published ends.
ends_as() {
	local trace=$1 gpus=$2 d

	shift 2
	for d; do
		awk -F '\t' -v d="$d" '
		NR == 1 { for (i = 2; i <= NF; i++) if ($i == d) at = i; next }
		{ print $1 "\t" $at }' "$top/t/data/ends-$trace-$gpus.tsv" \
		    >want
		try "$top/t/replay" "$gpus" "$d" "$top/share/examples/$trace.tsv"
		ends 0
		diff -u --label "published: $trace $gpus $d" want out
	done
}

# Under a wrapper like valgrind a step takes half a second.
long() {
	[ -z "${T_WRAP-}" ] || skip 'too long under a wrapper'
}

@test "sixty jobs on 8 GPUs" {
	if [ -n "${T_WRAP-}" ]; then
		ends_as sixty 8 easy
	else
		ends_as sixty 8 fifo besteffort easy conservative
	fi
}

@test "sixty jobs on 16 GPUs" {
	long
	ends_as sixty 16 fifo besteffort easy conservative
}

@test "a virtual cluster of Philly on 64 GPUs" {
	long
	ends_as philly_2869ce 64 fifo besteffort easy conservative
}

@test "a step that fails and a job that never runs are seen" {
	printf 'job\tcreated\tgpu\truntime\na\t0\t4\t9\nb\t1\t8\t9\n' >trace
	gives $'a\t9\nb\t18' "$top/t/replay" 8 fifo trace
	denies '' "$top/t/replay" 8 lifo trace
	says 'the step at 0 failed'
	denies '' "$top/t/replay" 8 fifo no-trace
	says 'no trace'
	denies "a	9" "$top/t/replay" 7 fifo trace
	says 'b is pending'
}
