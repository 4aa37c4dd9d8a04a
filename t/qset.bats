#!/usr/bin/env bats
# qset: the operator's hand.

load check

now=2026-11-30T14:00:00Z

records() {
	cat >list <<-END
	job priority created state note
	p high 2026-11-30T10:00:00Z pending one
	q medium 2026-11-30T11:00:00Z inqueue "two words"
	r 150 2026-11-30T12:00:00Z running -
	h low 2026-11-30T13:00:00Z held -
	s - 2026-11-30T13:00:00Z succeeded -
	f - 2026-11-30T13:00:00Z failed -
	x - 2026-11-30T13:00:00Z stopped -
	END
}

# set_to WANT COLUMNS ARG...: these columns, blanks for tabs, without a header.
set_to() {
	try qset -T "$now" -H -c "$2" "${@:3}"
	ends 0
	holds err ''
	tr '\t' ' ' <out >got
	holds got "$1"
}

# refused ID STATE CHANGE: not allowed from that state.
refused() {
	try qset -T "$now" -j "$1" "$3" list
	ends 2
	holds out ''
	says "\"$1\""
	says "$2"
	says "${3%%=*}"
	[ "$(wc -l <err)" -eq 1 ]
	grep -q '^qset: list:[0-9]*: ' err
}

@test "front: below the least there is, -1 if there is none" {
	set_to 'p -
q -1
r -
h -
s -
f -
x -' job,top -j q front list
	printf '%s\n' 'job top' 'a 5' 'b -' 'c 3' >tops
	set_to 'a 5
b -1
c 3' job,top -j b front tops
	printf '%s\n' 'job top' 'a -7' 'b -' 'c 3' >tops
	set_to 'a -7
b -8
c 3' job,top -j b front tops
	set_to 'a -8
b -
c 3' job,top -j a front tops
}

@test "front: several, in the order given, before all others" {
	printf '%s\n' 'job created priority top' 'a 1 high -4' 'b 2 low -' \
	    'c 3 high 3' 'd 4 low -' >tops
	qset -j d,c,b front tops >new
	try qorder -H -c job new
	holds out 'd
c
b
a'
	set_to 'a -4
b -5
c -6
d -7' job,top -j d,c,b front tops
	set_to 'a -4
b -5
c -6
d -7' job,top -j d -j c,b front tops
	set_to 'a -4
b -5
c -6
d -7' job,top --job=d,c --job b front tops
}

@test "front: no number left is a fault" {
	printf '%s\n' 'job top' 'a -9223372036854775805' 'b -' 'c -' >tops
	set_to 'a -9223372036854775805
b -9223372036854775807
c -9223372036854775806' job,top -j b,c front tops
	# A number that no filter could read is not written.
	printf '%s\n' 'job top' 'a -9223372036854775806' 'b -' 'c -' >tops
	try qset -j b,c front tops
	ends 2
	holds out ''
	[ -s err ]
}

@test "front and priority: waiting and held jobs only" {
	set_to 'p -3
q -2
r -
h -1
s -
f -
x -' job,top -j p,q,h front list
	for c in front priority=low; do
		refused r running $c
		refused s succeeded $c
		refused f failed $c
		refused x stopped $c
	done
}

@test "priority: the word is kept as it is written" {
	set_to 'p low
q low
r 150
h low
s -
f -
x -' job,priority -j p,q,h priority=low list
	for p in high medium low 0 -5 301 007; do
		set_to "p $p" job,priority -j p priority=$p <(sed 2q list)
	done
	try qset -o json -j p priority=high <(sed 2q list)
	grep -q '"priority":"high"' out
}

@test "priority: another word is a usage error" {
	for p in '' urgent High 1.5 +3 9223372036854775808 '3 '; do
		try qset -j p "priority=$p" list
		ends 2
		holds out ''
		says priority
	done
}

@test "priority: the order follows it" {
	gives 'p
q' qorder -H -c job list
	qset -j p priority=199 list >new
	gives 'q
p' qorder -H -c job new
}

@test "hold: from pending and inqueue, since now" {
	set_to "p held $now
q held $now
r running -
h held -
s succeeded -
f failed -
x stopped -" job,state,since -j p,q hold list
	refused r running hold
	refused h held hold
	refused s succeeded hold
	refused f failed hold
	refused x stopped hold
}

@test "release: from held alone, requeues 0, no cooldown" {
	cat >held <<-END
	job created state since not_before requeues reason
	a 100 held 200 99999999999 3 timeout
	b 100 pending 200 99999999999 3 timeout
	END
	set_to 'a pending 500 - 0
b pending 200 99999999999 3' job,state,since,not_before,requeues \
	    -T 500 -j a release held
	refused p pending release
	refused q inqueue release
	refused r running release
	refused s succeeded release
	refused f failed release
	refused x stopped release
}

@test "stop: any that is unfinished; one that runs has ended" {
	cat >four <<-END
	job created state since started nodes attained
	a 100 pending 200 - - -
	b 100 inqueue 200 - - 7
	c 100 held 200 - - -
	d 100 running 200 200 n1 50
	e 100 running 200 200 n1 -
	END
	set_to 'a stopped 500 - - - -
b stopped 500 - - - 7
c stopped 500 - - - -
d stopped 500 200 500 n1 5m50s
e stopped 500 200 500 n1 5m' job,state,since,started,ended,nodes,attained \
	    -T 500 -j a,b,c,d,e stop four
	refused s succeeded stop
	refused f failed stop
	refused x stopped stop
}

