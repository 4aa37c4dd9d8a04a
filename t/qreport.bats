#!/usr/bin/env bats
# qreport: how long jobs waited and took, and what the GPUs were used for.

load check

records() {
	cat >runs <<-END
	job kind queue group priority gpu min_runtime created started ended state util requeues
	a train p nlp high 4 1h 0 0 100 succeeded 50 -
	b debug q nlp low 8 15m 10 100 200 succeeded 100 2
	c train p bio 7 4 0 20 20 60 stopped - -
	c train p bio 7 4 0 20 200 240 succeeded - -
	d train - bio - 8 1h 30 - - pending - -
	END
	printf '%s\n' 'node gpu gpu_total state' 'n1 8 - -' 'n2 0 2 drain' \
	    >nodes
	printf '%s\n' 'group share' 'nlp 1' 'bio 1' >budgets
}

# report WANT ARG...: a report at 300, blanks for tabs.
report() {
	try qreport -T 300 -o tsv "${@:2}"
	ends 0
	holds err ''
	tr '\t' ' ' <out >got
	holds got "$1"
}

# figure WANT NAME ARG...: one figure of a summary at 300 and its n.
figure() {
	try qreport -T 300 -o tsv -H --summary -c figure,value,n "${@:3}"
	ends 0
	awk -v f="$2" '$1 == f { print $2, $3 }' out >got
	holds got "$1"
}

@test "waits of 0, 90, 0 and 270; completions of 100, 190 and 220" {
	report 'jobs runs wait_n wait_mean wait_p50 wait_p90 wait_p99 wait_max
4 4 4 90 0 270 270 270' \
	    -c jobs,runs,wait_n,wait_mean,wait_p50,wait_p90,wait_p99,wait_max \
	    runs
	report 'jct_n jct_mean jct_p50 jct_p90 jct_p99 jct_max
3 170 190 220 220 220' \
	    -c jct_n,jct_mean,jct_p50,jct_p90,jct_p99,jct_max runs
}

@test "quantiles are of nearest rank: of 1 to 200 they are 100, 180, 198" {
	{
		echo job created started ended
		for i in {200..1}; do
			echo "j$i 0 $i $((i + 1))"
		done
	} >many
	report '200 101 100 180 198 200 200 102 101 181 199 201' -H -c \
wait_n,wait_mean,wait_p50,wait_p90,wait_p99,wait_max,\
jct_n,jct_mean,jct_p50,jct_p90,jct_p99,jct_max many
}

@test "a row has all columns, as tsv, table and json" {
	report 'by value jobs runs wait_n wait_mean wait_p50 wait_p90 wait_p99 wait_max jct_n jct_mean jct_p50 jct_p90 jct_p99 jct_max requeues preemptions gpu_seconds unallocated
all - 4 4 4 90 0 270 270 270 3 170 190 220 220 220 2 1 1520 0.210526' runs
	report 'by     value    gpu_seconds
all    -               1520
queue  default            0
queue  p                720
queue  q                800' -o table -c by,value,gpu_seconds --by queue runs
	report '{"value":null,"wait_n":4,"unallocated":"0.210526"}' \
	    -o json -c value,wait_n,unallocated runs
}

@test "--by: the parts add up to the whole, which is first" {
	report 'all - 4 1520 2 1 0.210526
kind debug 1 800 2 0 0.000000
kind train 3 720 0 1 0.444444' -H --by kind \
	    -c by,value,jobs,gpu_seconds,requeues,preemptions,unallocated runs
	report 'all - 4
group bio 2
group nlp 2' -H --by group -c by,value,jobs runs
	report 'all - 4
priority high 1
priority medium 1
priority low 1
priority 7 1' -H --by priority -c by,value,jobs runs
	report 'all - 4' -H -c by,value,jobs runs
	try qreport --by colour runs
	ends 2
	says colour
}

@test "--debug-lane: those that the rule lets in, and the rest" {
	report 'all - 4 270
lane debug 1 90
lane rest 3 270
kind debug 1 90
kind train 3 270' -H --debug-lane 'gpus<=8,min_runtime<=15m' --by kind \
	    -c by,value,jobs,wait_max runs
	try qreport --debug-lane 'gpus~8' runs
	ends 2
	says debug-lane
}

