#!/usr/bin/env bats
# qorder: who is next, by every policy.

load check

records() {
	cat >list <<-END
	job priority created state instances gpu runtime time_limit attained
	a medium 500 pending 2 8 - 8h -
	b high 700 pending 1 4 - 30m -
	c high 600 inqueue 4 8 1h 2d 50m
	d 250 400 pending 1 1 - - 1
	e low 300 running 1 8 - 1d -
	f high 200 held 1 1 1 1 -
	g high 100 succeeded 1 1 1 1 -
	END
}

# order IDS ARG...: the order of the jobs.
order() {
	try qorder -H -c job "${@:2}"
	ends 0
	holds err ''
	tr '\n' ' ' <out >got
	printf '%s ' "$1" | sed 's/^ $//' | diff -u - got
}

@test "those that wait, rank first, the rest as it was" {
	gives 'rank	job	priority	created	state	instances	gpu	runtime	time_limit	attained
1	c	high	600	inqueue	4	8	1h	2d	50m
2	b	high	700	pending	1	4	-	30m	-
3	d	250	400	pending	1	1	-	-	1
4	a	medium	500	pending	2	8	-	8h	-' qorder list
}

@test "-a: those that do not wait come last, unranked, in input order" {
	try qorder -a -H -c rank,job,state list
	holds out '1	c	inqueue
2	b	pending
3	d	pending
4	a	pending
-	e	running
-	f	held
-	g	succeeded'
	try qorder --all -o json -c rank,job list
	holds out '{"rank":1,"job":"c"}
{"rank":2,"job":"b"}
{"rank":3,"job":"d"}
{"rank":4,"job":"a"}
{"rank":null,"job":"e"}
{"rank":null,"job":"f"}
{"rank":null,"job":"g"}'
}

@test "-P priority: high, medium, low are 300, 200, 100; absent is medium" {
	cat >p <<-END
	job created priority
	a 1 low
	b 2 101
	c 3 99
	d 4 medium
	e 5 201
	f 6 199
	g 7 high
	h 8 301
	i 9 299
	j 10 -
	k 11 -1
	l 12 9223372036854775807
	m 13 -9223372036854775807
	n 14 200
	END
	order 'l h g i e d j n f b a c k m' p
	order 'l h g i e d j n f b a c k m' -P priority p
	order 'l h g i e d j n f b a c k m' --policy=priority p
}

@test "-P priority: within one by queued, then created, then the id's bytes" {
	cat >q <<-END
	job created queued
	e 50 -
	d 10 60
	B 70 60
	b 10 60
	a 90 40
	c 10 60
	E 50 -
	END
	order 'a E e b c d B' q
}

@test "-P created: first come, first served" {
	order 'd a c b' -P created list
	printf '%s\n' 'job created priority queued' 'z 5 low -' 'b 5 high 1' \
	    'a 6 high 0' >q
	order 'b z a' -P created q
}

@test "-P gpus: instances x gpu, ascending" {
	order 'd b a c' -P gpus list
	printf '%s\n' 'job created instances gpu' 'a 1 3 0.5' 'b 2 1 1.499' \
	    'c 3 - 1.501' 'd 4 9 -' 'e 0 2 0.75' >q
	order 'd b e a c' -P gpus q
}

@test "-P sjf: runtime, else time_limit; neither is last" {
	order 'b c a d' -P sjf list
}

@test "-P srtf: what remains; -P srsf: times the GPUs" {
	order 'c b a d' -P srtf list
	order 'b c a d' -P srsf list
	cat >q <<-END
	job created gpu runtime attained
	a 1 1 100 20
	b 2 1 90 -
	c 3 1 50 60
	d 4 4 30 10
	e 5 0 500 -
	f 6 9 - -
	END
	order 'c d a b e f' -P srtf q
	order 'c e a d b f' -P srsf q
}

@test "-P hps: the score, descending" {
	# One of 8 GPUs that has waited, one of 4 that has not: 1/3 against 1/2
	# by size; 2 A = 2/3 for the large one from 1800 s on.
	cat >q <<-END
	job created gpu time_limit
	large 1000 8 1h
	small 2800 4 1h
	END
	order 'large small' -P hps -T 2800 q
	order 'small large' -P hps -T 4600 q
	# Up to 300 s A is 1, past it w/900: 301 is far less, 900 the same.
	cat >q <<-END
	job created gpu time_limit
	a 699 1 1h
	b 700 1 1h
	c 100 1 1h
	d 99 1 1h
	e 1 1 -
	END
	order 'd c b a e' -P hps -T 1000 q
	# Equal scores, 1/(1+1) x 1/(1+0) and 1/(1+0) x 1/(1+1): by created.
	printf '%s\n' 'job created gpu time_limit' 'x 2 4 0' 'y 1 0 1h' \
	    'z 3 4 0' >q
	order 'y x z' -P hps -T 10 q
	# One second apart in 2^31: no floating point holds that.
	printf '%s\n' 'job created gpu time_limit' 'x 1 8 2147483649' \
	    'y 2 8 2147483648' >q
	order 'y x' -P hps -T 10 q
}

