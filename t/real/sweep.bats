#!/usr/bin/env bats
# share/sweep as a job array of a real Slurm.

# shellcheck disable=SC2034,SC2154 # variables that slurm.bash reads and sets

load ../check
load real
load slurm

sweep=$top/share/sweep

# What the tasks read and write is where every user's jobs could.
inputs() {
	cp "$top/share/examples/sixty.tsv" "the trace"
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
}

# completed N: so many tasks are known to have come to a good end.
completed() {
	[ "$(sacct -nXS now-1hour --name sweep -o state%20 | sort |
	    uniq -c | tr -s ' ')" = " $1 COMPLETED " ]
}

@test "sweep --slurm: the table of a job array is that of this machine" {
	needs parallel parallel
	inputs
	"$sweep" -N nodes -d fifo,besteffort -t 0,5m "the trace" >want
	try "$sweep" -N nodes -d fifo,besteffort -t 0,5m "the trace" --slurm \
	    --sbatch --partition=all --sbatch '--comment=a "b' -w 'w %a'
	ends 0
	diff -u want out
	holds err 'sweep: 4 of 4 points as a job array'
	soon completed 4
	# There is nothing left to submit.
	try "$sweep" -N nodes -d fifo,besteffort -t 0,5m "the trace" --slurm \
	    -w 'w %a'
	diff -u want out
	holds err ''
}

@test "sweep --slurm: killed as it waits, and tasks too, the rest is done" {
	local pid

	needs parallel parallel
	inputs
	"$sweep" -N nodes -t 0,2m,3m,4m,5m,6m "the trace" >want
	mkdir slow
	cat >slow/qsim <<-END
	#!/bin/sh
	[ "\$1" = -V ] || { echo >>"$PWD/ran"; sleep 2; }
	exec "$(command -v qsim)" "\$@"
	END
	chmod +x slow/qsim
	: >ran
	PATH=$PWD/slow:$PATH "$sweep" -N nodes -t 0,2m,3m,4m,5m,6m -w work \
	    --slurm -j 3 "the trace" >out 2>err &
	pid=$!
	until_so sh -c 'ls work/*/*,*'
	kill -9 "$pid"
	scancel --signal=KILL --full --name=sweep
	soon nothing_left
	find work -name '*,*,1m' >before
	[ -s before ]
	[ "$(wc -l <before)" -lt 6 ]
	: >ran
	try env PATH="$PWD/slow:$PATH" "$sweep" -N nodes -w work --slurm -j 3 \
	    -t 0,2m,3m,4m,5m,6m "the trace"
	ends 0
	diff -u want out
	[ "$(wc -l <ran)" -eq $((6 - $(wc -l <before))) ]
}

@test "sweep --slurm: a point that fails is named" {
	inputs
	try "$sweep" -N nodes -t 59s,0 -c timeout,jobs "the trace" --slurm -w w
	ends 1
	holds out 'timeout	jobs
0	60'
	says 'sweep: priority besteffort 59s 1m: qsim: --timeout: under a minute'
	try "$sweep" -N nodes -t 1m -c jobs "the trace" --slurm -w w \
	    --sbatch --partition=none
	ends 2
	says 'sweep: sbatch has failed'
}
