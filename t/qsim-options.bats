#!/usr/bin/env bats
# Every option of qsim does something: each test fails without it.

load check

records() {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	printf '%s\n' 'job created gpu runtime' 'a 0 6 100' 'b 1 8 50' \
	    'c 2 2 20' >trace
}

# seen WANT ARG...: job, start and end of each record, on one line.
seen() {
	try qsim -N nodes -H -o tsv -c job,started,ended "${@:2}"
	ends 0
	holds err ''
	tr '\t' : <out | paste -sd ' ' >line
	holds line "$1"
}

@test "-Q: a discipline, a quota, a timeout and a cooldown for each queue" {
	printf '%s\n' 'job created queue instances gpu runtime' \
	    'a 0 p 1 6 100' 'b 1 p 2 8 50' 'c 2 p 1 2 20' \
	    'x 3 r 1 4 30' 'y 4 r 1 4 30' >trace
	seen 'a:0:100 b:100:150 c:2:22 x:3:33 y:4:34' trace
	echo 'queue discipline gpu
p fifo -
r - 4' >queues
	seen 'a:0:100 b:100:150 c:150:170 x:3:33 y:33:63' -Q queues trace
	# The blocker of q times out, that of r does not.
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	for q in q r; do
		printf '%s\n' "b 0 $q $q 2 8 9" "e 1 $q $q 1 8 9"
	done | sed 's/^\(.\) 0 \(.\)/\1\2 0 \2/; s/^\(.\) 1 \(.\)/\1\2 1 \2/
	    1i job created queue pool instances gpu runtime' >trace
	printf '%s\n' 'node gpu pool' 'n1 8 q' 'n2 4 q' 'n3 4 q' 'm1 8 r' \
	    'm2 4 r' 'm3 4 r' >nodes
	printf '%s\n' 'queue timeout cooldown' 'q 60 7' 'r 90 0' >queues
	seen 'bq:-:- eq:60:69 br:-:- er:-:-' -Q queues trace
	printf '%s\n' 'queue timeout cooldown' 'q 60 0' 'r 90 7' >queues
	seen 'bq:-:- eq:-:- br:-:- er:90:99' -Q queues trace
}

@test "--quota is that of queues that name none" {
	seen 'a:0:100 b:1:51 c:2:22' trace
	seen 'a:0:100 b:100:150 c:2:22' --quota gpu=8 trace
}

@test "--per-pool: under fifo a job blocks its own class" {
	printf '%s\n' 'node gpu_total pool' 'n1 8 p' 'n2 8 r' >nodes
	printf '%s\n' 'job created pool gpu runtime' 'a 0 p 6 100' \
	    'b 1 p 8 50' 'c 2 r 2 20' >trace
	seen 'a:0:100 b:100:150 c:100:120' -d fifo trace
	seen 'a:0:100 b:100:150 c:2:22' -d fifo --per-pool trace
}

@test "--spread places where most is free, and so may fragment" {
	printf '%s\n' 'job created gpu runtime' 'a 0 4 100' 'b 1 4 100' \
	    'c 2 8 10' >trace
	seen 'a:0:100 b:1:101 c:2:12' trace
	seen 'a:0:100 b:1:101 c:100:110' --spread trace
	# And with --preemptive, where GPUs are dealt.
	seen 'a:0:100 b:1:101 c:2:12' -P created --preemptive trace
	seen 'a:0:100 b:1:101 c:100:110' -P created --preemptive --spread \
	    trace
}

@test "-e placement: what nodes cannot hold now claims nothing" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	printf '%s\n' 'job created instances gpu runtime' 'b 0 2 8 9' \
	    'e 1 1 8 9' >trace
	seen 'b:-:- e:-:-' trace
	seen 'b:-:- e:1:10' -e placement trace
}

@test "-t, -C, --backoff, --max-cooldown, --limit and --timestamp" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	printf '%s\n' 'job created instances gpu runtime' 'b 0 2 8 9' \
	    'c 0 2 8 9' 'e 1 1 8 9' >trace
	seen 'b:-:- c:-:- e:-:-' trace
	seen 'b:-:- c:-:- e:-:-' -t 60 -C 60 trace
	seen 'b:-:- c:-:- e:120:129' -t 60 -C 61 trace
	seen 'b:-:- c:-:- e:180:189' -t 90 -C 91 trace
	seen 'b:-:- c:-:- e:240:249' -t 60 -C 40 --backoff 2 trace
	seen 'b:-:- c:-:- e:-:-' -t 60 -C 40 --backoff 2 --max-cooldown 60 \
	    trace
	seen 'b:-:- c:-:- e:120:129' -t 60 -C 1 --timestamp eviction trace
	seen 'b:-:- c:-:- e:240:249' -t 60 -C 1 --limit 2 trace
	try qsim -N nodes -H -o tsv -c job,state,requeues -t 60 -C 1 \
	    --limit 2 trace
	grep -qx 'b	held	2' out
}

