#!/usr/bin/env bats
# qrequeue: what is stuck goes back, for how long, and when no more.

load check

records() {
	cat >list <<-END
	job created state since not_before requeues queued reason
	a 100 inqueue 940 - - - fragmented
	b 100 inqueue 941 - 4 150 -
	c 940 inqueue - - 0 - -
	d 100 pending 200 2000 1 - quota
	e 100 running 200 - - - -
	f 100 held 200 - - - -
	g 100 failed 200 - - - -
	END
}

# sent WANT COLUMNS ARG...: these columns at 1000, blanks for tabs.
sent() {
	try qrequeue -T 1000 -H -c "$2" "${@:3}"
	ends 0
	holds err ''
	tr '\t' ' ' <out >got
	holds got "$1"
}

# cooldown WANT REQUEUES ARG...: how long it is after so many timeouts.
cooldown() {
	printf '%s\n' 'job created state requeues' "a 100 inqueue $2" >one
	try qrequeue -T 1000 -t 60 -H -c not_before "${@:3}" one
	ends 0
	holds out "$(($1 + 1000))"
}

@test "a job that is inqueue for the timeout, or longer, goes back" {
	sent 'a pending 1000 1060 1 - timeout
b inqueue 941 - 4 150 -
c pending 1000 1060 1 - timeout
d pending 200 2000 1 - quota
e running 200 - - - -
f held 200 - - - -
g failed 200 - - - -' job,state,since,not_before,requeues,queued,reason \
	    -t 1m list
	sent 'a pending
b pending
c pending
d pending
e running
f held
g failed' job,state -t 60 -T 1001 list
	sent 'a inqueue
b inqueue
c inqueue
d pending
e running
f held
g failed' job,state -t 61 list
}

@test "the columns that it writes are appended, the rest is as it was" {
	printf 'note\tjob\tgpu\tcreated\tstate\tmem\n' >old
	printf 'x y\ta\t1.50\t0940\tinqueue\t0320 GB\n\\-\tb\t\t7\t-\t-\n' >>old
	try qrequeue -T 1000 -t 60 old
	ends 0
	holds out 'note	job	gpu	created	state	mem	since	not_before	requeues	reason
x y	a	1.50	0940	pending	0320 GB	1000	1060	1	timeout
\-	b		7	-	-	-	-	-	-'
	try qrequeue -T 1000 -t 60 --timestamp eviction old
	ends 0
	holds out 'note	job	gpu	created	state	mem	since	not_before	requeues	queued	reason
x y	a	1.50	0940	pending	0320 GB	1000	1060	1	1000	timeout
\-	b		7	-	-	-	-	-	-	-'
	printf '%s\n' '{"z":1.0,"created":"0940","job":"a","state":"inqueue","y":"\u0041"}' \
	    >old
	gives '{"z":1.0,"created":"0940","job":"a","state":"pending","y":"\u0041","since":1000,"not_before":1060,"requeues":1,"reason":"timeout"}' \
	    qrequeue -T 1000 -t 60 -o json old
}

@test "nothing is over time: what comes out is what went in" {
	printf 'job\tcreated\tstate\tsince\tnot_before\trequeues\treason\n' >old
	printf 'a\t0990\tinqueue\t\t-\t00\tfragmented\n' >>old
	qrequeue -T 1000 -t 60 old >new
	cmp old new
	qrequeue -T 1000 -t 0 old >new
	cmp old new
	sed 1q old >none
	qrequeue -T 1000 -t 60 none >new
	cmp none new
}

@test "-t 0 is off; under a minute is refused" {
	sent 'a inqueue
b inqueue
c inqueue
d pending
e running
f held
g failed' job,state -t 0 -T 99999999 list
	for t in 1 59 59s 0m59s 00:59; do
		try qrequeue -t $t list
		ends 2
		holds out ''
		says 'under a minute'
	done
	for t in '' -1 x 1y; do
		try qrequeue -t "$t" list
		ends 2
		holds out ''
		says timeout
	done
	try qrequeue list
	ends 2
	says --timeout
}

