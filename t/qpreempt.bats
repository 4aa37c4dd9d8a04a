#!/usr/bin/env bats
# qpreempt: who is stopped for whom, and who is not.

load check

records() {
	printf '%s\n' 'group share' 'a 1' 'b 1' 'c 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 8' >nodes
	runs='job group gpu min_runtime state nodes started ended'
	echo "$runs" >runs
	t=7200
}

# at TIME: the instant of what follows.
at() {
	t=$1
}

# list: standard input becomes the file list, under these columns.
list() {
	{ echo "job group created $1"; cat; } >list
}

# stops WANT ARG...: job, state and reason of those that are changed, by job.
stops() {
	try qpreempt -T "$t" -N nodes -B budgets -U runs "${@:2}" list
	ends 0
	holds err ''
	cp out after
	awk -F '\t' -v t="$t" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["ended"] == t { print $at["job"], $at["state"], $at["reason"] }' \
	    after | sort >got
	holds got "$1"
}

# steps WANT ARG...: who runs since now, and where, after the step that follows.
steps() {
	try qstep -T "$t" -N nodes -B budgets -U runs -e placement -P deserved \
	    "${@:2}" after
	ends 0
	cp out stepped
	awk -F '\t' -v t="$t" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["state"] == "running" && $at["started"] == t {
		print $at["job"], $at["nodes"] }' stepped >got
	holds got "$1"
}

# column FILE JOB NAME: one field.
column() {
	awk -F '\t' -v job="$2" -v name="$3" '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["job"] == job { print $at[name] }' "$1"
}

# turns POLICY UNTIL: passes each minute; the runs that ended, in order.
turns() {
	list 'gpu min_runtime' <<-END
	A a 0 8 30m
	B b 0 8 30m
	C c 0 8 30m
	END
	echo "$runs" >runs
	for ((t = 0; t <= $2; t += 60)); do
		qpreempt -T "$t" -N nodes -B budgets -U runs -P "$1" list >after
		awk -F '\t' -v t=$t '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["ended"] == t {
			print $at["job"], $at["group"], 8, "30m stopped n1",
			    $at["started"], t }' after >>runs
		qstep -T "$t" -N nodes -B budgets -U runs -P "$1" -e placement \
		    after >list
	done
	awk 'NR > 1 { print $1, $7, $8 }' runs >got
}

@test "three groups with equal shares take turns" {
	[ -z "${T_WRAP-}" ] || skip 'too long under a wrapper'
	turns deserved 7200
	holds got 'A 0 1800
B 1800 3600
C 3600 5400
A 5400 7200'
	turns fairshare 7500
	holds got 'A 0 1860
B 1860 3720
C 3720 7440'
	[ "$(column list A state)" = running ]
}

@test "nobody is stopped for a gang that could not be placed even then" {
	printf '%s\n' 'node gpu_total' 'n'{1,2,3,4}' 8' >nodes
	for n in 1 2 3 4; do
		for k in 1 2 3 4 5 6; do
			echo "p$n$k a 0 1 8h running 3600 n$n"
		done
		echo "u$n a 0 1 0 running 3600 n$n"
		echo "v$n a 0 1 0 running 3600 n$n"
	done >there
	{ cat there; echo 'J b 0 8 1h pending - -'; } |
	    list 'gpu min_runtime state started nodes'
	stops ''
	stops '' -P fairshare
	sed -i 's/^J.*/J b 0 2 1h pending - -/' list
	stops 'u1 pending preempted J
v1 pending preempted J'
	steps 'J n1'
}

@test "a debug job stops no gang of 256 while a smaller victim will do" {
	printf '%s\n' 'node gpu_total' 'n'{1..33}' 8' >nodes
	list 'instances gpu min_runtime state started nodes' <<-END
	big a 0 32 8 1h running 0 $(printf 'n%d,' {1..31})n32
	small a 0 1 8 1h running 0 n33
	dbg b 0 1 1 15m pending - -
	END
	stops 'small pending preempted dbg'
	stops 'small pending preempted dbg' --debug-lane 'gpus<=8'
	sed -i '/^small/s/1h/8h/' list
	stops 'big pending preempted dbg'
}

@test "the protected are spared, to the second, and the cap ends protection" {
	list 'gpu min_runtime state started nodes' <<-END
	A a 0 8 2h running 1 n1
	B b 0 8 2h pending - -
	END
	stops ''
	at 7201
	stops 'A pending preempted B'
	at 7200
	stops 'A pending preempted B' --cap 1h
}

