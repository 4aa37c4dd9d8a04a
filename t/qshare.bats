#!/usr/bin/env bats
# qshare: what groups were promised, what they had, and who goes first.

load check

records() {
	cat >budgets <<-END
	group share
	nlp 50
	nlp/olmo 70
	nlp/eval 30
	vision 50
	END
	cat >runs <<-END
	job group gpu min_runtime created started ended state
	a nlp/olmo 8 1h 0 0 3600 succeeded
	b nlp/eval 2 1h 0 1800 - running
	c vision 4 1h 0 7000 - running
	END
}

# share ARG...: at 7200, in a window of two hours, with 20 GPUs.
share() {
	try qshare -B budgets -T 7200 --window 2h --capacity 20 -o tsv "$@"
}

# column NAME ARG...: the column of each group, in one line.
column() {
	share -H -c "$@"
	ends 0
	holds err ''
	{ tr '\n' ' ' <out; echo; } >got
}

@test "three levels: 70 % of 50 % is 35 % of the whole, shown as such" {
	column norm_share runs
	holds got '0.500000 0.150000 0.350000 0.500000 '
	share -c group,norm_share,allocated -o table runs
	holds out 'group     norm_share  allocated
nlp       0.500000        72000
nlp/eval  0.150000        21600
nlp/olmo  0.350000        50400
vision    0.500000        72000'
}

@test "a row has all columns, as tsv, table and json" {
	share runs
	ends 0
	holds out 'group	norm_share	allocated	used	ratio	level_fs	owed	delivered	delivered_loose
nlp	0.500000	72000	39600	0.550000	0.510101	43200	0.916667	0.916667
nlp/eval	0.150000	21600	10800	0.500000	1.100000	14400	0.750000	0.750000
nlp/olmo	0.350000	50400	28800	0.571429	0.962500	25200	1.000000	1.000000
vision	0.500000	72000	800	0.200000	25.250000	28800	0.027778	0.027778'
	share -o json -c group,used,ratio,level_fs runs
	sed -n '2p;4p' out >got
	holds got '{"group":"nlp/eval","used":10800,"ratio":"0.500000","level_fs":"1.100000"}
{"group":"vision","used":800,"ratio":"0.200000","level_fs":"25.250000"}'
	share -H -o json -c used runs
	[ "$(wc -l <out)" -eq 4 ]
	share -H -c group runs
	[ "$(head -n 1 out)" = nlp ]
	share -q runs
	ends 0
	holds out ''
}

@test "level_fs: (1/23) / 0.494928 is 0.087848" {
	printf '%s\n' 'group share' 'a 1' 'b 22' >budgets
	printf '%s\n' 'job group gpu min_runtime started ended' \
	    '1 a 494.928 1 7000 7001' '2 b 505.072 1 7000 7001' >runs
	column group,level_fs runs
	holds got 'a	0.087848 b	1.893832 '
}

@test "of a run that crosses an edge of the window the part inside counts" {
	cat >runs <<-END
	job group gpu min_runtime started ended
	1 vision 2 1 0 6600
	2 vision 1 1 7100 9000
	3 vision 1 1 0 6000
	4 vision 1 1 9000 9001
	END
	try qshare -B budgets -T 7200 --window 20m --capacity 1 -H \
	    -c group,used runs
	grep vision out >got
	holds got 'vision	1300'
}

@test "weights 3 and 1 on 100 GPUs: 75 and 25" {
	printf '%s\n' 'group share' 'a 3' 'b 1' >budgets
	try qshare -B budgets --capacity 100 --window 1s -H \
	    -c group,allocated /dev/stdin <<<'job'
	holds out 'a	75
b	25'
}

@test "6 used of weight 2 and 1 of weight 1: the second goes first" {
	printf '%s\n' 'group share' 'a 2' 'b 1' >budgets
	printf '%s\n' 'job group gpu min_runtime started ended' \
	    '1 a 6 1 7000 7001' '2 b 1 1 7000 7001' >runs
	try qshare -B budgets -T 7200 --window 1h --capacity 0.003 \
	    --explain a,b runs
	ends 0
	holds out 'b before a: b 0.277778, a 0.833333'
}