@test "-N: 8 of 10 GPUs are ready, and held for 1520 of 2400 GPU-seconds" {
	figure '0.800000 10' availability -N nodes runs
	figure '0.633333 4' occupancy -N nodes runs
	figure '8 10' gpus_ready -N nodes runs
	figure '10 10' gpus -N nodes runs
	figure '- 10' availability --capacity 10 runs
	figure '0.506667 4' occupancy --capacity 10 runs
	figure '- 10' gpus_ready --capacity 10 runs
	figure '- -' availability runs
	figure '- 4' occupancy runs
}

@test "an identity: ready GPUs x occupancy x makespan is the sum of runs" {
	{
		echo job gpu created started ended
		for i in {1..40}; do
			echo "j$i $((i % 7 + 1)) $((i * 13 % 50)) $((i * 29 % 90))" \
			    "$((i * 29 % 90 + i * 31 % 70))"
		done
	} >many
	try qreport --summary -N <(printf '%s\n' 'node gpu' 'n 400') -o tsv many
	ends 0
	awk -F '\t' '{ v[$1] = $2 }
	END {
		used = v["gpus_ready"] * v["occupancy"] * v["makespan"]
		print v["gpu_seconds"], used - v["gpu_seconds"] < 0.05 &&
		    v["gpu_seconds"] - used < 0.05
	}' out >got
	awk 'NR > 1 { sum += $2 * ($5 - $4) } END { print sum, 1 }' many >want
	diff want got
}

@test "the other figures: who works, who pays, how long, how many at once" {
	# 400 GPU-seconds of 50 % and 800 of 100 %.
	figure '0.833333 2' utilisation runs
	figure '0.210526 4' unallocated runs
	figure '300 4' makespan runs
	figure '8 4' gpus_peak runs
	figure '1520 4' gpu_seconds runs
	try qreport --summary -o tsv -H -c figure,value <(sed '$d' runs)
	ends 0
	awk '$1 == "makespan" { print $2 }' out >got
	holds got 240
}

@test "-B: records of more than a hundred years are too many hours" {
	printf '%s\n' 'job group gpu min_runtime created started ended' \
	    '1 bio 1 1 0 0 9223372036854775807' >ages
	faults 'qreport: --budgets: from the first to the last there are more than 100 years' \
	    qreport --summary -B budgets --capacity 10 ages
	try qreport --summary --capacity 10 ages
	ends 0
}

@test "-B: what was delivered is what qshare says, over the makespan" {
	# bio: owed 5 GPUs of the 8 that d asks for from 30 on; c is free.
	try qshare -B budgets --capacity 10 -T 300 --window 300 -H -o tsv \
	    -c group,owed,delivered runs
	holds out 'bio	1500	0.000000
nlp	1500	0.800000'
	figure '0.400000 2' delivered -B budgets -N nodes runs
	figure '0.400000 2' delivered_loose -B budgets -N nodes runs
	figure '0.000000 2' delivered_worst -B budgets -N nodes runs
	figure '0.500000 2' jain -B budgets -N nodes runs
	figure '- -' delivered -N nodes runs
	# Nobody waits any more, and the makespan ends with the last run.
	sed '$d' runs >over
	try qreport --summary -o tsv -B budgets --capacity 10 over
	ends 0
	awk '$1 ~ /^(delivered|jain)$/ { print $1, $2, $3 }' out >got
	holds got 'delivered 1.000000 1
jain 1.000000 1'
	try qreport -B budgets runs
	ends 2
	says --capacity
	sed 's/nlp/new/' runs >unknown
	try qreport -B budgets --capacity 10 unknown
	ends 2
	holds out ''
	says new
	figure '0.000000 1' delivered -B budgets --capacity 10 \
	    --unknown-groups unallocated unknown
}