@test "-P and -d: who goes first, and who blocks" {
	printf '%s\n' 'job created instances gpu runtime priority' \
	    'a 0 2 8 10 low' 'b 1 2 8 30 low' 'c 2 2 8 20 high' >trace
	seen 'a:0:10 b:30:60 c:10:30' trace
	seen 'a:0:10 b:10:40 c:40:60' -P created trace
	seen 'a:0:10 b:30:60 c:10:30' -P sjf trace
}

@test "--preemptive, --restart-cost and --las-queues" {
	printf '%s\n' 'job created instances gpu runtime' 'a 0 2 8 100' \
	    'b 10 2 8 50' >trace
	seen 'a:0:100 b:100:150' -P srtf trace
	seen 'a:0:10 a:60:150 b:10:60' -P srtf --preemptive trace
	seen 'a:0:10 a:60:155 b:10:60' -P srtf --preemptive \
	    --restart-cost 5 trace
	seen 'a:0:100 b:100:150' -P las --preemptive trace
	seen 'a:0:20 b:20:40 a:40:90 a:120:150 b:90:120' -P las \
	    --preemptive --las-queues 20,70 trace
}

budgets() {
	printf '%s\n' 'group share' 'x 1' 'y 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 8' >nodes
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'f 0 x 8 50 50' 'a 1 x 8 90 200' 'b 2 y 8 90 200' >trace
}

@test "-B, -U and --window: what a group had counts" {
	budgets
	# x has had the GPUs, so y is next; by priority it is a.
	seen 'f:0:50 a:50:250 b:250:450' trace
	seen 'f:0:50 a:250:450 b:50:250' -P fairshare -B budgets trace
	# With what y had before it is x.
	printf '%s\n' 'job created group gpu min_runtime started ended' \
	    'was 0 y 8 50 100 200' >runs
	sed 's/ 0 x/ 1000 x/; s/ \([12]\) \([xy]\)/ 100\1 \2/' trace >later
	seen 'f:1000:1050 a:1050:1250 b:1250:1450' -P fairshare -B budgets \
	    -U runs -T 1000 later
	# Of that nothing is left in the window.
	seen 'f:1000:1050 a:1250:1450 b:1050:1250' -P fairshare -B budgets \
	    -U runs --window 5m -T 1000 later
}

@test "--capacity: what the claims are part of" {
	budgets
	printf '%s\n' 'node gpu_total' 'n1 16' >nodes
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'u 0 y 4 1 900' 'h 0 y 4 0 160' 'f 100 x 8 1 900' \
	    'a 120 x 4 1 900' 'b 121 y 4 1 900' >trace
	# With claims of 4 both have theirs, and x had less.
	seen 'u:0:900 h:0:160 f:100:1000 a:160:1060 b:900:1800' -P deserved \
	    -B budgets --capacity 8 trace
	# With claims of 32 y runs less of its own.
	seen 'u:0:900 h:0:160 f:100:1000 a:900:1800 b:160:1060' -P deserved \
	    -B budgets --capacity 64 trace
}

@test "--unknown-groups: they are unallocated, or a fault" {
	budgets
	sed -i 's/ y / z /' trace
	faults 'qsim: trace:4: group: "z" is in no budget' \
	    qsim -N nodes -P fairshare -B budgets trace
	seen 'f:0:50 a:50:250 b:250:450' -P fairshare -B budgets \
	    --unknown-groups unallocated trace
	sed -i 's/ z 8 90 / z 8 0 /' trace
	faults 'qsim: trace:4: group: "z" is in no budget' \
	    qsim -N nodes -P fairshare -B budgets trace
	seen 'f:0:50 a:50:250 b:250:450' -P fairshare -B budgets \
	    --unknown-groups unallocated trace
}

