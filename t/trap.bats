#!/usr/bin/env bats
# The trap of equal blockers.  With k of them ahead of job E, none of which
# the nodes can hold, timeout T and cooldown C, and a pass at every instant:
#
#	E starts iff C > (k - 1)T, at kT; otherwise never.
#	With --timestamp eviction it always starts at kT.
#	With --backoff it starts iff the greatest cooldown is over (k - 1)T.
#
# The filters themselves are run, over all instants at which something may
# happen: an admission's age reaches T, or a cooldown ends.  Many cases are
# run at once, each a queue and a pool of its own.

load check

t0=1764500000

# What to try: numbers of blockers, timeouts, for how long, how long with
# backoff, and greatest cooldowns there.  Under a wrapper like valgrind, which
# takes a second for each pass, fewer.
if [ -z "${T_WRAP-}" ]; then
	blockers='1 2 3 4'
	timeouts='60 90 120'
	horizon=620
	far=1500
	greatest='60 61 120 121'
else
	blockers=2
	timeouts=60
	horizon=260
	far=700
	greatest='60 61'
fi

# add K T C: adds blockers, E, nodes of 8, 4 and 4, and the queue's times.
add() {
	local q="k$1_T$2_C$3" i

	echo "$q $2 $3" >>queues
	printf "%s %s %s\n" "$q.1" "$q" 8 "$q.2" "$q" 4 "$q.3" "$q" 4 \
	    >>nodes
	for ((i = 1; i <= $1; i++)); do
		echo "$q.b$i $q $q $t0 pending - - 0 2 8" >>list
	done
	echo "$q.e $q $q $((t0 + 1)) pending - - 0 1 8" >>list
}

# none: the files, of which add makes more.
none() {
	t=$t0
	echo 'queue timeout cooldown' >queues
	echo 'node pool gpu' >nodes
	echo 'job queue pool created state since not_before requeues instances gpu' \
	    >list
}

# The next instant after $1 at which a job of the file list may change, or
# nothing.
next_instant() {
	awk -F '\t' -v t="$1" '
	FILENAME == "queues" { split($0, f, " "); timeout[f[1]] = f[2]; next }
	FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["state"] == "inqueue" { at_s = $at["since"] + timeout[$at["queue"]] }
	$at["state"] == "pending" { at_s = $at["not_before"] + 0 }
	$at["state"] == "running" { next }
	at_s > t && (!n || at_s < n) { n = at_s }
	END { if (n) print n }' queues list
}

# passes SECONDS ARG...: passes at every instant up to so many seconds, with
# the arguments for qrequeue.  Another call goes on from there.
passes() {
	local end=$((t0 + $1))

	shift
	while [ -n "$t" ] && [ "$t" -le "$end" ]; do
		qrequeue -T "$t" "$@" list | qstep -T "$t" -N nodes >next
		mv next list
		t=$(next_instant "$t")
	done
}

# started: when each E started, in seconds, or `never`.
started() {
	awk -F '\t' -v t0=$t0 '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$1 ~ /e$/ {
		sub(/\.e$/, "", $1)
		runs = $at["state"] == "running"
		print $1, (runs ? $at["started"] - t0 : "never")
		next
	}
	$at["state"] == "running" { print $1, "runs" }' list
}

# The cooldowns to try with K and T.
cooldowns() {
	local edge=$((($1 - 1) * $2))

	printf '%s\n' 0 1 59 60 61 $((edge - 1)) $edge $((edge + 1)) \
	    $((edge + $2 / 2)) $((edge + 2 * $2)) | awk '$1 >= 0' | sort -nu
}

# grid: every case; the file want is from the rule.
grid() {
	local k time c

	none
	: >want
	for k in $blockers; do
		for time in $timeouts; do
			for c in $(cooldowns "$k" "$time"); do
				add "$k" "$time" "$c"
				echo "$k $time $c" >>want
			done
		done
	done
}

# relative TIME FILE: the states, with times counted from this one.
relative() {
	awk -F '\t' -v t="$1" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{
		left = $at["not_before"] - t
		since = $1 ~ /e$/ ? "-" : $at["since"] - t
		print $1, $at["state"], since, (left > 0 ? left : 0)
	}' "$2"
}

@test "E starts at kT if C > (k-1)T, and never otherwise" {
	grid
	passes "$horizon" -Q queues
	started >got
	awk '{
		print "k" $1 "_T" $2 "_C" $3,
		    ($3 > ($1 - 1) * $2 ? $1 * $2 : "never")
	}' want | diff -u - got
}

@test "the same by the options of qrequeue, a case at a time" {
	for k in $blockers; do
		for c in $(((k - 1) * 60)) $(((k - 1) * 60 + 1)); do
			none
			add "$k" 60 "$c"
			passes "$horizon" -t 60 -C "$c"
			started >got
			want=never
			[ "$c" -le $(((k - 1) * 60)) ] || want=$((k * 60))
			holds got "k${k}_T60_C$c $want"
		done
	done
}

@test "--timestamp eviction: E starts at kT whatever the cooldown" {
	grid
	passes "$horizon" -Q queues --timestamp eviction
	started >got
	awk '{ print "k" $1 "_T" $2 "_C" $3, $1 * $2 }' want | diff -u - got
}

@test "--backoff 2: E starts in the end, if there is a cooldown at all" {
	none
	never=
	for k in $blockers; do
		[ "$k" -lt 4 ] || break
		for c in 0 7 30 60; do
			add "$k" 60 $c
		done
		never="$never k${k}_T60_C0"
	done
	passes "$far" -Q queues --backoff 2
	started >got
	awk '
	$2 == "never" { never = never " " $1 }
	$2 == "runs" || ($2 != "never" && $2 % 60) { print "wrong:", $0 }
	END { print "never:" never }' got >sum
	holds sum "never:$never"
}

@test "--backoff 2 --max-cooldown M: E starts iff M > (k-1)T" {
	for m in $greatest; do
		none
		for k in 1 2 3; do
			add $k 60 20
		done
		passes "$far" -Q queues --backoff 2 --max-cooldown "$m"
		started | awk '{ print $1, $2 == "never" ? $2 : "starts" }' >got
		for k in 1 2 3; do
			if [ "$m" -gt $(((k - 1) * 60)) ]; then
				echo "k${k}_T60_C20 starts"
			else
				echo "k${k}_T60_C20 never"
			fi
		done | diff -u - got
	done
}

@test "the trap stays shut, whatever time goes by: the states come again" {
	none
	add 3 60 120
	passes 180 -t 60 -C 120
	cp list was
	passes 360 -t 60 -C 120
	# But for the clock and the count, all is as it was.
	diff -u <(relative $((t0 + 180)) was) <(relative $((t0 + 360)) list)
}