@test "who comes back after days goes first, and past its share is behind" {
	echo 'old a 8 1h stopped n1 0 600000' >>runs
	at 605000
	list 'gpu min_runtime state started nodes' <<-END
	A a 600000 4 1h running 600000 n1
	A2 a 600000 4 1h running 600000 n1
	B1 b 604990 4 1h pending - -
	B2 b 604991 4 1h pending - -
	END
	# Below its claim b goes first; at 4 of 2.66 it is above.
	stops 'A pending preempted B1
A2 pending preempted B2'
	steps 'B1 n1
B2 n1'
	list 'gpu min_runtime state started nodes' <<-END
	B1 b 600000 4 1m running 600000 n1
	B2 b 600000 4 1m running 600000 n1
	A a 600000 4 1h pending - -
	END
	stops 'B1 pending preempted A'
}

@test "what is not resumable is stopped for good" {
	list 'gpu min_runtime state started nodes resumable' <<-END
	A a 0 8 1h running 0 n1 no
	B b 0 8 1h pending - - yes
	END
	stops 'A stopped preempted B'
	steps 'B n1'
}

@test "an unallocated job stops nobody, whatever its place" {
	list 'gpu min_runtime state started nodes top' <<-END
	A a 0 8 1h running 0 n1 -
	F b 0 8 0 pending - - 1
	END
	stops ''
	sed -i 's/^F b/F x/; s/^A a/A y/; s/ 0 pending/ 1h pending/' list
	stops '' --unknown-groups unallocated
	sed -i 's/^F x/F b/' list
	stops 'A pending preempted F' --unknown-groups unallocated
}

@test "--debug-lane: debug jobs go first, and stop their own group's" {
	list 'gpu min_runtime state started nodes' <<-END
	A a 0 8 1h running 0 n1
	D a 7000 1 15m pending - -
	E a 10 8 1h pending - -
	END
	stops ''
	stops 'A pending preempted D' --debug-lane 'gpus<=8,min_runtime<=15m'
	stops '' --debug-lane 'gpus<1,min_runtime<=15m'
	stops '' --debug-lane 'gpus<=8,kind=debug'
	sed -i '/^A/s/1h/15m/' list
	stops '' --debug-lane 'gpus<=8,min_runtime<=15m'
	for rule in gpus 'gpus<=x' 'x=1' 'kind<a' 'gpus<=1,'; do
		try qpreempt -N nodes -B budgets --debug-lane "$rule" list
		ends 2
		holds out ''
		says 'qpreempt: --debug-lane: '
	done
}

@test "--debug-lane: of debug jobs the group that is due goes first" {
	list 'gpu min_runtime state started nodes priority' <<-END
	A a 0 7 8h running 0 n1 -
	u - 0 1 0 running 0 n1 -
	B a 0 8 8h running 0 n2 -
	da a 1 1 10m pending - - high
	db b 2 1 10m pending - - low
	END
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	for p in deserved fairshare; do
		stops 'u pending preempted db' -P $p --debug-lane 'gpus<=1'
	done
}

@test "--drain: contracts end first, and the reason names the node" {
	printf '%s\n' 'node gpu_total state' 'n1 8 drain' 'n2 8 ready' >nodes
	list 'gpu min_runtime state started nodes' <<-END
	A a 0 4 1h running 0 n1
	B a 0 4 2h running 1 n1
	C a 0 4 1h running 0 n2
	D a 0 4 1h running 0 n2,n1
	END
	stops ''
	stops 'A pending drained n1
D pending drained n1' --drain
	at 7201
	stops 'A pending drained n1
B pending drained n1
D pending drained n1' --drain
}

@test "--ledger: who is protected, until when, and who comes next" {
	list 'gpu min_runtime state started nodes' <<-END
	A a 0 4 8h running 0 n1
	B a 0 2 1h running 0 n1
	C a 0 2 0 running 0 n1
	D b 0 2 1h pending - -
	E b 0 1 1h pending - -
	END
	try qpreempt -T "$t" -N nodes -B budgets --ledger list
	ends 0
	tr '\t' ' ' <out >got
	holds got 'job group gpus charged protected_until heir
A a 4 yes 28800 D
B a 2 yes - D
C a 2 no - D'
	gives '' qpreempt -q -T "$t" -N nodes -B budgets --ledger list
}

gang() {
	printf '%s\n' 'node gpu_total' 'n'{1,2,3}' 8' >nodes
	printf '%s\n' 'group share' 'a 1' 'b 2' 'c 1' >budgets
	list 'instances gpu min_runtime state since started nodes reserved' <<-END
	L a 0 1 8 4h running 0 0 n1 -
	M a 0 1 8 3h running 0 0 n2 -
	N a 0 1 8 5h running 0 0 n3 -
	G b 0 2 8 1h pending ${1-0} - - -
	END
}

