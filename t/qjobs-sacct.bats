#!/usr/bin/env bats
# qjobs: runs, of sacct.  Names like repo#number are public reports of what
# other readers got wrong.

load check

data=$BATS_TEST_DIRNAME/data/slurm
# Behind all times in the rows.
now=1796004884
records() {
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES'
}

# heads COLUMNS: the header of the rows to come.
heads() {
	printf '%s\n' "$1" >header
}

# runs WANT COLUMNS ROW...: the columns of what is made of the rows.
runs() {
	{
		cat header
		printf '%s\n' "${@:3}"
	} >text
	try qjobs -T $now -H -c "$2" text
	ends 0
	tr '\t' ' ' <out >got
	holds got "$1"
}

# refuses ERR ROW: the row is a fault of line 2.
refuses() {
	{
		cat header
		printf '%s\n' "$2"
	} >text
	faults "qjobs: text:2: $1" qjobs text
}

@test "what a real sacct prints comes out as looked over by hand" {
	try qjobs -T $now "$data/sacct-short.txt"
	ends 0
	holds err ''
	diff -u "$data/sacct-short.tsv" out
	# All columns tell more, and the same where both tell.
	try qjobs -T $now "$data/sacct-P.txt"
	ends 0
	holds err ''
	diff -u "$data/sacct-P.tsv" out
}

@test "what ran, when and where" {
	runs '1 stopped 100 200 2 4 8 32G a100 n1,n2' \
	    job,state,started,ended,instances,gpu,cpu,mem,gpu_model,nodes \
	    '1|CANCELLED by 0|100|200|n[1-2]|billing=8,cpu=16,gres/gpu:a100=8,gres/gpu=8,mem=64G,node=2'
	runs '1 0 6 n1' instances,gpu,cpu,nodes '1|COMPLETED|5|9|n1|cpu=6,node=1'
	# The first GPU more is a guess; OleHolmNielsen/Slurm_tools#12: 3, not 6.
	runs '3 1 n1*2,n2' instances,gpu,nodes \
	    '1|COMPLETED|5|9|n[1-2]|cpu=6,gres/gpu=3,gres/gpu:t4=3,node=2'
	says 'NodeList: job "1" had unequal parts of its GPUs on its nodes'
	# No model when the accounting knows of some GPUs' type alone.
	runs '6 -' gpu,gpu_model \
	    '1|COMPLETED|5|9|n1|cpu=6,gres/gpu=6,gres/gpu:a100=2,node=1'
}

@test "states: each run is one, with --duplicates too" {
	runs '1 stopped 5 9
1 stopped 20 30
1 succeeded 40 50
2 running 5 -
3 failed 5 6
4 failed 5 6
5 running 5 -
6 stopped 5 6' job,state,started,ended \
	    '1|REQUEUED|5|9|n1|cpu=1' '1|PREEMPTED|20|30|n1|cpu=1' \
	    '1|COMPLETED|40|50|n1|cpu=1' '2|RUNNING|5|Unknown|n1|cpu=1' \
	    '3|TIMEOUT|5|6|n1|cpu=1' '4|NODE_FAIL|5|6|n1|cpu=1' \
	    '5|SUSPENDED|5|Unknown|n1|cpu=1' '6|CANCELLED|5|6|n1|cpu=1'
}

@test "steps and what never ran are left out" {
	runs '1' job '1|COMPLETED|5|9|n1|cpu=1' '1.batch|COMPLETED|5|9|n1|cpu=1' \
	    '1.0|COMPLETED|5|9|n1|cpu=1' '1.extern|COMPLETED|5|9|n1|cpu=1' \
	    '2|PENDING|Unknown|Unknown|None assigned|' \
	    '3|FAILED|5|5|None assigned|' '4|CANCELLED by 7|None|9|None assigned|'
	holds err ''
}

@test "ids: tasks of arrays by both numbers, all others by one" {
	heads 'JobID|JobIDRaw|State|Start|End|NodeList|AllocTRES'
	runs '15_3
18
4' job '15_3|23|COMPLETED|5|9|n1|cpu=1' '17+1|18|COMPLETED|5|9|n1|cpu=1' \
	    '4|4|COMPLETED|5|9|n1|cpu=1' '15_[4-9]|15|PENDING|Unknown|Unknown|None assigned|'
	heads 'JobID|State|Start|End|NodeList|AllocTRES'
	runs '15_3
17+1' job '15_3|COMPLETED|5|9|n1|cpu=1' '17+1|COMPLETED|5|9|n1|cpu=1'
}

