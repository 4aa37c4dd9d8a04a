#!/usr/bin/env bats
# A loop of the filters over the same instants comes to the same states as
# qsim, with and without budgets.

load check

top=$BATS_TEST_DIRNAME/..
columns=job,queue,group,priority,created,instances,gpu,runtime,min_runtime
columns=$columns,state,since,not_before,requeues,preemptions,nodes,started
columns=$columns,ended,attained

# draw N SEED: a random trace of N jobs.
draw() {
	awk -v n="$1" -v seed="$2" -v columns="$columns" '
	function draw(m) { seed = (seed * 16807) % 2147483647; return seed % m }
	BEGIN {
		OFS = "\t"
		gsub(",", "\t", columns)
		print columns
		split("a/x a/y b c", group, " ")
		split("high medium low", priority, " ")
		for (i = 0; i < n; i++) {
			t += draw(60)
			print "j" draw(1000) "-" i, "q" draw(2),
			    group[draw(4) + 1], priority[draw(3) + 1], t,
			    draw(3) + 1, draw(8) + 1, draw(400) + 1,
			    draw(4) * 90, "pending", t, "-", 0, 0, "-", "-",
			    "-", 0
		}
	}' >trace
}

records() {
	printf 'node\tgpu_total\nn1\t8\nn2\t8\nn3\t4\nn4\t4\n' >nodes
	printf 'group\tshare\na/x\t1\na/y\t2\nb\t3\nc\t1\n' >budgets
	[ -z "${T_WRAP-}" ] || skip 'too long under a wrapper'
}

# alike REQUEUE PREEMPT STEP ARG...: the loop and qsim with these arguments.
# Who never ends is as it is at the last instant in both.
alike() {
	"$top/t/loop" nodes trace "$1" "$2" "$3" >loop
	try qsim -N nodes "${@:4}" -o tsv --per-job -c "$columns" trace
	ends 0
	sed 's/\t0s*$/\t-/; s/\t0s*$/\t-/' loop >want
	for f in loop out; do
		# Durations are written in two ways.
		awk -F '\t' -v OFS='\t' '{ $NF = ""; print }' $f | sort >$f.all
	done
	diff -u loop.all out.all
	[ "$(grep -c succeeded out)" -gt 150 ]
}

@test "200 jobs: besteffort, with and without a timeout" {
	draw 200 1
	alike - - '-d besteffort' -d besteffort
	draw 200 2
	alike '-t 60 -C 90 --backoff 1.5' - '-d besteffort' -t 60 -C 90 \
	    --backoff 1.5
}

@test "200 jobs: fifo, easy and conservative" {
	draw 200 3
	alike - - '-d fifo -e placement' -d fifo -e placement
	alike - - '-d easy' -d easy
	alike - - '-d conservative' -d conservative
}

@test "200 jobs with budgets: fairshare and deserved" {
	draw 200 4
	alike - - '-P fairshare -B budgets --window 1h' \
	    -P fairshare -B budgets --window 1h
	draw 200 5
	alike - - '-P deserved -B budgets' -P deserved -B budgets
}
