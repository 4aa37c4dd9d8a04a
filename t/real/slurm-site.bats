#!/usr/bin/env bats
# The scripts of share/cron before a real Slurm: its gate, and a whole turn.

# shellcheck disable=SC2034,SC2154 # variables that slurm.bash reads and sets

load ../check
load real
load slurm

@test "job_submit.lua: what is submitted waits, and no user lets it in" {
	local a b

	gate lua
	submit a --uid=nobody --gpus-per-node=1
	submit b --uid=nobody -H --gpus-per-node=1
	[[ $(memo "$a") =~ ^sluice:phase=pending,created=[0-9]{10}$ ]]
	[[ $(memo "$b") =~ ^sluice:phase=held,created=[0-9]{10}$ ]]
	look
	[ "$(column old state "$a")" = pending ]
	[ "$(column old state "$b")" = held ]
	for i in "$a" "$b"; do
		try as nobody scontrol release "$i"
		ends 1
		says 'permission denied'
		try as nobody scontrol update jobid="$i" priority=9
		ends 1
		as nobody scontrol update jobid="$i" timelimit=9
		as nobody scontrol hold "$i"
		[ "$(field "$i" job_state priority)" = '["PENDING",0]' ]
	done
	turn -e placement
	soon is "$a" RUNNING
	[ "$(field "$b" job_state priority)" = '["PENDING",0]' ]
	qset -T "$now" -j "$b" release <(squeue --json | qjobs -T "$now") \
	    >new
	squeue --json | qjobs -T "$now" >old
	qapply --to slurm --was old new | sh -e
	turn -e placement
	soon is "$b" RUNNING
}

@test "job_submit.lua: what was let in its owner may hold, and release" {
	local a

	gate lua
	submit a --uid=nobody -N 2 -w gpu01,gpu02 --gpus-per-node=8
	turn -e placement
	soon is "$a" RUNNING
	as nobody scontrol requeuehold "$a"
	soon is "$a" PENDING JobHeldUser
	idle -e placement
	as nobody scontrol release "$a"
	[ "$(field "$a" priority)" != '[0]' ]
}

@test "sluice-slurm: the queue of a site, from the gate to the nodes" {
	local a b

	fill
	gate lua
	submit a --uid=nobody -N 2 --gpus-per-node=8
	submit b --uid=daemon -N 1 --gpus-per-node=8
	script
	ends 0
	says "qstep: $b: running on gpu01"
	says "scontrol release $b "
	says "qstep: $a: pending: quota needs 16 gpu"
	soon is "$b" RUNNING
	script
	ends 0
	lacks scontrol err
	# What was let in in vain is let go.
	scancel "$b"
	scontrol release "$a"
	scontrol update jobid="$a" AdminComment=sluice:phase=inqueue,created=5
	soon is "$a" PENDING Resources
	submit b --uid=daemon -N 1 --gpus-per-node=8
	later=1200
	script
	ends 0
	says "jobid=$a Priority=0"
	soon is "$b" RUNNING
	held "$a"
}

@test "share/cron/README: to stop, what sluice holds is released" {
	local a b

	gate lua
	submit a --uid=nobody --gpus-per-node=1
	submit b --uid=nobody -H --gpus-per-node=1
	gate none
	sed -n '/^To stop/,/^What/s/^    //p' "$top/share/cron/README" >stop
	[ "$(wc -l <stop)" -eq 2 ]
	sh -e stop
	soon is "$a" RUNNING
	[ "$(field "$b" job_state priority)" = '["PENDING",0]' ]
}