@test "--contracts, --cap, --tick: who may be stopped, and when" {
	budgets
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'a 0 x 8 90 200' 'b 30 y 8 100 100' >trace
	seen 'a:0:200 b:200:300' -P deserved -B budgets trace
	seen 'a:0:90 a:190:300 b:90:190' --contracts -B budgets trace
	seen 'a:0:40 b:40:80 a:80:120 b:120:160 a:160:200 a:220:300 b:200:220' \
	    --contracts -B budgets --cap 40 trace
	# With fairshare b comes to be in front only as time goes by, and that
	# shows at a tick.
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'a 0 x 8 10 900' 'b 30 y 8 200 100' >trace
	seen 'a:0:240 a:340:1000 b:240:340' --contracts -P fairshare \
	    -B budgets trace
	seen 'a:0:250 a:350:1000 b:250:350' --contracts -P fairshare \
	    -B budgets --tick 50 trace
}

@test "--debug-lane: debug jobs go first" {
	budgets
	sed -i 's/b 2 y 8 90 200/b 2 x 8 5 200/' trace
	seen 'f:0:50 a:50:250 b:250:450' -P fairshare -B budgets trace
	seen 'f:0:50 a:250:450 b:50:250' -P fairshare -B budgets \
	    --debug-lane 'min_runtime<=5' trace
}

@test "--debug-lane: among debug jobs the order of groups holds" {
	printf '%s\n' 'group share' 'x 1' 'y 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 16' >nodes
	printf '%s\n' 'job created group priority gpu min_runtime runtime' \
	    'f 0 x high 16 5 50' 'a 1 x high 16 5 50' 'b 2 y low 16 5 50' \
	    'c 2 y high 16 9 50' >trace
	for p in fairshare deserved; do
		seen 'f:0:50 a:100:150 b:50:100 c:150:200' -P $p -B budgets \
		    --debug-lane 'min_runtime<=5' trace
	done
}

@test "--forecast, --frozen and --every" {
	printf '%s\n' 'job created gpu state started nodes time_limit' \
	    'r 0 8 running 0 n1 100' 's 0 8 running 0 n2 -' 'w 10 8 - - - 5' \
	    >list
	gives 'w	100' qsim -N nodes --forecast -T 10 -H -o tsv \
	    -c job,start list
	gives 'w	never' qsim -N nodes --forecast --frozen -T 10 -H \
	    -o tsv -c job,start list
	gives 'w	130' qsim -N nodes --forecast --every 40 -T 10 -H \
	    -o tsv -c job,start list
	sed 's/time_limit/runtime/; s/-$/9/' list >trace
	seen 'r:0:100 s:0:10 w:10:15' -T 10 trace
	seen 'r:0:100 s:0:9 w:9:14' <(sed 's/^w 10/w 0/' trace)
	seen 'r:0:100 s:0:9 w:40:45' --every 40 <(sed 's/^w 10/w 0/' trace)
	seen 'w:40:45' --every 40 -T 0 <(sed -n '1p; s/^w/&/p' trace)
}

@test "--per-job, -q, -v, -H, -c and -o" {
	printf '%s\n' 'job created instances gpu runtime' 'a 0 2 8 100' \
	    'b 10 2 8 50' >trace
	set -- qsim -N nodes -P srtf --preemptive
	try "$@" -v trace
	ends 0
	holds err 'qsim: 2 done, 1 stops, 4 instants, the last at 150'
	[ "$(wc -l <out)" -eq 4 ]
	head -n 1 out | grep -q '^job	created	instances'
	try "$@" -H trace
	[ "$(wc -l <out)" -eq 3 ]
	try "$@" -H --per-job trace
	[ "$(wc -l <out)" -eq 2 ]
	gives '' "$@" -q trace
	gives '' "$@" -q --forecast -T 0 trace
	gives 'job  ended
a       10
a      150
b       60' "$@" -o table -c job,ended trace
	gives '{"job":"a","ended":10}
{"job":"a","ended":150}
{"job":"b","ended":60}' "$@" -o json -c job,ended trace
	gives '{"job":"b","start":60,"wait":50}' qsim -N nodes --forecast \
	    -T 10 -o json -c job,start,wait <(sed \
	    's/^a.*/a 0 2 8 60 running n1,n2 0/; 1s/$/ state nodes started/
	    s/^b.*/& - - -/' trace)
	faults 'qsim: --columns: there is no column "end"
qsim: try: qsim --help' qsim -N nodes -c end trace
}

@test "--progress: on a terminal alone" {
	gives '' qsim -N nodes -q --progress trace
	command -v script >/dev/null || skip "no script(1)"
	script -qec 'qsim -N nodes --progress trace >out' /dev/null \
	    </dev/null | tr '\r' '\n' | sed '/^$/d' >said
	holds said '3 of 3 jobs'
	script -qec 'qsim -N nodes trace >out' /dev/null </dev/null >said
	[ ! -s said ]
}