@test "jain: two groups that had 1 and 1/4 of what was theirs: 25/34" {
	cat >two <<-END
	job group gpu min_runtime created started ended state
	a nlp 4 1h 0 0 400 succeeded
	b bio 4 1h 0 300 400 succeeded
	END
	try qreport --summary -H -o tsv -B budgets --capacity 8 two
	ends 0
	awk '$1 ~ /^(delivered|jain)/ { print $1, $2, $3 }' out >got
	holds got 'delivered 0.625000 2
delivered_loose 0.625000 2
delivered_worst 0.250000 2
jain 0.735294 2'
}

@test "more GPUs held than there are: a fault, and no report" {
	faults 'qreport: at 20 runs hold 8 gpu, but there are 7' \
	    qreport -T 300 --capacity 7 runs
	faults 'qreport: at 20 runs hold 8 gpu, but there are 7.5' \
	    qreport -T 300 -N <(printf '%s\n' 'node gpu' 'n 7.5') runs
	try qreport -T 300 --capacity 8 runs
	ends 0
	cat >dated <<-END
	job gpu created started ended
	a 1 2026-11-30T08:00:00+01:00 2026-11-30T10:00:00Z 2026-11-30T11:00:00Z
	END
	faults 'qreport: at 2026-11-30T10:00:00Z runs hold 1 gpu, but there are 0' \
	    qreport --capacity 0 dated
	# What is not ready now may have been.
	figure '2.000000 1' occupancy -N \
	    <(printf '%s\n' 'node gpu state' 'n 1 -' 'm 1 drain') \
	    <(printf '%s\n' 'job gpu started ended' 'a 2 0 10')
}

@test "of a run that is told twice the record with an end counts" {
	sed -n '1p;2p' runs >old
	sed -i 's/100 succeeded/- running/' old
	for order in 'old runs' 'runs old'; do
		# shellcheck disable=SC2086 # two files
		report '4 4 1520' -H -c jobs,runs,gpu_seconds $order
	done
	try qreport -v -q -T 300 runs old
	ends 0
	holds out ''
	holds err 'qreport: 4 runs of 4 jobs, 1 records told twice'
}

@test "the order of records and of files is nothing" {
	for by in kind group queue priority; do
		try qreport -T 300 --by $by runs
		mv out want
		{ sed -n 1p runs; sed 1d runs | sort -r; } >back
		try qreport -T 300 --by $by back
		diff want out
		for n in 3 2 6 5 4; do
			sed -n "1p;${n}p" runs >part$n
		done
		try qreport -T 300 --by $by part3 part6 part2 part5 part4
		diff want out
	done
}

@test "-T: as of then; without it all counts, and now is the clock" {
	cat >late <<-END
	job gpu created started ended
	a 1 0 10 20
	b 1 0 30 60
	c 1 0 50 70
	d 1 55 60 70
	END
	report '3 2 1 40 20' -H -T 40 \
	    -c jobs,runs,jct_n,wait_max,gpu_seconds late
	try qreport -H -o tsv -c jobs,runs,jct_n,wait_max,gpu_seconds late
	holds out '4	4	4	50	70'
	# A clock, and a job that has waited since 1970.
	try qreport -H -o tsv -c wait_max <(printf '%s\n' 'job created' 'a 0')
	ends 0
	[ "$(cat out)" -gt 1700000000 ]
}

@test "--window: the part inside, as qshare counts it" {
	# Of 200 to 300: c ran for 40 s on 4 GPUs, d waits.
	report '2 1 160 0' -H -c jobs,runs,gpu_seconds,wait_n --window 100 runs
	# From 50 on: a 50 x 4, b 100 x 8, c 10 x 4 and 40 x 4.
	report '4 4 1200 0' -H -c jobs,runs,gpu_seconds,wait_n --window 250 runs
	figure '250 4' makespan --window 250 runs
	figure '0.480000 4' occupancy --window 250 --capacity 10 runs
	# nlp: 200 of a, 1200 of b, which waited until 100, but no more than
	# 5 GPUs all the time.
	try qshare -B budgets --capacity 10 -T 300 --window 250 -H -o tsv \
	    -c group,owed,delivered runs
	holds out 'bio	1250	0.000000
nlp	1250	0.800000'
	figure '0.400000 2' delivered -B budgets --capacity 10 --window 250 runs
	try qreport --window 0 runs
	ends 2
	says window
}

