#!/usr/bin/env bats
# qapply: the commands that turn one queue into another.

load check

records() {
	cat >old <<-END
	job created state since preemptions priority note
	1 100 pending 100 - high "a note"
	2 100 inqueue 150 - medium -
	3 100 running 160 - low -
	4 100 held 100 - - -
	5 100 succeeded 100 - - -
	7_3 100 pending 100 2 - -
	END
}

# changed SED...: the file new, made of old.
changed() {
	sed "$@" old >new
}

# prints WANT [TO]: what turns old into new.
prints() {
	try qapply --to "${2-slurm}" --was old new
	ends 0
	holds err ''
	holds out "$1"
}

@test "an admission: released, then noted" {
	changed 's/^1 100 pending 100/1 100 inqueue 200/'
	prints "scontrol release 1 && scontrol update jobid=1 \
AdminComment='sluice:phase=inqueue,created=100,since=200,priority=high'"
}

@test "an admission of a job that was preempted starts its begin time anew" {
	changed 's/^7_3 100 pending 100/7_3 100 inqueue 200/'
	prints "scontrol update jobid=7_3 StartTime=now && \
scontrol release 7_3 && scontrol update jobid=7_3 \
AdminComment='sluice:phase=inqueue,created=100,since=200,preemptions=2'"
}

@test "running is an admission: the cluster places it" {
	changed 's/^1 100 pending 100/1 100 running 200/'
	prints "scontrol release 1 && scontrol update jobid=1 \
AdminComment='sluice:phase=inqueue,created=100,since=200,priority=high'"
}

@test "a job that was let in and would run needs nothing" {
	changed 's/^2 100 inqueue 150/2 100 running 200/'
	try qapply --to slurm --was old new
	ends 1
	holds out ''
	holds err ''
}

@test "sent back: one update holds it and says so" {
	changed 's/^2 100 inqueue 150/2 100 pending 200/'
	prints "scontrol update jobid=2 Priority=0 \
AdminComment='sluice:phase=pending,created=100,since=200,priority=medium'"
}

@test "given up: held" {
	changed 's/^2 100 inqueue 150/2 100 held 200/'
	prints "scontrol update jobid=2 Priority=0 \
AdminComment='sluice:phase=held,created=100,since=200,priority=medium'"
}

@test "preempted: noted, requeued, held" {
	changed 's/^3 100 running 160 -/3 100 pending 200 1/'
	prints "scontrol update jobid=3 AdminComment='sluice:phase=pending,\
created=100,since=200,preemptions=1,priority=low' && \
scontrol requeuehold Incomplete 3 && scontrol hold 3"
}

@test "stopped: cancelled" {
	changed 's/^3 100 running/3 100 stopped/; s/^4 100 held/4 100 stopped/'
	prints 'scancel 3
scancel 4'
}

@test "an operator's change alone is a note" {
	changed 's/^1 100 pending 100 - high/1 100 pending 100 - 50/'
	prints "scontrol update jobid=1 \
AdminComment='sluice:phase=pending,created=100,since=100,priority=50'"
}

@test "what is no memo's changes nothing" {
	changed 's/"a note"/another/'
	try qapply --to slurm --was old new
	ends 1
	holds out ''
}

@test "the same times, written otherwise, are no change" {
	changed 's/ 100 pending 100 - high/ 1970-01-01T00:01:40Z pending 100 - high/'
	try qapply --to slurm --was old new
	ends 1
	holds out ''
}

@test "admissions come last, in the order of the records" {
	sed 1q old >new
	sed '1d; /^[17]/s/pending/inqueue/; s/running/stopped/' old | tac >>new
	try qapply --to slurm --was old new
	ends 0
	sed 's/.*\(release\|scancel\) \([0-9_]*\).*/\2/' out >order
	holds order '3
7_3
1'
}

@test "who waits is held before room is made" {
	sed 1q old >new
	sed '1d; s/running/stopped/; /^2/s/inqueue/pending/
	    /^1/s/pending/inqueue/' old | sort -k 1,1nr >>new
	try qapply --to slurm --was old new
	ends 0
	sed 's/ AdminComment=.*//; s/ &&.*//' out >order
	holds order 'scontrol update jobid=2 Priority=0
scancel 3
scontrol release 1'
}

@test "new records come from standard input, too" {
	changed 's/^1 100 pending 100/1 100 held 200/'
	try qapply --to slurm --was old <new
	ends 0
	grep -q phase=held out
}

@test "a job that only one side has is a fault" {
	changed /^3/d
	echo '9 100 pending 100 - - -' >>new
	try qapply --to slurm --was old new
	ends 2
	holds out ''
	holds err 'qapply: old:4: job: a job that the new records lack
qapply: new:7: job: a job that the old records lack'
}

@test "no command makes a job succeed, or brings one back" {
	changed 's/^3 100 running/3 100 succeeded/
	    s/^5 100 succeeded/5 100 pending/'
	try qapply --to slurm --was old new
	ends 2
	holds out ''
	holds err 'qapply: new:4: state: no command makes a running job succeeded
qapply: new:6: state: no command makes a succeeded job pending'
}

@test "what is no id of the cluster is a fault" {
	local id

	# shellcheck disable=SC2016 # not to be expanded is the point
	for id in '1;id' '$(id)' -1 1_ _1 1_2_3 1+ '' x '1 2' '1`id`'; do
		printf 'job\tcreated\tstate\n%s\t5\tpending\n' "$id" >old
		sed 's/pending/inqueue/' old >new
		try qapply --to slurm --was old new
		ends 2
		holds out ''
	done
	for id in a /a a/ a/b/c A/b 'a/b;id' a/-b a/b- a.b/c; do
		printf 'job\tcreated\tstate\n%s\t5\tpending\n' "$id" >old
		sed 's/pending/inqueue/' old >new
		try qapply --to k8s --was old new
		ends 2
		holds out ''
	done
}