@test "--reserve: after an hour, where contracts end first" {
	gang 3601
	stops '' --reserve 16
	[ "$(column after G reserved)" = - ]
	gang 3600
	stops '' --reserve 17
	[ "$(column after G reserved)" = - ]
	stops '' --reserve 16
	[ "$(column after G reserved)" = n2,n1@14400 ]
	cp after list
	# A second run, and a step, leave it.
	stops '' --reserve 16
	[ "$(column after G reserved)" = n2,n1@14400 ]
	steps ''
	[ "$(column stepped G reserved)" = n2,n1@14400 ]
}

@test "--reserve: its nodes take what is free or over by then" {
	gang
	sed -i '/^M/d; s/ -$/ n1,n2@14400/' list
	sed -i '/^[LN]/s/ n1,n2@14400/ -/' list
	cat >>list <<-END
	S a 7000 1 8 121m pending 7000 - - -
	T a 7001 1 8 2h pending 7001 - - -
	END
	stops ''
	steps 'T n2'
	[ "$(column stepped S reason)" = 'quota needs 8 gpu, 0 idle, 0 inqueue' ]
	sed -i '/^T/d' list
	stops ''
	steps ''
	[ "$(column stepped S reason)" = 'reserved 14400 for G' ]
	sed -i '/^S/s/121m/0/' list
	stops ''
	steps 'S n2'
}

@test "--reserve: when it is due those on them are stopped, and it starts" {
	gang
	sed -i '/^G/s/ -$/ n2,n1@14400/' list
	at 14399
	stops ''
	at 14400
	stops 'L pending preempted G
M pending preempted G'
	steps 'G n1,n2'
	[ "$(column stepped G reserved)" = - ]
}

@test "--reserve: dropped when one with no more than its claim is on them" {
	gang
	sed -i '/^G/s/ -$/ n2,n1@14400/; s/^M a/M c/' list
	# c runs 8 of 6, which is more; of 9 it is not.
	stops ''
	[ "$(column after G reserved)" = n2,n1@14400 ]
	printf '%s\n' 'group share' 'a 2' 'b 3' 'c 3' >budgets
	stops ''
	[ "$(column after G reserved)" = - ]
}

@test "a reservation that is none is a fault with its place" {
	gang
	for value in n1 n1@ @5 n1@x 'n1*0@5'; do
		sed "/^G/s/ -$/ $value/" list >bad
		faults "qpreempt: bad:5: reserved: \"$value\" is not a list of \
nodes, @ and a time" qpreempt -T "$t" -N nodes -B budgets bad
		try qstep -T "$t" -N nodes bad
		ends 2
	done
}

@test "-v says who, for whom, and by which numbers" {
	list 'gpu min_runtime state started nodes' <<-END
	A a 0 6 1h running 0 n1
	F - 0 2 0 running 0 n1
	B b 0 8 1h pending - -
	END
	try qpreempt -v -T "$t" -N nodes -B budgets list
	ends 0
	holds err 'qpreempt: F: preempted for B: it is unallocated
qpreempt: A: preempted for B: b runs 0 of 2.666 gpu, a runs 6 of 2.666 gpu
qpreempt: 2 stopped for 1, 0 drained, 0 put off'
	try qpreempt -v -T "$t" -N nodes -B budgets -P fairshare list
	says 'qpreempt: A: preempted for B: b 0.000000, a 0.026786'
}

@test "columns that others own stay, and so does what is not changed" {
	list 'gpu min_runtime state started nodes mine' <<-END
	A a 0 8 1h running 0 n1 x
	B b 0 8 1h pending - - y
	END
	stops 'A pending preempted B'
	[ "$(column after A mine)$(column after B mine)" = xy ]
	[ "$(column after A started)$(column after A nodes)" = 0n1 ]
	[ "$(column after A attained)" = 2h ]
	[ "$(column after A preemptions)" = 1 ]
}

@test "bad usage" {
	list 'gpu' </dev/null
	faults 'qpreempt: --nodes is needed
qpreempt: try: qpreempt --help' qpreempt -B budgets list
	faults 'qpreempt: --budgets is needed
qpreempt: try: qpreempt --help' qpreempt -N nodes list
	for bad in '-P priority' '--reserve x' '--cap -1' '--window 0'; do
		# shellcheck disable=SC2086 # option and value
		try qpreempt -N nodes -B budgets $bad list
		ends 2
		holds out ''
	done
}