@test "-t and -C: durations of every form" {
	for t in 60 60s 1m 01:00 00:01:00; do
		sent 'a 3600
b -
c 3600' job,not_before -t $t -C 2600 <(sed 4q list)
	done
	for c in 5400 90m 1h30m 01:30:00 0-01:30:00; do
		cooldown 5400 - -C $c
		cooldown 5400 - --cooldown=$c
	done
	cooldown 0 - -C 0
	cooldown 60 -
	cooldown 60 9
}

@test "-Q: each queue has its timeout and cooldown, else those of the options" {
	cat >queues <<-END
	queue timeout cooldown
	p 2m 5m
	q - 7m
	r 0 -
	s 90 -
	END
	cat >many <<-END
	job queue created state
	p1 p 880 inqueue
	p2 p 881 inqueue
	q1 q 940 inqueue
	q2 q 941 inqueue
	r1 r 1 inqueue
	s1 s 910 inqueue
	s2 s 911 inqueue
	d1 - 940 inqueue
	d2 - 941 inqueue
	END
	sent 'p1 1300
p2 -
q1 1420
q2 -
r1 -
s1 1100
s2 -
d1 1100
d2 -' job,not_before -Q queues -t 1m -C 100 many
	sent 'p1 1300
p2 -
q1 -
q2 -
r1 -
s1 1060
s2 -
d1 -
d2 -' job,not_before -Q queues many
}

@test "-Q: a timeout under a minute is a fault" {
	printf '%s\n' 'queue timeout' 'p 60' 'q 59' 'r 0' >queues
	faults 'qrequeue: queues:3: timeout: "59" is under a minute' \
	    qrequeue -Q queues list
	faults 'qrequeue: queues:3: timeout: "59" is under a minute' \
	    qrequeue -t 60 -Q queues list
}

@test "--backoff: the k-th cooldown is F^(k-1) times the first" {
	cooldown 60 - --backoff 2
	cooldown 120 1 --backoff 2
	cooldown 240 2 --backoff 2
	cooldown 61440 10 --backoff 2
	cooldown 60 0 --backoff 1.5
	cooldown 90 1 --backoff 1.5
	cooldown 135 2 --backoff 1.5
	cooldown 202 3 --backoff 1.5
	cooldown 60 30 --backoff 1
	cooldown 0 30 --backoff 2 -C 0
	for f in 0 0.5 0.999 x -1 1.2345; do
		try qrequeue -t 60 --backoff $f list
		ends 2
		says backoff
		holds out ''
	done
}

@test "--backoff: cooldowns are exact, rounded down once" {
	# 60 x 1.1^19 = 366.95..., 60 x 1.1^48 = 5821.03...
	cooldown 366 19 --backoff 1.1
	cooldown 5821 48 --backoff 1.1
}

@test "--backoff: without end it saturates, and the time is written" {
	printf '%s\n' 'job created state requeues' 'a 100 inqueue 100000' >one
	try qrequeue -T 1000 -t 60 --backoff 1000 one
	ends 0
	cp out new
	try qstep -T 2000 -N <(printf '%s\n' 'node gpu' 'n 1') new
	ends 0
	try qrequeue -T 1000 -t 60 --backoff 2 --max-cooldown 1d \
	    -H -c not_before one
	holds out 87400
}

@test "--max-cooldown: no cooldown is longer" {
	cooldown 60 0 --backoff 2 --max-cooldown 100
	cooldown 100 1 --backoff 2 --max-cooldown 100
	cooldown 100 60 --backoff 2 --max-cooldown 100
	cooldown 30 0 --max-cooldown 30s
	cooldown 0 3 --max-cooldown 0
}