@test "too much in one hour does not hide a famine in another" {
	printf '%s\n' 'job group gpu min_runtime created started ended' \
	    '1 vision 20 1 0 3600 7200' >runs
	share -H -c group,owed,delivered,delivered_loose runs
	grep vision out >got
	holds got 'vision	72000	0.500000	1.000000'
}

@test "an inner group is owed what it asks for, not what its leaves do" {
	printf '%s\n' 'group share' 'a 1' 'a/x 1' 'a/y 1' >budgets
	printf '%s\n' 'job group created gpu min_runtime state started ended' \
	    'r a/x 0 8 1h succeeded 0 3600' 'w a/y 0 4 1h pending - -' >runs
	try qshare -B budgets --capacity 8 --window 1h -T 3600 -H \
	    -c group,owed,delivered,delivered_loose runs
	ends 0
	holds out 'a	28800	1.000000	1.000000
a/x	14400	1.000000	1.000000
a/y	14400	0.000000	0.000000'
}

@test "what is owed is not rounded hour by hour" {
	printf '%s\n' 'group share' 'a 1' 'b 2' >budgets
	printf '%s\n' 'job group created gpu min_runtime state started ended' \
	    'r a 0 0.001 1h succeeded 0 50' 'w a 0 5 1h pending - -' >runs
	try qshare -B budgets --capacity 0.01 --window 100s -T 100 -H \
	    -c group,owed,delivered runs
	ends 0
	# Owed 1/3 of a GPU-second, 0.05 of which it had.
	holds out 'a	0.333	0.150000
b	0	-'
}

@test "a window of a hundred years, and no more" {
	share --window 36525d -T 99999999999 -H -c group,owed runs
	ends 0
	for w in 36526d 9223372036854775807; do
		share --window $w -T 9223372036854775807 runs
		ends 2
		holds out ''
		says 'qshare: --window: more than 100 years'
	done
}

@test "the same run from -U and from an operand counts once" {
	column used runs
	cp got want
	column used -U runs runs
	cmp want got
	printf '%s\n' 'job group gpu min_runtime started ended state' \
	    'c vision 4 1h 7000 7010 failed' >ended
	column group,used -U ended runs
	grep -o 'vision	[0-9]*' got >is
	holds is 'vision	40'
	column group,used -U runs ended
	grep -o 'vision	[0-9]*' got >is
	holds is 'vision	40'
}

@test "the capacity: GPUs in all, else free ones, of all nodes" {
	printf '%s\n' 'node gpu gpu_total state' 'n1 1 8 ready' \
	    'n2 4 - ready' 'n3 0 8 drain' >nodes
	try qshare -B budgets -N nodes -T 7200 --window 2h -H -o tsv runs
	mv out got
	share -H runs
	cmp out got
	try qshare -B budgets -N nodes -T 7200 --window 2h -H -o tsv \
	    --capacity 10 runs
	[ "$(head -n 1 got)" != "$(head -n 1 out)" ]
	try qshare -B budgets runs
	ends 2
	says '--capacity is needed, or --nodes'
	try qshare --capacity 1 runs
	ends 2
	says '--budgets is needed'
}

@test "--cap and --window" {
	printf '%s\n' 'job group gpu min_runtime started state' \
	    '1 vision 1 1h 7100 running' >runs
	for t in '7d 8h 3600' '7d 30m 1800' '50 10m 550' '50 1m 50'; do
		read -r window cap sum <<<"$t"
		try qshare -B budgets -T 7200 --window "$window" --cap "$cap" \
		    --capacity 2 -H -c group,ratio,allocated runs
		awk -v sum="$sum" '$1 == "vision" {
			exit int($2 * $3 + .5) != sum
		}' out
	done
}

