#!/usr/bin/env bats
# A queue over time: traces end as published simulators have it, the trap is
# found, and a loop of the filters comes to the same.

load check

top=$BATS_TEST_DIRNAME/..

# ends_as TRACE GPUS COLUMN ARG...: the ends of that column, to the second.
ends_as() {
	local trace=$1 gpus=$2 column=$3

	printf 'node\tgpu_total\npool\t%s\n' "$gpus" >nodes
	awk -F '\t' -v d="$column" '
	NR == 1 { for (i = 2; i <= NF; i++) if ($i == d) at = i; next }
	{ print $1 "\t" $at }' "$top/t/data/ends-$trace-$gpus.tsv" >want
	grep -q '[0-9]$' want
	try qsim -N nodes "${@:4}" --per-job -H -o tsv -c job,ended \
	    "$top/share/examples/$trace.tsv"
	ends 0
	diff -u --label "published: $trace $gpus $column" want out
}

# mean TRACE: the mean completion time of what the last try printed.
mean() {
	awk -F '\t' 'NR == FNR { if (FNR > 1) created[$1] = $2; next }
	{ sum += $2 - created[$1]; n++ }
	END { printf "%.3f\n", sum / n }' "$top/share/examples/$1.tsv" out
}

@test "fifo, besteffort, easy and conservative end as published" {
	for d in fifo besteffort easy conservative; do
		ends_as sixty 8 $d -P created -d $d
		ends_as sixty 16 $d -P created -d $d
		ends_as philly_2869ce 64 $d -P created -d $d
	done
}

@test "gpus, srtf, srsf and las, preemptive, end as published" {
	for p in gpus srtf srsf las; do
		ends_as sixty 8 $p -P $p --preemptive
		ends_as philly_2869ce 64 $p -P $p --preemptive
	done
	for p in gpus srtf las; do
		ends_as sixty 16 $p -P $p --preemptive
	done
}

@test "srsf where the published one breaks a tie by history: our mean" {
	echo 'node gpu_total
pool 16' >nodes
	try qsim -N nodes -P srsf --preemptive --per-job -H -o tsv \
	    -c job,ended "$top/share/examples/sixty.tsv"
	ends 0
	mean sixty >got
	holds got 194.983
}

# trap K T C E: the queue of K blockers and E with a timeout and a cooldown,
# in the file queue; what is wanted of E is added to the file want.
trap_of() {
	local i

	echo 'job created instances gpu queue pool' >queue
	for ((i = 1; i <= $1; i++)); do
		echo "b$i 1000 2 8 q p" >>queue
	done
	echo 'e 1001 1 8 q p' >>queue
}

@test "the trap: the forecast and the replay agree with C > (k-1)T" {
	printf '%s\n' 'node pool gpu' 'n1 p 8' 'n2 p 4' 'n3 p 4' >nodes
	local blockers='1 2 3 4' timeouts='60 90 120'

	# Each of the runs takes a second under a wrapper.
	[ -z "${T_WRAP-}" ] || { blockers=2; timeouts=60; }
	for k in $blockers; do
		for t in $timeouts; do
			edge=$(((k - 1) * t))
			for c in 0 1 59 60 $((edge - 1)) $edge $((edge + 1)) \
			    $((edge + 100)); do
				[ "$c" -ge 0 ] || continue
				trap_of "$k"
				try qsim -N nodes --forecast -T 1001 -t "$t" \
				    -C "$c" -H -o tsv -c job,start queue
				ends 0
				# The blockers came in at 1001, the first pass.
				want=never
				[ "$c" -le $edge ] || want=$((1001 + k * t))
				echo "$k $t $c e $want"
				grep -qx "e	$want" out
				sed 's/$/ 50/; 1s/50/runtime/' queue >trace
				try qsim -N nodes -T 1001 -t "$t" -C "$c" -H \
				    -o tsv -c job,started trace
				ends 0
				[ $want != never ] || want=-
				grep -qx "e	$want" out
			done
		done
	done
}