@test "--limit: the timeout that makes requeues N holds the job" {
	printf '%s\n' 'job created state requeues' 'a 100 inqueue -' \
	    'b 100 inqueue 1' 'c 100 inqueue 2' 'd 100 inqueue 3' >four
	sent 'a pending 1000 1060 1 timeout
b pending 1000 1060 2 timeout
c held 1000 1060 3 timeout
d held 1000 1060 4 timeout' job,state,since,not_before,requeues,reason \
	    -t 60 --limit 3 four
	sent 'a held
b held
c held
d held' job,state -t 60 --limit 1 four
	sent 'a pending
b pending
c pending
d pending' job,state -t 60 four
}

@test "--limit: who is held stays so until it is released" {
	printf '%s\n' 'job created state requeues gpu' 'a 100 inqueue 2 1' >one
	printf '%s\n' 'node gpu' 'n 1' >nodes
	qrequeue -T 1000 -t 60 --limit 3 one | qstep -T 5000 -N nodes >two
	try qstep -T 5000 -N nodes -H -c state,requeues two
	holds out 'held	3'
	qset -T 6000 -j a release two | qstep -T 6000 -N nodes >three
	try qstep -T 6000 -N nodes -H -c state,requeues three
	holds out 'running	0'
}

@test "--timestamp: eviction queues it behind its peers, creation does not" {
	sent 'a - 1000
b 150 941
c - 1000
d - 200
e - 200
f - 200
g - 200' job,queued,since -t 60 --timestamp creation list
	sent 'a 1000 1000
b 150 941
c 1000 1000
d - 200
e - 200
f - 200
g - 200' job,queued,since -t 60 --timestamp eviction list
	printf '%s\n' 'job created state' 'a 100 inqueue' 'b 200 pending' >two
	qrequeue -T 1000 -t 60 two >new
	gives 'a
b' qorder -H -c job new
	qrequeue -T 1000 -t 60 --timestamp eviction two >new
	gives 'b
a' qorder -H -c job new
	try qrequeue -t 60 --timestamp now two
	ends 2
	says 'creation or eviction'
}

@test "times are written as created is: offset, Z, epoch" {
	cat >styles <<-END
	job created state
	a 2026-11-30T18:00:00+08:00 inqueue
	b 2026-11-30T10:00:00Z inqueue
	c 1796032800 inqueue
	END
	try qrequeue -T 2026-11-30T11:00:00Z -t 1h -C 90 -H \
	    --timestamp eviction -c since,not_before,queued styles
	ends 0
	holds out '2026-11-30T19:00:00+08:00	2026-11-30T19:01:30+08:00	2026-11-30T19:00:00+08:00
2026-11-30T11:00:00Z	2026-11-30T11:01:30Z	2026-11-30T11:00:00Z
1796036400	1796036490	1796036400'
}

@test "a second run at the same instant changes nothing" {
	for o in '' '--limit 1' '--timestamp eviction' '-C 0' '--backoff 2'; do
		# shellcheck disable=SC2086 # an option and its value
		qrequeue -T 1000 -t 60 $o list >one
		# shellcheck disable=SC2086
		qrequeue -T 1000 -t 60 $o one >two
		cmp one two
	done
}

@test "-q prints nothing, -v says how many, faults are status 2" {
	gives '' qrequeue -q -t 60 -T 1000 list
	try qrequeue -v -t 60 -T 1000 list
	ends 0
	holds err 'qrequeue: 2 sent back'
	printf '%s\n' 'job state' 'a waiting' >bad
	try qrequeue -t 60 bad
	ends 2
	holds out ''
	says 'bad:2: state:'
	printf '%s\n' 'job state' 'a -' 'a -' >bad
	try qrequeue -t 60 bad
	ends 2
	holds out ''
	says 'bad:3: job:'
	try qrequeue -t 60 -Q - - <list
	ends 2
	holds out ''
	says 'standard input'
	try qrequeue -t 60 -Q none list
	ends 2
	holds out ''
	says none
	try qrequeue -t 60 --limit x list
	ends 2
	says limit
}

@test "a write that fails is status 2" {
	for o in tsv table json; do
		try sh -c "qrequeue -t 60 -o $o list >/dev/full"
		ends 2
		[ -s err ]
	done
}