@test "--explain: the level, the two numbers, and what decides ties" {
	share --explain nlp/olmo,nlp/eval runs
	ends 0
	holds out 'nlp/eval before nlp/olmo: nlp/eval 0.500000, nlp/olmo 0.571429'
	share --explain nlp/olmo,vision runs
	holds out 'vision before nlp/olmo: vision 0.200000, nlp 0.550000'
	share --explain vision,vision/x runs
	holds out 'vision is one group'
	cat >list <<-END
	job group min_runtime created queued state
	1 nlp/olmo 1 10 - pending
	2 vision 1 0 20 inqueue
	END
	share --explain vision,nlp/olmo list
	holds out 'nlp/olmo before vision: nlp 0.000000, vision 0.000000, queued earlier'
	share --explain nlp/olmo,nlp/eval <(echo 'job')
	holds out 'nlp/eval before nlp/olmo: nlp/eval 0.000000, nlp/olmo 0.000000, by name'
	for pair in nlp,vision vision,nlp 'vision,' ,vision vision x,vision \
	    $'\e[31m,vision'; do
		share --explain "$pair" runs
		ends 2
		holds out ''
		[ -s err ]
		lacks $'\e' err
	done
}

@test "below a group of weight 0: 0/0 goes before x/0" {
	printf '%s\n' 'group share' 'a 0' 'a/x 1' 'a/y 0' 'b 1' >budgets
	printf '%s\n' 'job group gpu min_runtime started ended' \
	    '1 a/x 1 1 0 1000' >runs
	share --explain a/x,a/y runs
	ends 0
	holds out 'a/y before a/x: a/y -, a/x inf'
	share --explain a/y,b runs
	holds out 'b before a/y: b 0.000000, a inf'
}

@test "--debug-lane and --reserve are taken and checked, and change nothing" {
	share runs
	mv out want
	share --debug-lane 'gpus<=8,min_runtime<=15m' --reserve 64 runs
	ends 0
	cmp want out
	share --debug-lane 'gpus<=8' --reserve 1 --explain nlp/olmo,vision runs
	ends 0
	for args in '--debug-lane gpus' '--debug-lane x=1' '--reserve x' \
	    '--reserve -1'; do
		# shellcheck disable=SC2086 # several words
		share $args runs
		ends 2
		holds out ''
		says "qshare: ${args% *}: "
	done
}

@test "a group in no budget is a fault with its place; or it is free" {
	cat >list <<-END
	# a comment
	job group min_runtime gpu started ended
	1 vision 1 1 7000 7100
	2 nlp/x 1 1 7000 7100
	3 - 1 1 7000 7100

	4 nlp 1 1 7000 7100
	5 nlp/x 0 1 7000 7100
	6 nlp 0 1 7000 7100
	7 - 0 1 7000 7100
	8 vision 0 1 7000 7100
	END
	share list
	ends 2
	holds out ''
	holds err 'qshare: list:4: group: "nlp/x" is in no budget
qshare: list:5: group: is absent, and min_runtime is not 0
qshare: list:7: group: "nlp" has groups below it: name one of them
qshare: list:8: group: "nlp/x" is in no budget'
	share -U list runs
	ends 2
	says 'qshare: list:4: group: "nlp/x" is in no budget'
	column used --unknown-groups unallocated list
	holds got '0 0 0 100 '
	share --unknown-groups=free list
	ends 2
}

@test "prom: gauges that promtool takes" {
	printf '%s\n' 'group share' 'a 1' 'b 0' 'q"\ 1' >budgets
	printf '%s\n' 'job group gpu min_runtime started ended' \
	    '1 b 1 1 7000 7100' >runs
	share -o prom runs
	ends 0
	mv out gauges
	grep -c '^# TYPE sluice_share_.* gauge' gauges >got
	holds got 8
	grep '{group="b"}' gauges >got
	holds got 'sluice_share_norm{group="b"} 0.000000
sluice_share_allocated_gpu_seconds{group="b"} 0
sluice_share_used_gpu_seconds{group="b"} 100
sluice_share_ratio{group="b"} +Inf
sluice_share_level_fs{group="b"} 0.000000
sluice_share_owed_gpu_seconds{group="b"} 0'
	grep -F 'sluice_share_ratio{group="q\"\\"} 0.000000' gauges
	command -v promtool >/dev/null || skip "no promtool"
	gives '' promtool check metrics <gauges
}

