#!/usr/bin/env bats
# qstep: its options and faults, what counts as free, and the four filters in
# one pipeline.

load check

records() {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 8' >nodes
	cat >list <<-END
	job priority created state gpu instances
	a high 100 pending 8 1
	b high 200 inqueue 6 2
	c low 300 pending 4 1
	d low 400 held 1 1
	END
}

@test "--nodes is needed" {
	try qstep list
	ends 2
	holds out ''
	says '--nodes is needed'
	try qstep -N none list
	ends 2
	holds out ''
	says none
	try qstep -N list list
	ends 2
	holds out ''
	says 'list:1: node:'
}

@test "standard input is one input" {
	for args in '-N -' '-N - -' '-N nodes - -' '-N nodes -Q -' \
	    '-N - -Q - list' '-N - list -'; do
		# shellcheck disable=SC2086 # several words
		try qstep $args <list
		ends 2
		holds out ''
		[ -s err ]
	done
	qstep -T 500 -N nodes list >want
	qstep -T 500 -N - list <nodes >got
	cmp want got
	qstep -T 500 -N nodes <list >got
	cmp want got
	qstep -T 500 --nodes=nodes - <list >got
	cmp want got
}

@test "usage: an unknown word, amount or option" {
	for args in '-d lifo' '-e never' '-P fair' '--quota gpu=x' \
	    '--quota disk=1' '--quota gpu' '-o xml' '-c none' '-T soon' '-x' \
	    '--per-pool=1' '-d' '--quota gpu=1,gpu=2'; do
		# shellcheck disable=SC2086 # several words
		try qstep -N nodes $args list
		ends 2
		holds out ''
		[ -s err ]
	done
}

@test "faults in each input: status 2, nothing written" {
	printf '%s\n' 'queue discipline gpu' 'p fifo 1' 'q lifo x' 'p - -' >q
	try qstep -N nodes -Q q list
	ends 2
	holds out ''
	says 'q:3: discipline: "lifo"'
	says 'q:3: gpu: "x" is not a count'
	says 'q:4: queue: "p"'
	printf '%s\n' 'node gpu' 'n1 x' 'n2 1' 'n2 2' >bad
	try qstep -N bad list
	ends 2
	holds out ''
	says 'bad:2: gpu: "x" is not a count'
	says 'bad:4: node:'
	printf '%s\n' 'job created state gpu instances' 'a 1 waits 1 1' \
	    'a 2 - -1 0' >bad
	try qstep -N nodes bad
	ends 2
	holds out ''
	says 'bad:2: state: "waits"'
	says 'bad:3: job: "a" is there twice'
	says 'bad:3: gpu: "-1"'
	printf '%s\n' 'job gpu' 'a 1' >bad
	try qstep -N nodes bad
	ends 2
	says 'bad:1: created:'
	try qstep -P none -N nodes bad
	ends 0
}

@test "easy and conservative hold for all queues or none" {
	printf '%s\n' 'queue discipline' 'p easy' >q
	printf '%s\n' 'job queue created' 'a p 1' 'b - 2' >bad
	try qstep -N nodes -Q q bad
	ends 2
	holds out ''
	try qstep -N nodes -Q q -d easy bad
	ends 0
}

@test "each option has a long name that does the same" {
	printf '%s\n' 'queue discipline' 'default fifo' >q
	same() {
		# shellcheck disable=SC2086 # several words
		qstep -T 500 -N nodes $1 list >want
		# shellcheck disable=SC2086
		qstep -T 500 -N nodes $2 list >got
		cmp want got
	}
	same '-d fifo' '--discipline fifo'
	same '-Q q' '--queues q'
	same '-P gpus' '--policy gpus'
	same '-e placement' '--admission placement'
	same '-c job' '--columns job'
	same '-o json' '--output json'
	same -H --no-header
	same '-T 7' '--now 7'
	same -q --quiet
	qstep -T 500 -N nodes -q list >got
	holds got ''
}

@test "-v: what was decided" {
	try qstep -v -q -T 500 -N nodes list
	ends 0
	says 'b: running on n1,n2'
	says '1 admitted, 0 displaced, 1 started'
}

@test "free amounts: what started now is taken off, what ended now is back" {
	printf '%s\n' 'node gpu gpu_total' 'n1 3 8' >nodes
	cat >was <<-END
	job created state gpu started ended nodes
	r1 1 running 2 499 - n1
	r2 1 running 1 500 - n1
	r3 1 stopped 2 400 500 n1
	r4 1 stopped 2 400 499 n1
	r5 1 stopped 2 500 500 n1
	p 2 pending 5 - - -
	END
	# 3 free, less 1 that started, and 2 that came back.
	qstep -T 500 -N nodes -H -c job,reason was | tail -n 1 >got
	holds got "p	quota needs 5 gpu, 4 idle, 0 inqueue"
	sed -i 's/pending 5/pending 4/' was
	qstep -T 500 -N nodes -H -c job,state was | tail -n 1 >got
	holds got "p	running"
}