@test "all forms of records, and none" {
	printf '%s\n' '{"job":"a","created":0,"started":5,"ended":9,"gpu":2}' \
	    '{"job":"b","created":0,"started":7,"ended":8,"util":50,"gpu":1}' \
	    >lines
	report '2 5 7 9' -H -c jobs,wait_p50,wait_max,gpu_seconds lines
	figure '0.500000 1' utilisation lines
	report 'all - 0 - - - -' -H \
	    -c by,value,jobs,wait_mean,wait_p50,jct_max,unallocated \
	    <(echo job)
	figure '0 0' makespan <(echo job)
	figure '- 0' occupancy --capacity 8 <(echo job)
}

@test "-o prom: promtool has nothing to say" {
	command -v promtool >/dev/null || skip 'no promtool'
	printf '%s\n' '{"job":"a","kind":"x\"y\\\nz","created":0}' >odd
	for o in '--by kind' '--summary -N nodes -B budgets' --summary; do
		# shellcheck disable=SC2086 # several options
		try qreport -T 300 $o -o prom runs odd --unknown-groups unallocated
		ends 0
		promtool check metrics <out
	done
	# shellcheck disable=SC1003 # no escape
	try qreport -T 300 --by kind -o prom odd
	grep -F 'sluice_report_jobs{by="kind",value="x\"y\\\nz"} 1' out
	try qreport -T 300 -o prom runs
	grep -Fx 'sluice_report_wait_p90_seconds{by="all",value=""} 270' out
	try qreport -T 300 --summary -o prom runs
	grep -Fx 'sluice_cluster_makespan_seconds 300' out
	[ "$(grep -c occupancy out)" -eq 0 ]
}

@test "faults: util, and those of job records, each with its place" {
	printf 'job\tutil\na\t50\nb\t101\nc\tx\n' >bad
	faults 'qreport: bad:3: util: "101" is not a number from 0 to 100
qreport: bad:4: util: "x" is not a number from 0 to 100' qreport bad
	printf 'job\tgpu\na\tmany\n' >bad
	faults 'qreport: bad:2: gpu: "many" is not a count' qreport bad
	faults 'qreport: bad:2: gpu: "many" is not a count' \
	    qreport -B budgets --capacity 1 bad
	try qreport --summary --by kind runs
	ends 2
	says --summary
	try qreport --summary --debug-lane 'gpus<=8' runs
	ends 2
	try qreport -N - -
	ends 2
	says 'standard input'
}

@test "a value cannot steer a terminal" {
	printf 'job\tkind\na\t\033[31mred\n' >odd
	try qreport -T 9 --by kind -o table -c by,value odd
	ends 0
	grep -F '\x1b[31mred' out
	[ "$(tr -dc '\033' <out | wc -c)" -eq 0 ]
}

# published TRACE GPUS MEAN...: mean completion times, by discipline.
published() {
	local ends=$BATS_TEST_DIRNAME/data/ends-$1-$2.tsv i=1 mean
	local trace=$BATS_TEST_DIRNAME/../share/examples/$1.tsv

	for mean in "${@:3}"; do
		i=$((i + 1))
		awk -F '\t' -v OFS='\t' -v i=$i '
		NR == FNR { end[$1] = $i; next }
		FNR == 1 { print $0, "started", "ended"; next }
		{ print $0, end[$1] - $5, end[$1] }' "$ends" "$trace" >replay
		try qreport --capacity "$2" -H -o tsv -c jct_mean replay
		ends 0
		holds out "$mean"
	done
}

@test "published replays have their published means, on no more GPUs" {
	published sixty 8 1556 715 855 934
	published sixty 16 201 191 194 194
	published philly_2869ce 64 220700 147126 156492 154546
}

@test "a full disk is told" {
	[ -e /dev/full ] || skip 'no /dev/full'
	status=0
	qreport -T 300 runs >/dev/full 2>err || status=$?
	ends 2
}