@test "times are UTC, or epoch seconds" {
	runs '1796004862 1796004881' started,ended \
	    '1|COMPLETED|2026-11-30T02:14:22|2026-11-30T02:14:41|n1|cpu=1'
	runs '1796004862 1796004881' started,ended \
	    '1|COMPLETED|1796004862|1796004881|n1|cpu=1'
	refuses 'Start: "yesterday" is no time' \
	    '1|COMPLETED|yesterday|9|n1|cpu=1'
	refuses 'End: "4" is before its start' '1|COMPLETED|5|4|n1|cpu=1'
	refuses 'End: "Unknown" is no time, of a job that has ended' \
	    '1|COMPLETED|5|Unknown|n1|cpu=1'
}

@test "a start that is still to come has another zone" {
	# Twice, and told once.
	runs '1 1796004885
2 1796004886' job,started '1|RUNNING|1796004885|Unknown|n1|cpu=1' \
	    '2|RUNNING|1796004886|Unknown|n1|cpu=1'
	holds err 'qjobs: text:2: a time that is still to come: was it printed with TZ=UTC?'
}

@test "amounts that cannot be counted are faults" {
	refuses 'it asks for more than can be counted' \
	    '1|COMPLETED|5|9|n1|cpu=9223372036854775807'
	refuses 'it asks for more than can be counted' \
	    '1|COMPLETED|5|9|n1|gres/gpu=9223372036854775807'
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|AllocCPUS'
	refuses 'AllocCPUS: "9223372036854775807" is no number' \
	    '1|COMPLETED|5|9|n1||9223372036854775807'
}

@test "a | in a name: fields are counted from both ends" {
	heads 'JobIDRaw|JobName|State|Start|End|NodeList|AllocTRES'
	runs '1 succeeded 5 9 n1' job,state,started,ended,nodes \
	    '1|a|b||c|COMPLETED|5|9|n1|cpu=1'
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|AdminComment'
	runs '1 1h' job,min_runtime \
	    '1|COMPLETED|5|9|n1|cpu=1|sluice:min_runtime=1h,note=a|b'
	# Two columns that may have it: what is between them is told by what
	# it can be.
	heads 'JobIDRaw|JobName|State|Start|End|NodeList|AllocTRES|WorkDir'
	runs '1 succeeded 5 n1' job,state,started,nodes \
	    '1|a|b|COMPLETED|5|9|n1|cpu=1|/a|b'
	# A name that plays at being the rest of a row.
	refuses 'State: a | in a name or a comment hides it: leave out JobName, Comment and their like' \
	    '1|x|FAILED|1|2|n9|cpu=9|COMPLETED|5|9|n1|cpu=1|/a'
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES'
	refuses '7 fields, and the header has 6' '1|x|COMPLETED|5|9|n1|cpu=1'
	refuses '2 fields, and the header has 6' 'a name|COMPLETED'
}

@test "groups, queues, what was asked, and what the comment keeps" {
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|User|Account|QOS|Partition|Submit|Timelimit|AdminComment'
	runs '1 gpu gpu nlp high 3 1d -' \
	    job,queue,pool,group,priority,created,time_limit,min_runtime \
	    '1|COMPLETED|5|9|n1|cpu=1|ana|nlp|high|gpu|3|1-00:00:00|'
	runs '1 nlp low 2 - 2h' \
	    job,group,priority,created,time_limit,min_runtime \
	    '1|COMPLETED|5|9|n1|cpu=1|ana|nlp|high|gpu|3|UNLIMITED|sluice:phase=inqueue,created=2,priority=low,min_runtime=2h'
	try qjobs -H -c group --group account/user text
	ends 0
	holds out nlp/ana
	refuses 'min_runtime: "soon" cannot be read' \
	    '1|COMPLETED|5|9|n1|cpu=1|a|a|high|gpu|3||sluice:min_runtime=soon'
}