@test "free amounts: never under 0, on a node that is named and there" {
	printf '%s\n' 'node gpu' 'n1 1' 'n2 4' >nodes
	cat >was <<-END
	job created state gpu started nodes
	r1 1 running 8 500 n1
	r2 1 running 8 500 n9
	p 2 pending 5 - -
	END
	qstep -T 500 -N nodes -H -c job,reason was | tail -n 1 >got
	holds got "p	quota needs 5 gpu, 4 idle, 0 inqueue"
}

@test "totals alone: less what the running jobs hold, whenever they started" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	cat >was <<-END
	job created state instances gpu started nodes
	r1 1 running 2 2 1 n1*2
	r2 1 running 2 1 500 n1,n2
	r3 1 stopped 1 8 1 n1
	p 2 pending 1 12 - -
	END
	sed -i 's/12/3 /' was
	qstep -T 500 -N nodes -H -c job,state,nodes was | tail -n 1 >got
	holds got "p	running	n1"
	sed -i 's/pending 1 3 /pending 3 4 /' was
	qstep -T 500 -N nodes -H -c job,reason was | tail -n 1 >got
	holds got "p	quota needs 12 gpu, 10 idle, 0 inqueue"
}

@test "mixed nodes: an instance on one model, cpu and mem are shared" {
	cat >nodes <<-END
	node gpu_model gpu cpu
	n1 T4 2 4
	n1 A100 2 -
	END
	cat >was <<-END
	job created state instances gpu cpu gpu_model
	a 1 pending 1 2 2 A100
	b 2 pending 1 3 1 -
	c 3 pending 1 1 2 T4
	d 4 pending 1 1 1 T4
	END
	qstep -T 500 -N nodes -H -c job,state,nodes,reason was >got
	holds got 'a	running	n1:A100	-
b	pending	-	quota needs 3 gpu, 1 idle, 0 inqueue; needs 1 cpu, 0 idle, 0 inqueue
c	running	n1:T4	-
d	pending	-	quota needs 1 cpu, 0 idle, 0 inqueue'
}

@test "one pipeline, one --now: a second run of it changes nothing" {
	pipeline() {
		qrequeue -T 500 -t 60 -C 10m -o $form |
		    qset -T 500 -j d priority=low -o $form |
		    qstep -T 500 -N nodes -o $form "$@"
	}
	for args in '-d besteffort' '-d fifo' '-d fifo -e placement' \
	    '-d besteffort --spread' '-d easy' '-d conservative'; do
		for form in tsv json; do
			# shellcheck disable=SC2086 # several words
			pipeline $args <list >one
			# shellcheck disable=SC2086
			pipeline $args <one >two
			cmp one two
			# shellcheck disable=SC2086
			qstep -T 500 -N nodes -o $form $args one >two
			cmp one two
		done
	done
}

@test "qset, qrequeue and qstep in one pipeline" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	cat >list <<-END
	job created state since instances gpu
	a 100 inqueue 400 2 8
	b 200 pending - 1 8
	c 300 pending - 1 4
	END
	qset -T 500 -j c front list | qrequeue -T 500 -t 60 |
	    qstep -T 500 -N nodes -H \
	    -c job,state,since,not_before,requeues,top,nodes >got
	holds got 'a	pending	500	560	1	-	-
b	running	500	-	-	-	n1
c	running	500	-	-	-1	n2'
}

@test "a second qstep sees what the first started, though free is given" {
	printf '%s\n' 'node gpu' 'n1 8' >nodes
	cat >list <<-END
	job queue created state gpu
	a p 100 pending 6
	b q 200 pending 6
	c q 300 pending 2
	END
	# The first knows only a; b comes after it.
	{
		sed '/^b/d; /^c/d' list | qstep -T 500 -N nodes
		printf 'b\tq\t200\tpending\t6'
		printf '\t-%.0s' 1 2 3 4 5 6 7
		printf '\n'
	} >mid
	columns=$(sed 1q mid | awk -F '\t' '{ print NF }')
	awk -F '\t' -v n="$columns" 'NF != n { exit 1 }' mid
	qstep -T 500 -N nodes -H -c job,state,reason mid >got
	holds got 'a	running	-
b	pending	quota needs 6 gpu, 2 idle, 0 inqueue'
	# A later snapshot has it in its figures.
	qstep -T 501 -N nodes -H -c job,state mid >got
	holds got 'a	running
b	running'
	qstep -T 500 -N nodes list | qstep -T 500 -N nodes |
	    qstep -T 500 -N nodes -H -c job,state >got
	holds got 'a	running
b	pending
c	running'
}