@test "an unknown id, beside a known one: nothing is written" {
	faults 'qset: there is no job "z"' qset -j p,z front list
	faults 'qset: there is no job "P"' qset -j P hold list
	try qset -j 'z,r,y' hold list
	ends 2
	holds out ''
	says '"z"'
	says '"y"'
	says '"r" is running'
	[ "$(wc -l <err)" -eq 3 ]
}

@test "one that is named twice is a fault" {
	try qset -j p,q,p front list
	ends 2
	holds out ''
	says '"p"'
}

@test "-J: a file of ids, one a line" {
	printf 'h\n\np\n' >ids
	set_to 'p -1
q -
r -
h -2
s -
f -
x -' job,top -J ids front list
	printf 'h\r\np' >ids
	set_to 'p -1
q -
r -
h -2
s -
f -
x -' job,top --job-file ids front list
	printf 'a,b\n' >ids
	printf 'job\tcreated\na,b\t1\na\t2\n' >comma
	set_to 'a,b -1
a -' job,top -J ids front comma
	echo h >ids
	set_to 'p -
q -1
r -
h -2
s -
f -
x -' job,top -J ids -j q front list
	try qset -J none front list
	ends 2
	says none
}

@test "usage: what is missing or unknown" {
	for args in 'front list' '-j p' '-j p list front' '-j p frontal list' \
	    '-j p priority list' '-j p front=1 list' '-j p hold= list' \
	    '-x -j p front list' '-j' '-j p -o xml front list' \
	    '-j p -c none front list' '-j p -T then front list'; do
		# shellcheck disable=SC2086 # several words
		try qset $args </dev/null
		ends 2
		holds out ''
		[ -s err ]
	done
}

@test "since is written as created is: offset, Z, epoch" {
	cat >styles <<-END
	job created state
	a 2026-11-30T18:00:00+08:00 pending
	b 2026-11-30T10:00:00Z pending
	c 1796032800 pending
	d - pending
	e 2026-11-30T04:30:00-05:30 pending
	END
	set_to 'a 2026-11-30T22:00:00+08:00
b 2026-11-30T14:00:00Z
c 1796047200
d 1796047200
e 2026-11-30T08:30:00-05:30' job,since -j a,b,c,d,e hold styles
}

@test "TSV: columns that it does not own are kept to the byte, and their order" {
	{
		printf 'zone\tgpu\tjob\tmem\tstate\tcreated\tnote\n'
		printf '\\tx\t1.500\ta\t0320GB\tpending\t007\t"q" \\\\\n'
		printf '\t500m\tb\t1Ti\t\t2026-11-30t10:00:00z\t\n'
		printf -- '-\t-\tc\t1K\trunning\t9\t\\-é\n'
	} >old
	qset -T 500 -j a hold old >new
	sed '1s/$/\tsince/; 2s/pending/held/; 2s/$/\t500/; 3,$s/$/\t-/' old |
	    diff -u - new
	qset -j c priority=high <(sed 's/running/held/' old) >new
	sed 's/running/held/; 1s/$/\tpriority/; 2,3s/$/\t-/; 4s/$/\thigh/' \
	    old | diff -u - new
}

@test "JSON: tokens that it does not own are kept, and their order" {
	printf '%s\n' \
	    '{"x":1.50,"job":"a","note":"\u00e9\/","created":"007","state":"pending","mem":"0320G","y":true}' \
	    '{"job":"b","gpu":0.50,"z":null,"state":"running","created":7}' >old
	qset -T 500 -o json -j a hold old >new
	holds new \
	    '{"x":1.50,"job":"a","note":"\u00e9\/","created":"007","state":"held","mem":"0320G","y":true,"gpu":null,"z":null,"since":500}
{"x":null,"job":"b","note":null,"created":7,"state":"running","mem":null,"y":null,"gpu":0.50,"z":null,"since":null}'
}

@test "several operands, standard input, and the options of all filters" {
	printf 'job\tcreated\nk\t1\n' >another
	set_to 'p -
k -1' job,top -j k front <(sed 2q list) another
	set_to 'k -1' job,top -j k front <another
	set_to 'k -1' job,top -j k front - <another
	try qset -q -j k front another
	ends 0
	holds out ''
	try qset -q -j none front another
	ends 2
	gives '{"job":"k","created":1,"top":-1}' qset -o json -j k front another
	gives 'job  created  top
k          1   -1' qset -o table -j k front another
	gives 'top	job
-1	k' qset -c top,job -j k front another
	gives 'k	1	-1' qset -H -j k front another
}

@test "a change again at the same instant changes nothing more" {
	qset -T 500 -j p priority=low list >one
	qset -T 500 -j p priority=low one >two
	cmp one two
}

@test "a write that fails is status 2" {
	try sh -c 'qset -j p front list >/dev/full'
	ends 2
	[ -s err ]
	for o in --help --version; do
		try sh -c "qset $o >/dev/full"
		ends 2
	done
}