@test "the trap: with enough backoff, or eviction order, E always starts" {
	printf '%s\n' 'node pool gpu' 'n1 p 8' 'n2 p 4' 'n3 p 4' >nodes
	for k in 1 2 3 4; do
		trap_of $k
		for c in 1 20 60; do
			try qsim -N nodes --forecast -T 1001 -t 60 -C $c \
			    --backoff 2 -H -o tsv -c job,start queue
			ends 0
			lacks 'e	never' out
		done
		try qsim -N nodes --forecast -T 1001 -t 60 -C 1 \
		    --timestamp eviction -H -o tsv -c job,start queue
		grep -qx "e	$((1001 + k * 60))" out
	done
	trap_of 3
	try qsim -N nodes --forecast -T 1001 -t 60 -C 20 --backoff 2 \
	    --max-cooldown 120 -H -o tsv -c job,start,circle queue
	grep -qx 'e	never	b1,b2,b3' out
	try qsim -N nodes --forecast -T 1001 -t 60 -C 20 --backoff 2 \
	    --max-cooldown 121 -H -o tsv -c job,start queue
	lacks 'e	never' out
}

@test "the trap with backoff: E starts iff the greatest cooldown > (k-1)T" {
	local start from

	printf '%s\n' 'node pool gpu' 'n1 p 8' 'n2 p 4' 'n3 p 4' >nodes
	for k in 1 2 3 4; do
		trap_of $k
		sed 's/$/ 50/; 1s/50/runtime/' queue >trace
		for t in 60 90; do
			edge=$(((k - 1) * t))
			for max in 0 1 $((edge - 1)) $edge $((edge + 1)) ''; do
				[ "${max:-0}" -ge 0 ] || continue
				set -- -T 1001 -t $t -C 7 --backoff 1.7 \
				    ${max:+--max-cooldown "$max"} -H -o tsv
				try qsim -N nodes --forecast "$@" \
				    -c job,start queue
				start=$(sed -n 's/^e	//p' out)
				try qsim -N nodes "$@" -c job,started trace
				from=$(sed -n 's/^e	//p' out)
				echo "$k $t $max: $start $from"
				if [ -n "$max" ] && [ "$max" -le $edge ]; then
					[ "$start $from" = 'never -' ]
				else
					[ "$start" -ge $((1001 + k * t)) ]
					[ "$from" = "$start" ]
				fi
			done
		done
	done
}

@test "the trap with passes of its own: T and C are rounded up first" {
	printf '%s\n' 'node pool gpu' 'n1 p 8' 'n2 p 4' 'n3 p 4' >nodes
	trap_of 2
	# Every 50 s: T = 60 is 100, so C must be over 100: 100 is not enough.
	try qsim -N nodes --forecast --every 50 -T 1001 -t 60 -C 100 -H \
	    -o tsv -c job,start queue
	grep -qx 'e	never' out
	try qsim -N nodes --forecast --every 50 -T 1001 -t 60 -C 101 -H \
	    -o tsv -c job,start queue
	grep -qx 'e	1201' out
}

@test "a limit ends the circle: blockers are held" {
	printf '%s\n' 'node pool gpu' 'n1 p 8' 'n2 p 4' 'n3 p 4' >nodes
	trap_of 2
	try qsim -N nodes --forecast -T 1001 -t 60 -C 1 --limit 2 -H \
	    -o tsv -c job,start queue
	ends 0
	lacks 'e	never' out
}

@test "a forecast goes by time limits, a frozen one waits for nobody" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'job created state started nodes gpu time_limit' \
	    'r 0 running 50 n 8 100' 'w 60 - - - 8 10' 'x 61 - - - 8 -' \
	    'y 62 - - - 8 10' 'z 500 - - - 8 5' >list
	gives $'w\t150\t50s\nx\t160\t1m\ny\tnever\t-\nz\tnever\t-' \
	    qsim -N nodes --forecast -T 100 -H -o tsv -c job,start,wait list
	gives $'w\tnever\tquota needs 8 gpu, 0 idle, 0 inqueue' \
	    qsim -N nodes --forecast --frozen -T 100 -H -o tsv \
	    -c job,start,reason <(sed -n '1,3p' list)
}

@test "a trace with running jobs goes on from there" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'job created state started nodes gpu runtime attained' \
	    'r 0 running 50 n 6 100 20' 'w 10 - - - 4 7 -' 'v 20 - - - 2 9 -' \
	    >list
	gives $'r\tsucceeded\t50\t130\t1m40s
w\tsucceeded\t130\t137\t7s
v\tsucceeded\t60\t69\t9s' qsim -N nodes -T 60 -H -o tsv \
	    -c job,state,started,ended,attained list
	# Without a clock it begins at the latest time in the records.
	try qsim -N nodes -H -o tsv -c job,started list
	grep -qx 'v	50' out
}

