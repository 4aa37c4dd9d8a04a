#!/usr/bin/env bats
# A loop of the filters over the same instants comes to the same states as
# qsim, with and without budgets.

load check

top=$BATS_TEST_DIRNAME/..
columns=job,queue,group,priority,created,instances,gpu,runtime,min_runtime
columns=$columns,state,since,not_before,requeues,preemptions,nodes,started
columns=$columns,ended,attained,queued,reserved,reason

# draw N SEED [UNIT [GRAIN]]: a random trace of N jobs.  A job comes every half
# a minute, were a second UNIT seconds, and all times are multiples of GRAIN.
draw() {
	awk -v n="$1" -v seed="$2" -v unit="${3:-1}" -v grain="${4:-1}" \
	    -v columns="$columns" '
	function draw(m) { seed = (seed * 16807) % 2147483647; return seed % m }
	function some(m) { return int(draw(m) / grain) * grain * unit }
	BEGIN {
		OFS = "\t"
		gsub(",", "\t", columns)
		print columns
		split("a/x a/y b c", group, " ")
		split("high medium low", priority, " ")
		for (i = 0; i < n; i++) {
			t += some(60)
			print "j" draw(1000) "-" i, "q" draw(2),
			    group[draw(4) + 1], priority[draw(3) + 1], t,
			    draw(3) + 1, draw(8) + 1,
			    some(400) + grain * unit,
			    draw(4) * 90 * unit, "pending", t, "-", 0, 0, "-", "-",
			    "-", 0, "-", "-", "-"
		}
	}' >trace
}

records() {
	printf 'node\tgpu_total\nn1\t8\nn2\t8\nn3\t4\nn4\t4\n' >nodes
	printf 'group\tshare\na/x\t1\na/y\t2\nb\t3\nc\t1\n' >budgets
	[ -z "${T_WRAP-}" ] || skip 'too long under a wrapper'
}

# told FILE...: records in the order of their ids and starts, for comparison.
# Durations are written in two ways; a run that was stopped is in its own state
# here, and in what comes after it there; reasons of an instant are not kept.
told() {
	awk -F '\t' -v OFS='\t' -v columns="$columns" '
	BEGIN {
		n = split(columns, name, ",")
		for (i = 1; i <= n; i++)
			at[name[i]] = i
		unit["d"] = 86400; unit["h"] = 3600; unit["m"] = 60
		unit["s"] = 1
	}
	function seconds(d,   s) {
		if (d ~ /^[0-9]+$/)
			return d
		for (; match(d, /^[0-9]+[dhms]/); d = substr(d, RLENGTH + 1))
			s += substr(d, 1, RLENGTH - 1) * \
			    unit[substr(d, RLENGTH, 1)]
		return s + 0
	}
	$1 == "job" { next }
	{
		$at["attained"] = seconds($at["attained"])
		$at["reason"] = ""
		if (FILENAME == "runs" || $at["state"] == "stopped")
			$at["state"] = $at["since"] = "stopped"
		print
	}' "$@" | sort
}

# alike TICK REQUEUE PREEMPT STEP ARG...: the loop, and qsim with these
# arguments, come to the same runs and the same states in the end.
alike() {
	"$top/t/loop" nodes trace "$2" "$3" "$4" "$1" >loop
	try qsim -N nodes "${@:5}" -o tsv -c "$columns" trace
	ends 0
	holds err ''
	told out >was
	diff -u <(told runs loop) was
	[ "$(grep -c succeeded out)" -gt "$(($(wc -l <trace) * 3 / 4))" ]
}

# differs ARG...: with these qsim comes to something else than what was alike.
differs() {
	try qsim -N nodes "$@" -o tsv -c "$columns" trace
	ends 0
	if told out | cmp -s - was; then
		echo "no difference: $*"
		return 1
	fi
}

@test "200 jobs: besteffort, with and without a timeout" {
	draw 200 1
	alike 60 - - '-d besteffort' -d besteffort
	draw 200 2 1 10
	alike 60 '-t 60 -C 90 --backoff 1.5' - '-d besteffort' -t 60 -C 90 \
	    --backoff 1.5
}

@test "200 jobs: fifo, easy and conservative" {
	draw 200 3 1 30
	alike 60 - - '-d fifo -e placement' -d fifo -e placement
	alike 60 - - '-d easy' -d easy
	alike 60 - - '-d conservative' -d conservative
}

@test "200 jobs with budgets: fairshare and deserved" {
	draw 200 4 1 10
	alike 60 - - '-P fairshare -B budgets --window 1h' \
	    -P fairshare -B budgets --window 1h
	draw 200 5 1 30
	alike 60 - - '-P deserved -B budgets' -P deserved -B budgets
}

@test "200 jobs with contracts: deserved, and fairshare" {
	local b='-B budgets -U runs'

	draw 200 11 1 30
	alike 60 - '-P deserved -B budgets' "-P deserved $b -e placement" \
	    --contracts -B budgets -e placement
	differs -P deserved -B budgets -e placement
	draw 200 12 1 30
	alike 300 - '-P fairshare -B budgets --window 1h' \
	    "-P fairshare $b --window 1h" --contracts -P fairshare \
	    -B budgets --window 1h --tick 5m
	differs -P fairshare -B budgets --window 1h --contracts
}

@test "contracts with a debug lane, reservations, timeouts and a cap" {
	local b='-P deserved -B budgets' lane more
	lane='--debug-lane gpus<=4,min_runtime<=90m'

	# A minute for each second: reservations take an hour.
	draw 150 14 60 30
	alike 1800 - "$b $lane --reserve 10" \
	    "$b $lane -U runs -e placement" --contracts -B budgets \
	    "${lane/ /=}" --reserve 10 -e placement --tick 30m
	differs --contracts -B budgets --reserve 10 -e placement --tick 30m
	differs --contracts -B budgets "${lane/ /=}" -e placement --tick 30m
	draw 120 34 60 30
	b="$b --window 10h --cap 3600"
	more='--window 10h --tick 30m -t 30m -C 1h'
	more="--contracts -B budgets $more"
	# shellcheck disable=SC2086 # options
	{
		alike 1800 '-t 1800 -C 1h --timestamp eviction' \
		    "$b --reserve 8" "$b -U runs" $more \
		    --cap 1h --timestamp eviction --reserve 8
		differs $more --timestamp eviction --reserve 8
		differs $more --cap 1h --timestamp eviction
		differs $more --cap 1h --reserve 8
	}
}