@test "a job that qset stops makes room in the same pipeline" {
	printf '%s\n' 'node gpu' 'n1 0' >nodes
	cat >list <<-END
	job created state gpu started nodes
	a 100 running 8 200 n1
	b 300 pending 8 - -
	END
	qset -T 500 -j a stop list | qstep -T 500 -N nodes -H \
	    -c job,state,ended >got
	holds got 'a	stopped	500
b	running	-'
}

@test "foreign columns and order are kept to the byte, in TSV and JSON" {
	printf 'x\tmem\tjob\tcreated\ty\tstate\tgpu\n' >was
	printf 'a b\t01 kB\tj2\t007\t\\t\\\\\tpending\t1.50\n' >>was
	printf '\t1Ti\tj1\t1970-01-01T00:00:03Z\t\\-\theld\t-\n' >>was
	qstep -T 500 -N nodes was | cut -f 1-5,7 >got
	cut -f 1-5,7 was | diff -u - got
	printf '%s\n' '{"x":1.50,"state":"pending","job":"b","created":"007","gpu":1.50,"y":"\u0041\/"}' \
	    '{"x":1e3,"state":"held","job":"a","created":3,"gpu":"500m","y":true}' \
	    >was
	qstep -T 500 -N nodes -o json was >got
	holds got '{"x":1.50,"state":"running","job":"b","created":"007","gpu":1.50,"y":"\u0041\/","since":500,"not_before":null,"nodes":"n1","started":500,"ended":null,"reserved":null,"reason":null}
{"x":1e3,"state":"held","job":"a","created":3,"gpu":"500m","y":true,"since":null,"not_before":null,"nodes":null,"started":null,"ended":null,"reserved":null,"reason":null}'
}

@test "no jobs, and nodes that are none" {
	gives 'job	created	state	since	not_before	nodes	started	ended	reserved	reason' \
	    qstep -N nodes <(echo 'job created')
	try qstep -T 500 -N <(printf 'node gpu\n') -H -c job,reason list
	ends 0
	sed -n 1p out >got
	holds got 'a	no-node'
	try qstep -N nodes /dev/null
	ends 2
	try qstep -N /dev/null list
	ends 2
}

@test "a write that fails is status 2" {
	for o in tsv table json; do
		try sh -c "qstep -N nodes -o $o list >/dev/full"
		ends 2
		[ -s err ]
	done
}

# groups ARG...: how many jobs of each group run after a step.
groups() {
	try qstep -T 1000 -o tsv -H -c group,state -B budgets "$@"
	ends 0
	holds err ''
	awk -F '\t' '$2 == "running" { n[$1]++ } END {
		for (g in n)
			print g, n[g] }' out | sort | tr '\n' ' ' >got
	echo >>got
}

# Eight jobs of each of these groups, the later ones with higher priorities.
many() {
	echo 'job group priority created gpu min_runtime'
	for g in "$@"; do
		for i in 1 2 3 4 5 6 7 8; do
			echo "$g$i $g ${#g}$i $i 1 1h"
		done
	done
}

@test "-P fairshare: a batch is not admitted on a stale ratio" {
	printf '%s\n' 'group share' 'a 3' 'b 1' >budgets
	printf '%s\n' 'node gpu' 'n1 8' >nodes
	many a b >list
	for d in besteffort fifo easy conservative; do
		for e in quota placement; do
			groups -N nodes -P fairshare -d $d -e $e list
			holds got 'a 6 b 2 '
			groups -N nodes -P deserved -d $d -e $e list
			holds got 'a 6 b 2 '
		done
	done
	# Without groups all of it goes to one.
	groups -N nodes list
	holds got 'a 4 b 4 '
}

@test "-P fairshare: who was idle for days comes first, bursts, is behind" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'node gpu' 'n1 6' >nodes
	many a b >list
	printf '%s\n' 'job group min_runtime gpu started ended' \
	    'o1 a 1 20 0 1000' >runs
	# a had 20000: five jobs of b commit 18000 and the sixth is over it.
	groups -N nodes -P fairshare -U runs list
	holds got 'b 6 '
	qstep -T 1000 -N nodes -P fairshare -B budgets -U runs list >next
	qorder -T 1000 -P fairshare -B budgets -U runs -H -c job next |
	    head -n 1 >got
	holds got a8
	# A day later, with all of them still running, the more so.
	groups -T 90000 -N nodes -P fairshare -U runs next
	holds got 'a 6 b 6 '
}