@test "runs that were stopped come first, then every job; --per-job: no runs" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'job created gpu runtime' 'a 0 8 100' 'b 10 8 5' >list
	gives $'a\tstopped\t0\t10\t10s\na\tsucceeded\t15\t105\t1m40s
b\tsucceeded\t10\t15\t5s' qsim -N nodes -P srtf --preemptive -H -o tsv \
	    -c job,state,started,ended,attained list
	gives $'a\tsucceeded\t15\t105\t1m40s\nb\tsucceeded\t10\t15\t5s' \
	    qsim -N nodes -P srtf --preemptive --per-job -H -o tsv \
	    -c job,state,started,ended,attained list
	gives $'a\tsucceeded\t15\t112\t1m47s\nb\tsucceeded\t10\t15\t5s' \
	    qsim -N nodes -P srtf --preemptive --restart-cost 7 --per-job -H \
	    -o tsv -c job,state,started,ended,attained list
}

@test "who runs and would go on where it is, is not stopped" {
	printf '%s\n' 'node gpu_total' 'n0 16' 'n1 8' >nodes
	# At 18 k7 takes off all that stand behind it.  a1 finds its place only
	# when those behind it are taken off once more: it is its own.
	printf '%s\n' 'job created instances gpu runtime' 'k2 0 2 4 37' \
	    'a0 0 1 2 100' 'a1 0 1 3 85' 'j3 7 1 2 82' 'k5 10 3 3 80' \
	    'k6 18 1 3 25' 'k7 18 1 8 43' >list
	gives $'0\t37\tn0\n43\t91\tn0' sh -c 'qsim -N nodes -P sjf \
	    --preemptive -H -o tsv -c job,started,ended,nodes list |
	    sed -n "s/^a1.//p"'
}

@test "two that stop each other before they get on go round in a circle" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'job group created gpu runtime min_runtime' \
	    'a a 0 8 1000 60' 'b b 0 8 1000 60' >list
	try timeout 60 qsim -N nodes -B budgets --window 10m --contracts \
	    --restart-cost 1h -q -v list
	ends 0
	says 'qsim: 0 done'
	try qsim -N nodes -B budgets --window 10m --contracts \
	    --restart-cost 30 -q -v list
	ends 0
	says 'qsim: 2 done'
}

@test "a run that is stopped is told once" {
	printf 'node gpu_total\nn1 1\n' >nodes
	printf '%s\n' 'job created gpu runtime resumable' 'a 0 1 100 no' \
	    'b 1 1 10 yes' >list
	gives $'a\tstopped\t0\t1\nb\tsucceeded\t1\t11' qsim -N nodes -P srtf \
	    --preemptive -H -o tsv -c job,state,started,ended list
	# One of no time at all is none: z is there and gone at 5.
	printf '%s\n' 'job created gpu runtime state started nodes' \
	    'a 0 1 9 running 5 n1' 'z 5 1 0 - - -' >list
	gives $'a\tsucceeded\t5\t14\nz\tsucceeded\t5\t5' qsim -T 5 -N nodes \
	    -P srtf --preemptive -H -o tsv -c job,state,started,ended list
}

@test "with budgets, what brings nothing new for long ends" {
	printf 'node gpu_total\nn0 4\nn1 4\n' >nodes
	printf '%s\n' 'group share' 'a 3' 'b 2' 'c 1' 'c/x 1' 'c/y 2' >budgets
	printf '%s\n' 'job group created instances gpu min_runtime' \
	    'j04 a 450 1 3 9h' 'j07 c/x 635 1 4 15m' 'j08 b 285 1 2 1h' \
	    'j09 a 194 1 2 15m' 'j10 b 742 2 1 892' >list
	try timeout 120 qsim -q -v -N nodes -P fairshare -B budgets \
	    --capacity 16 --contracts --forecast --frozen -T 1000 list
	ends 0
	grep -q ' 50[0-9]* instants' err
}

@test "a run of months is waited for" {
	printf 'node gpu_total\nn1 1\n' >nodes
	printf '%s\n' 'group share' 'a 1' >budgets
	printf '%s\n' 'job group created gpu runtime min_runtime' \
	    'a a 0 1 60d 1h' 'b a 1 1 10 1h' >list
	for cost in '' --restart-cost=1; do
		try qsim -q -v -N nodes -B budgets --contracts \
		    ${cost:+"$cost"} list
		ends 0
		says 'qsim: 2 done, 0 stops'
	done
}