@test "bad budgets" {
	printf '%s\n' 'group share' 'a 1' 'a/b 1' 'a 2' >dup
	faults 'qshare: dup:4: group: "a" is there twice' \
	    qshare -B dup --capacity 1 runs
	printf '%s\n' 'group share' '/a 1' 'b/ 1' 'c//d 1' 'e x' 'f -1' 'g -' \
	    '- 1' >bad
	faults 'qshare: bad:2: group: "/a" is not a path of names
qshare: bad:3: group: "b/" is not a path of names
qshare: bad:4: group: "c//d" is not a path of names
qshare: bad:5: share: "x" is not a count
qshare: bad:6: share: "-1" has a sign where none is allowed
qshare: bad:7: share: is absent
qshare: bad:8: group: is absent' qshare -B bad --capacity 1 runs
	printf '%s\n' 'group share' 'a 6000000000000000' \
	    'b 6000000000000000' >bad
	faults 'qshare: bad:2: share: weighs, with those beside it, more than a count can be' \
	    qshare -B bad --capacity 1 <(echo job)
	echo 'group weight' >bad
	faults 'qshare: bad:1: share: no such column; there are group, weight' \
	    qshare -B bad --capacity 1 <(echo job)
	try qshare -B none --capacity 1 runs
	ends 2
	says none
}

@test "bad runs, and standard input twice" {
	printf '%s\n' 'job gpu started' '1 x 5' '2 1 soon' '- 1 1' >bad
	share bad
	ends 2
	holds out ''
	[ "$(wc -l <err)" -eq 3 ]
	says 'bad:2: gpu: "x"'
	says 'bad:3: started: "soon"'
	says 'bad:4: job: is absent'
	for args in '-B -' '-B - -' '-U -' '-N - -'; do
		# shellcheck disable=SC2086 # several words
		try qshare -B budgets --capacity 1 $args <runs
		ends 2
	done
	share <runs
	ends 0
	for args in '--window 0' '--window x' '--capacity -1' '--cap 1x' \
	    '-c none' '--unknown-groups x' '-o xml'; do
		# shellcheck disable=SC2086 # several words
		share $args runs
		ends 2
		holds out ''
		[ -s err ]
	done
}

@test "the order of records, and their form, change nothing" {
	share runs
	mv out want
	{ sed -n 1p runs; sed 1d runs | tac; } >turned
	share turned
	cmp want out
	{ printf 'job\tgroup\tgpu\tmin_runtime\tcreated\tstarted\tended\tstate\n'
	sed 1d runs | tr ' ' '\t'; } >tsv
	share tsv
	cmp want out
	cat >json <<-END
	{"job":"a","group":"nlp/olmo","gpu":8,"min_runtime":3600,"created":0,"started":0,"ended":3600,"state":"succeeded"}
	{"job":"b","group":"nlp/eval","gpu":2,"min_runtime":"1h","created":0,"started":1800,"state":"running"}
	{"job":"c","group":"vision","gpu":4,"min_runtime":3600,"created":"1970-01-01T00:00:00Z","started":7000,"state":"running"}
	END
	share json
	cmp want out
	share <(sed 3,4d runs) <(sed 2d runs)
	cmp want out
}

@test "without groups, or without runs" {
	echo 'group share' >budgets
	share <(echo 'job group')
	ends 0
	[ "$(wc -l <out)" -eq 1 ]
	share </dev/null
	ends 2
}

@test "a write that fails is status 2" {
	for o in tsv table json prom; do
		try sh -c "qshare -B budgets --capacity 1 -o $o runs >/dev/full"
		ends 2
		[ -s err ]
	done
}
