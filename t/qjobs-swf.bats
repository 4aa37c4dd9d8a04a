#!/usr/bin/env bats
# qjobs: traces of the Parallel Workloads Archive.

load check

records() {
	cat >trace <<-'END'
	; Version: 2.2
	; UnixStartTime: 1000000000
	;
	; a line of notes
	    1     0     5  3600   16   -1  2048   32   7200 1048576  1   3   2  -1  1  2  -1 -1
	    2    60    -1    10    4   -1  2048   -1     -1      -1  0  -1   4  -1 -1 -1  -1 -1

	    3    60     1     0    1   -1    -1    0      0       0  1   5  -1  -1  0 -1  -1 -1
	END
}

# line FIELDS: a trace of that job.
line() {
	printf '%s\n' "$1" >trace
}

@test "a job is a gang of one core each" {
	try qjobs -c job,queue,group,pool,created,state,instances,gpu,cpu,mem,time_limit,runtime,started trace
	ends 0
	holds err ''
	tr '\t' ' ' <out >got
	holds got 'job queue group pool created state instances gpu cpu mem time_limit runtime started
1 1 2 2 1000000000 - 32 - 1 1G 2h 1h -
2 - 4 - 1000000060 - 4 - 1 2M - 10s -
3 0 - - 1000000060 - 1 - 1 - - 0s -'
	try qjobs -H -c group --group account/user trace
	holds out '2/3
4
-'
}

@test "what is made of a trace can be replayed: it waits, and is in order" {
	qjobs trace >list
	printf '%s\n' 'node cpu mem pool' 'n1 64 64G 2' >nodes
	try qstep -T 1000000100 -N nodes -H -c job,state list
	ends 0
	holds out '1	running
2	running
3	running'
}

@test "without a start the times count from 0" {
	line '1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1'
	gives '7	9s' qjobs -H -c created,runtime trace
}

@test "what never ran, and parts of jobs, are left out and told" {
	line '1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1
2 8 -1 -1 -1 -1 -1 4 -1 -1 5 1 1 1 1 1 -1 -1
3 8 3 0 0 -1 -1 4 -1 -1 5 1 1 1 1 1 -1 -1
1 8 -1 4 1 -1 -1 1 -1 -1 2 1 1 1 1 1 -1 -1
1 9 -1 5 1 -1 -1 1 -1 -1 3 1 1 1 1 1 -1 -1
4 9 -1 5 1 -1 -1 1 -1 -1 1 1 1 1 1 1 1 60'
	try qjobs -H -c job trace
	ends 0
	holds out '1
4'
	holds err 'qjobs: trace: left out, for they never ran: 2
qjobs: trace: left out, for they are parts of other lines'"'"' jobs: 2
qjobs: trace: name a job that goes before, which records cannot say: 1'
}

@test "what is no job of a trace is a fault of its line" {
	local text want

	while IFS='|' read -r text want; do
		printf '; x\n%s\n' "$text" >trace
		faults "qjobs: trace:2: $want" qjobs trace
	done <<-'END'
	1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1|17 fields, not 18
	1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1 -1|19 fields, not 18
	-1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1|job number: "-1" is no job's number
	x 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1|job number: "x" is no whole number
	1 -1 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1|submit time: "-1" is no time
	1 7 0 9.5 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1|run time: "9.5" is no whole number
	1 7 0 -9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1|run time: "-9" is no whole number
	1 7 0 9 -1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1|requested processors: "-1" is no number of processors, and none are given
	1 7 0 9 1 -1 -1 1 -1 9223372036854775807 1 1 1 1 1 1 -1 -1|requested memory: "9223372036854775807" is too large
	END
	line '; UnixStartTime: soon
1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1'
	faults 'qjobs: trace:1: UnixStartTime: "soon" is no time' qjobs trace
	line '; UnixStartTime: 9223372036854775807
1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1'
	faults 'qjobs: trace:2: submit time: "7" is too large' qjobs trace
	line '1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1
1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1'
	faults 'qjobs: trace:2: job: "1" is there twice' qjobs trace
}

@test "a line that cannot be read is left out with -k, the others are not" {
	line '1 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1
2 7 0 9 1
3 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1'
	try qjobs -k -H -c job trace
	ends 1
	holds out '1
3'
	holds err 'qjobs: trace:2: 5 fields, not 18'
}

@test "text of any bytes is a fault, not a surprise" {
	# shellcheck disable=SC2016 # it is text
	printf '; \e[2J $(touch x)\n\e[2J 7 0 9 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n' >trace
	try qjobs trace
	ends 2
	lacks $'\e' err
	[ ! -e x ]
	echo 'hello' >trace
	faults 'qjobs: trace:1: "hello" is the beginning of no slurm, sacct, k8s or swf' \
	    qjobs trace
}