@test "ids of arrays and of het jobs" {
	local id

	for id in 1 12_0 12+1; do
		printf 'job created state\n%s 5 pending\n' "$id" >old
		changed s/pending/inqueue/
		try qapply --to slurm --was old new
		ends 0
		grep -qF "scontrol release $id &&" out
	done
}

@test "more changes than --max: nothing is printed" {
	changed 's/pending 100/inqueue 200/'
	try qapply --to slurm --max 1 --was old new
	ends 2
	holds out ''
	holds err 'qapply: 2 changes, and --max allows 1'
	try qapply --to slurm --max 2 --was old new
	ends 0
}

@test "the default of --max is 1000" {
	seq 1001 | sed '1i job created state
		s/$/ 5 pending/' | sed 's/^[[:blank:]]*//' >old
	changed s/pending/inqueue/
	try qapply --to slurm --was old new
	ends 2
	holds out ''
	sed '$s/inqueue/pending/' new >new1
	try qapply --to slurm --was old new1
	ends 0
	[ "$(wc -l <out)" -eq 1000 ]
}

@test "usage" {
	try qapply --was old old
	ends 2
	says '--to is needed'
	try qapply --to slurm old
	ends 2
	says '--was is needed'
	try qapply --to pbs --was old old
	ends 2
	try qapply --to slurm --was old old old
	ends 2
	try qapply --to slurm --was - <old
	ends 2
	says 'standard input is named twice'
}

@test "-q prints nothing and says by its status whether there is work" {
	changed 's/^1 100 pending/1 100 inqueue/'
	try qapply -q --to slurm --was old new
	ends 0
	holds out ''
	try qapply -q --to slurm --was old old
	ends 1
}

@test "a Kubernetes Job: one patch has all of it" {
	sed 's/^\([1-5]\) /team-a\/job.\1 /; s/^7_3 /b\/c /' old >o
	mv o old
	changed 's/^\(.*\.1\) 100 pending 100/\1 100 inqueue 200/'
	try qapply --to k8s --was old new
	ends 0
	[[ $(cat out) = "kubectl patch job -n team-a job.1 --type=merge -p '"*"'" ]]
	sed "s/.* -p '\(.*\)'/\1/" out | jq -c '.spec, .metadata.annotations |
	    with_entries(select(.value != null))' >said
	holds said '{"suspend":false}
{"sluice/phase":"inqueue","sluice/created":"100","sluice/since":"200","sluice/priority":"high"}'
}

@test "a Kubernetes Job that waits, is stopped, is preempted: suspended" {
	local to

	for to in pending held stopped; do
		echo "job created state
a/b 5 running" >old
		changed "s/running/$to/"
		try qapply --to k8s --was old new
		ends 0
		sed "s/.* -p '\(.*\)'/\1/" out |
		    jq -r '"\(.spec.suspend) \(.metadata.annotations["sluice/phase"])"' >got
		holds got "true $to"
	done
}

@test "a job of others is never changed" {
	local reason

	for reason in unmanaged features gpu-types het-job dependency begins \
	    refused; do
		printf 'job\tcreated\tstate\treason\n5\t1\trunning\t%s x\n' \
		    "$reason" >old
		changed s/running/stopped/
		faults "qapply: new:2: state: job \"5\" is not ours to \
change: it was \"$reason x\"" qapply --to slurm --was old new
		try qapply --to slurm --was old old
		ends 1
	done
}

@test "a job that others released gets its memo anew" {
	printf 'job\tcreated\tstate\tsince\treason\n5\t1\tinqueue\t9\treleased\n' \
	    >old
	sed 's/released/-/' old >new
	prints "scontrol update jobid=5 \
AdminComment='sluice:phase=inqueue,created=1,since=9'"
}

# What a hostile user could put into a field that is kept: it comes back as
# text when a shell has read the command, and nothing of it is run.
@test "a shell takes every field as text" {
	local evil="'; touch owned; echo \$(touch owned) \`touch owned\` \"|&%"

	printf 'job\tcreated\tstate\treserved\na/b\t5\tpending\t-\n' >old
	printf 'job\tcreated\tstate\treserved\na/b\t5\tpending\t%s\n' \
	    "$evil\\\\\\t\\n\$IFS" >new
	try qapply --to k8s --was old new
	ends 0
	[ "$(wc -l <out)" -eq 1 ]
	# shellcheck disable=SC2016 # the shell behind the pipe expands it
	{ echo 'kubectl() { printf "%s" "$8"; }'; cat out; } | sh |
	    jq -j '.metadata.annotations["sluice/reserved"]' >got
	printf "%s\\\\\t\n\$IFS" "$evil" | cmp - got
	sed s,a/b,17, old >old7
	sed s,a/b,17, new >new7
	try qapply --to slurm --was old7 new7
	ends 0
	[ "$(wc -l <out)" -eq 1 ]
	# shellcheck disable=SC2016
	{ echo 'scontrol() { printf "%s" "$3"; }'; cat out; } | sh >got
	[[ $(cat got) = AdminComment=sluice:phase=pending,created=5,reserved=* ]]
	[ ! -e owned ]
}