@test "las2d demotes after so many GPU-seconds, to the second" {
	echo 'node gpu_total
n 8' >nodes
	# a leaves the first class at 100 GPU-seconds: after 13 s.
	printf '%s\n' 'job created gpu runtime' 'a 0 8 50' 'b 1 8 20' >list
	gives $'a\t0\t13\nb\t13\t26\na\t26\t63\nb\t63\t70' sh -c \
	    'qsim -N nodes -P las2d --preemptive --las-queues 100 -H -o tsv \
	    -c job,started,ended list | sort -k 2n'
}

@test "times take the style of each record's created" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'job created gpu runtime' \
	    'a 2026-11-30T10:00:00+08:00 8 1h' 'b 1796004001 8 1m' >list
	gives $'a\t2026-11-30T11:00:00+08:00\nb\t1796007660' \
	    qsim -N nodes -H -o tsv -c job,ended list
}

@test "with contracts a queue at rest ends, ticks or not" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'job created group instances gpu min_runtime state runtime' \
	    'A 0 a 2 8 60 inqueue 5' 'B 1 b 1 8 60 - 5' >list
	gives $'A\tinqueue\tfragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)
B\t-\tquota needs 8 gpu, 16 idle, 16 inqueue' timeout 60 \
	    qsim -N nodes --contracts -B budgets -T 5 -H -o tsv \
	    -c job,state,reason list
	# Nobody goes round: there is no circle, and so no period.
	gives $'A\tnever\t-\t-\nB\tnever\t-\t-' timeout 60 \
	    qsim -N nodes --contracts -B budgets -T 5 --forecast -H -o tsv \
	    -c job,start,circle,period list
}

@test "no circle is for ever while used time still leaves the window" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'job created group instances gpu min_runtime' \
	    'a1 950 a 2 8 60' 'a2 950 a 2 8 60' 'e 940 b 1 8 60' >list
	printf '%s\n' 'job created group gpu min_runtime started ended' \
	    'was 0 b 1 60 0 900' >runs
	# What b had is gone from 8100 on; there is a pass each minute.
	gives $'a1\tnever\na2\tnever\ne\t8140' qsim -N nodes -P fairshare \
	    -B budgets -U runs --window 2h -t 1m -C 1m -T 1000 --forecast \
	    -H -o tsv -c job,start list
	# By priority it is the trap.
	gives $'a1\tnever\na2\tnever\ne\tnever' qsim -N nodes \
	    -t 1m -C 1m -T 1000 --forecast -H -o tsv -c job,start \
	    <(sed 's/940/960/' list)
}

@test "a queue is not at rest as long as a gang may come to reserve" {
	echo 'node gpu_total
n1 8
n2 8' >nodes
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'job created group instances gpu min_runtime state nodes started' \
	    'r 0 a 1 4 60 running n1 0' 'g 60 a 2 8 60 - - -' >list
	for want in never 3720; do
		gives $'g\t'"$want" qsim -N nodes --contracts -B budgets \
		    --window 1m -T 60 --forecast -H -o tsv -c job,start \
		    ${reserve:+"$reserve"} list
		reserve=--reserve=16
	done
}

@test "-v says when the last instant was, in either engine" {
	printf 'node gpu\nn1 8\n' >nodes
	printf '%s\n' 'job created gpu runtime' 'B 0 8 90' \
	    'E 1970-01-01T00:00:05Z 8 20' >trace
	try qsim -v -q -N nodes trace
	ends 0
	holds err 'qsim: 2 done, 0 stops, 4 instants, the last at 110'
	try qsim -v -q -N nodes --preemptive -P srtf trace
	holds err 'qsim: 2 done, 1 stops, 4 instants, the last at 110'
	printf 'job created runtime\n' >none
	try qsim -v -q -N nodes none
	holds err 'qsim: 0 done, 0 stops, 1 instants, the last at 0'
}

@test "what does not go together is refused, and what lacks a run time" {
	echo 'node gpu_total
n 8' >nodes
	printf '%s\n' 'job created gpu runtime' 'a 0 8 -' >list
	faults 'qsim: list:2: runtime: is absent' qsim -N nodes list
	for bad in '--contracts' '-P las' '-P fairshare' '--frozen' \
	    '--reserve 8' '--las-queues 1,2' '--every 0' '--tick 0' \
	    '-P las --preemptive --las-queues 2,1' '--preemptive -d easy' \
	    '-t 59' '-U list'; do
		# shellcheck disable=SC2086 # options
		try qsim -N nodes $bad list
		ends 2
		holds out ''
	done
}