@test "-P deserved: a claim is met before the past is looked at" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'node gpu' 'n1 8' >nodes
	many a b >list
	printf '%s\n' 'job group min_runtime gpu started ended' \
	    'o1 a 1 200 0 1000' >runs
	groups -N nodes -P fairshare -U runs list
	holds got 'b 8 '
	groups -N nodes -P deserved -U runs list
	holds got 'a 4 b 4 '
	groups -N nodes -P deserved --capacity 4 -U runs list
	holds got 'a 2 b 6 '
}

@test "-P fairshare: jobs let in by an earlier step are charged too" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'node gpu' 'n1 3' 'n2 1' >nodes
	cat >list <<-END
	job group created gpu instances min_runtime state
	a1 a 1 2 2 1h inqueue
	a2 a 2 1 1 1h pending
	b1 b 3 1 1 1h pending
	END
	# a1 holds all 4 GPUs and cannot be placed: nothing else is let in.
	try qstep -T 1000 -N nodes -P fairshare -B budgets -H \
	    -c job,state,reason list
	holds out 'a1	inqueue	fragmented needs 2 x 2 gpu, 1 fits (free 3+1)
a2	pending	quota needs 1 gpu, 4 idle, 4 inqueue
b1	pending	quota needs 1 gpu, 4 idle, 4 inqueue'
	# With one more to spare it is for b.
	sed -i 's/n2 1/n2 1\nn3 1/' nodes
	try qstep -T 1000 -N nodes -P fairshare -B budgets -H -c job,state list
	holds out 'a1	inqueue
a2	pending
b1	running'
}

@test "--debug-lane: debug jobs go first, and by their groups" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 3' >nodes
	cat >list <<-END
	job group created gpu min_runtime state started nodes priority
	r a 0 1 10m running 0 n1 -
	da a 2 1 10m pending - - high
	ea a 3 1 10m pending - - high
	db b 4 1 10m pending - - low
	eb b 5 1 10m pending - - low
	b1 b 1 1 1h pending - - high
	END
	starts() {
		try qstep -T 5000 -N nodes -B budgets -e placement -H \
		    -c job,started --debug-lane 'min_runtime<=10m' "${@:2}" list
		ends 0
		sed -n 's/\t5000//p' out | paste -sd ' ' >got
		holds got "$1"
	}
	starts 'db eb' -P fairshare
	starts 'db eb' -P deserved
	# Once b runs one it is where a is, and is protected for longer.
	sed -i 's/^r a/r b/; s/^da a 2 1 10m/da a 2 1 5m/' list
	starts 'da ea' -P fairshare
	sed -i '/^r /s/ 0 n1/ 4900 n1/' list
	starts 'da ea' -P deserved
	sed -i '/^r /d' list
	sed -i 's/n1 3/n1 2/' nodes
	starts 'da db' -P fairshare
	starts 'da db' -P deserved
}

@test "--reserve is taken and checked, and changes nothing" {
	printf '%s\n' 'group share' 'a 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	printf '%s\n' 'job group created instances gpu min_runtime' \
	    'big a 0 3 8 1h' 'a a 1 1 8 1h' >list
	try qstep -T 5000 -N nodes -B budgets -P deserved list
	ends 0
	mv out want
	try qstep -T 5000 -N nodes -B budgets -P deserved --reserve 8 list
	ends 0
	cmp want out
	try qstep -T 5000 -N nodes -B budgets -P deserved --reserve -8 list
	ends 2
	holds out ''
	says 'qstep: --reserve: '
}

@test "-B: groups, files and amounts that are wrong" {
	printf '%s\n' 'group share' 'a 1' >budgets
	printf '%s\n' 'job group created min_runtime' '1 b 1 1h' >list
	faults 'qstep: list:2: group: "b" is in no budget' \
	    qstep -N nodes -P fairshare -B budgets list
	gives '1	running' qstep -N nodes -P fairshare -B budgets -H \
	    -c job,state --unknown-groups unallocated list
	for args in '-P fairshare' '-P deserved' '-P fairshare -B none' \
	    '-P fairshare -B -' '-B budgets --window 0' '-B budgets --cap x' \
	    '-B budgets --debug-lane gpu'; do
		# shellcheck disable=SC2086 # several words
		try qstep -N nodes $args - <list
		ends 2
		holds out ''
		[ -s err ]
	done
}