@test "memory up to 20.11: for each core, for each node" {
	# neilmunday/slurm-mail#38, ycrc/seff-array#22,
	# cea-hpc/hpc-cost-simulator#20
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|AllocCPUS|ReqMem'
	runs '8 4G
8 4G
4 8G
4 100G
4 0
4 0
4 4M' cpu,mem \
	    '1|COMPLETED|5|9|n1|cpu=8|8|512Mc' \
	    '2|COMPLETED|5|9|n1|node=1|8|4Gn' \
	    '3|COMPLETED|5|9|n[1-2]|cpu=8|8|8Gn' \
	    '4|COMPLETED|5|9|n[1-2]|cpu=8|8|200G' \
	    '5|COMPLETED|5|9|n[1-2]|cpu=8|8|0c' \
	    '6|COMPLETED|5|9|n[1-2]|cpu=8|8|0n' \
	    '7|COMPLETED|5|9|n1|cpu=4|4|1Mc'
	refuses 'ReqMem: "lots" is no memory' '1|COMPLETED|5|9|n1|cpu=8|8|lots'
}

@test "what is no output of sacct -P is one clear line" {
	echo 'JobID JobName Partition' >a
	faults 'qjobs: a:1: a table of sacct'"'"'s that is cut to fit: use sacct -P' \
	    qjobs a
	echo 'JobID|JobName|Start' >a
	faults "qjobs: a:1: State: this column is needed: add it to sacct's -o
qjobs: a:1: End: this column is needed: add it to sacct's -o
qjobs: a:1: NodeList: this column is needed: add it to sacct's -o
qjobs: a:1: AllocTRES: this column is needed: add it to sacct's -o" qjobs a
	tail -n +2 "$data/sacct-short.txt" >a
	faults 'qjobs: a:1: a table without its header: use squeue --json, or sacct without -n' \
	    qjobs a
	# SckyzO/slurm_exporter: AllocGRES is gone, and sacct prints nothing.
	: >a
	faults 'qjobs: a: nothing in it: did the command before it fail?' \
	    qjobs a
	cp header a
	gives '' qjobs -H a
	refuses 'State: "DREAMING" is no state' '1|DREAMING|5|9|n1|cpu=1'
	refuses '"cpu=many" is no trackable resource' \
	    '1|COMPLETED|5|9|n1|cpu=many'
}

@test "-p ends its lines with a |, and CR LF is a line's end" {
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|'
	runs '1 n1' job,nodes '1|COMPLETED|5|9|n1|cpu=1|'
	heads $'JobIDRaw|State|Start|End|NodeList|AllocTRES\r'
	runs '1 n1' job,nodes $'1|COMPLETED|5|9|n1|cpu=1\r'
}

@test "a row that cannot be read is left out with -k, the others are not" {
	printf '%s\n' '1|COMPLETED|5|9|n1' '2|COMPLETED|5|9|n1|cpu=1' |
	    cat header - >text
	try qjobs -k -H -c job text
	ends 1
	holds out 2
	holds err 'qjobs: text:2: 5 fields, and the header has 6'
}

@test "names of any bytes come through as data" {
	# shellcheck disable=SC2016 # it is a name
	heads 'JobIDRaw|State|Start|End|NodeList|AllocTRES|Account|Partition'
	printf '1|COMPLETED|5|9|n1|cpu=1|%s|%s\n' \
	    $'$(touch x)`"\e[2J\t' "-p'" |
	    cat header - >text
	try qjobs -o json -c group,queue text
	ends 0
	mv out rows
	try jq -r '.group, .queue' rows
	printf '%s\n' $'$(touch x)`"\e[2J\t' "-p'" | diff - out
	[ ! -e x ]
}

@test "what sacct says when it fails is no record" {
	# vpenso/prometheus-slurm-exporter#124
	echo 'sacct: error: AllocGRES has been removed, please use AllocTRES' \
	    >text
	faults 'qjobs: text:1: "sacct: error: AllocGRES has been removed, please use AllocTR"... is the beginning of no slurm, sacct, k8s or swf' \
	    qjobs text
	heads 'JobID|Allocgres|Start|End|State|NodeList'
	try qjobs header
	ends 2
	says "AllocTRES: this column is needed: add it to sacct's -o"
}