@test "-P none: the order of the input, not even top" {
	printf '%s\n' 'job created priority top' 'c 3 low -' 'b 2 high -' \
	    'a 1 high -1' >q
	order 'c b a' -P none q
	printf '%s\n' 'job' 'c' 'a' >q
	order 'c a' -P none q
}

@test "top goes before the keys of every other policy, the least first" {
	cat >q <<-END
	job created priority gpu time_limit top
	a 1 high 1 1 -
	b 9 low 9 9h 4
	c 8 low 8 8h -3
	d 7 low 7 7h 0
	e 6 low 6 6h 4
	END
	for p in priority created gpus sjf srtf srsf; do
		order 'c d e b a' -P $p q
	done
	order 'c d e b a' -P hps -T 100 q
	order 'c d b e a' -P created <(sed 's/^e 6/e 9/' q)
}

@test "the order is total: no matter how the input is ordered" {
	for p in priority created gpus sjf srtf srsf hps; do
		qorder -P $p -T 1000 list >one
		{
			sed 1q list
			sed 1d list | sort -r
		} | qorder -P $p -T 1000 >two
		cmp one two
	done
}

@test "created is required where order matters" {
	printf '%s\n' 'job gpu' 'a 1' >q
	try qorder q
	ends 2
	holds out ''
	says 'q:1: created:'
	try qorder -P none q
	ends 0
	printf '%s\n' 'job created' 'a 1' 'b -' >q
	try qorder q
	ends 2
	holds out ''
	says 'q:3: created:'
}

@test "foreign columns and fields pass to the byte, in TSV and JSON" {
	printf 'x\tmem\tjob\tcreated\ty\n' >q
	printf 'a b\t0320 GB\tj2\t007\t\\t\\\\\n\t1Ti\tj1\t1970-01-01T00:00:03Z\t\\-\n' >>q
	try qorder q
	ends 0
	{
		sed -n '1s/^/rank	/p' q
		sed -n '3s/^/1	/p' q
		sed -n '2s/^/2	/p' q
	} | diff -u - out
	printf '%s\n' '{"x":1.50,"job":"b","created":"007","y":"\u0041\/"}' \
	    '{"x":1e3,"job":"a","created":3,"y":true}' >q
	gives '{"rank":1,"x":1e3,"job":"a","created":3,"y":true}
{"rank":2,"x":1.50,"job":"b","created":"007","y":"\u0041\/"}' \
	    qorder -o json q
}

@test "the options of all filters" {
	try qorder -q list
	ends 0
	holds out ''
	try qorder -q <(echo x)
	ends 2
	gives 'job	rank
c	1
b	2
d	3
a	4' qorder -c job,rank list
	try qorder -o table -c rank,job list
	holds out 'rank  job
   1  c
   2  b
   3  d
   4  a'
	try qorder -o table -H -c job list
	[ "$(wc -l <out)" -eq 4 ]
	gives 'nodes
-
-
-
-' qorder -c nodes list
	for args in '-c none' '-o xml' '-P fair' '-P' '-T x' '-x' '--rank'; do
		# shellcheck disable=SC2086 # several words
		try qorder $args <list
		ends 2
		holds out ''
		[ -s err ]
	done
	try qorder - - <list
	ends 2
	try qorder none
	ends 2
	says none
}

@test "nobody waits: a header alone, status 0" {
	gives 'rank	job	created	state' \
	    qorder <(printf '%s\n' 'job created state' 'a 1 held')
	gives 'rank	job	created' qorder <(printf '%s\n' 'job created')
	try qorder /dev/null
	ends 2
}

@test "several operands are one queue" {
	printf '%s\n' 'job created' 'y 250' >another
	order 'c b d y a' list another
	order 'c b d y a' list - <another
	try qorder list list
	ends 2
	holds out ''
	says 'is there twice'
}

@test "a write that fails is status 2" {
	for o in tsv table json; do
		try sh -c "qorder -o $o list >/dev/full"
		ends 2
		[ -s err ]
	done
}

# Three leaves, of which c has used most of its share and a nothing.
budgets() {
	printf '%s\n' 'group share' 'x/a 1' 'x/b 1' 'c 2' >budgets
	cat >list <<-END
	job group priority created queued min_runtime gpu state started ended
	a1 x/a low 50 - 1h 1 pending - -
	a2 x/a high 60 - 1h 1 inqueue - -
	b1 x/b high 10 20 1h 1 pending - -
	b0 x/b low 10 - 1h 1 stopped 100 900
	c1 c high 10 - 1h 1 pending - -
	c0 c low 10 - 1h 4 running 500 -
	u1 - high 1 - 0 1 pending - -
	END
}

@test "-P fairshare: the group that had least, priority within a leaf" {
	budgets
	order 'a2 a1 b1 c1 u1' -P fairshare -B budgets -T 1000 list
	qshare -B budgets -T 1000 --capacity 8 --explain c,x/b list >out
	holds out 'x/b before c: x 0.000331, c 0.005952'
	# What was used before: x has had most now.
	printf '%s\n' 'job group min_runtime gpu started ended' \
	    'o1 x/a 1 100 0 500' >runs
	order 'c1 b1 a2 a1 u1' -P fairshare -B budgets -U runs -T 1000 list
	# In a shorter window nobody had any of it.
	order 'b1 a2 a1 c1 u1' -P fairshare -B budgets -U runs -T 1000 \
	    --window 100 list
	# One second of it, 100, and 401 of b0.
	order 'a2 a1 b1 c1 u1' -P fairshare -B budgets -U runs -T 1000 \
	    --window 501 --cap 0 list
}

@test "-P deserved: who runs on less than its claim goes first" {
	budgets
	# c claims 4 of 8 and has them; with 9 it lacks half a GPU.
	order 'a2 a1 b1 c1 u1' -P deserved -B budgets --capacity 8 -T 1000 list
	sed 's/^b1/b2 x\/b low 1 - 1h 3 running 990 -\n&/' list >longer
	order 'a2 a1 c1 b1 u1' -P deserved -B budgets --capacity 9 -T 1000 longer
	printf '%s\n' 'node gpu_total' 'n1 9' >nodes
	order 'a2 a1 c1 b1 u1' -P deserved -B budgets -N nodes -T 1000 longer
	try qorder -P deserved -B budgets list
	ends 2
	says '--policy deserved needs --capacity, or --nodes'
	for p in fairshare deserved; do
		try qorder -P $p --capacity 1 list
		ends 2
		holds out ''
		says "--policy $p needs --budgets"
	done
}

@test "equal ratios: the earliest queued, then the name" {
	budgets
	sed '/^[bc]0/d' list >even
	order 'c1 b1 a2 a1 u1' -P fairshare -B budgets -T 1000 even
	sed 's/^b1 x.b high 10 20/b1 x\/b high 10 50/' even >even2
	order 'c1 a2 a1 b1 u1' -P fairshare -B budgets -T 1000 even2
}

@test "--debug-lane and top go before groups, what is unallocated last" {
	budgets
	order 'b1 a2 a1 c1 u1' -P fairshare -B budgets -T 1000 \
	    --debug-lane 'group=x/b' list
	order 'u1 a2 a1 b1 c1' -P fairshare -B budgets -T 1000 \
	    <(qset -j u1 front list)
	order 'u1 c1 b1 a2 a1' -B budgets -T 1000 list
}

@test "--debug-lane: among debug jobs the order of groups holds" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	cat >list <<-END
	job group created gpu min_runtime state started priority
	r a 0 8 10m running 0 -
	da a 2 1 10m pending - high
	ea a 3 1 10m pending - low
	db b 1 1 10m pending - low
	eb b 4 1 10m pending - medium
	a1 a 1 8 10m pending - high
	b1 b 1 8 10m pending - low
	END
	for p in deserved fairshare; do
		order 'eb db da ea b1 a1' -P $p -B budgets --capacity 8 \
		    -T 5000 --debug-lane 'gpus<=1' list
	done
	order 'b1 eb db da ea a1' -P deserved -B budgets --capacity 8 \
	    -T 5000 --debug-lane 'gpus<=1' <(qset -j b1 front list)
}

@test "--reserve is taken and checked, and changes nothing" {
	budgets
	order 'a2 a1 b1 c1 u1' -P fairshare -B budgets -T 1000 list
	order 'a2 a1 b1 c1 u1' -P fairshare -B budgets -T 1000 --reserve 1 list
	try qorder -B budgets --reserve 1x list
	ends 2
	holds out ''
	says 'qorder: --reserve: '
}

@test "a group in no budget is a fault without a contract, too" {
	budgets
	sed 's/^u1 -/u1 x\/u/' list >bad
	grep -q '^u1 x/u' bad
	for p in priority fairshare; do
		faults 'qorder: bad:8: group: "x/u" is in no budget' \
		    qorder -P $p -B budgets bad
	done
	order 'a2 a1 b1 c1 u1' -P fairshare -B budgets -T 1000 \
	    --unknown-groups unallocated bad
}

@test "a group in no budget, with its place, in all policies" {
	budgets
	sed 's/^b1 x.b/b1 x\/z/' list >bad
	for p in priority fairshare; do
		faults 'qorder: bad:4: group: "x/z" is in no budget' \
		    qorder -P $p -B budgets bad
	done
	order 'a2 a1 c1 u1 b1' -P fairshare -B budgets -T 1000 \
	    --unknown-groups unallocated bad
	printf '%s\n' 'job group min_runtime' 'r x 1h' >runs
	faults 'qorder: runs:2: group: "x" has groups below it: name one of them' \
	    qorder -P fairshare -B budgets -U runs list
	order 'u1 c1 b1 a2 a1' bad
}
