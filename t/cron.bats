#!/usr/bin/env bats
# The samples of share/cron, as far as they do without real software; what
# t/real does with them is more.

bats_require_minimum_version 1.5.0
load check

cron=$BATS_TEST_DIRNAME/../share/cron
data=$BATS_TEST_DIRNAME/data/slurm

# stub NAME: a program that does what standard input says, first on PATH.
stub() {
	mkdir -p stubs tmp
	{ echo '#!/bin/sh'; cat; } >"stubs/$1"
	chmod +x "stubs/$1"
}

# A Slurm of one node with 8 GPUs on which two jobs wait, and a third that
# asks for more than there is.  What is done to a job goes to the file ran.
slurm() {
	export T_DIR=$PWD TMPDIR=$PWD/tmp
	PATH=$PWD/stubs:$PATH
	jq '.jobs |= [.[] | select(.name == "toheld")][:1] | .jobs[0] += {
	    priority: 0, state_reason: "JobHeldAdmin", job_state: "PENDING",
	    partition: "gpu", tres_per_node: "gres:gpu:a100:4",
	    tres_req_str: "cpu=1,mem=1000M,node=1,gres/gpu=4"} |
	    .jobs = [.jobs[0] as $j | range(1; 4) as $i | $j + {job_id: $i,
	    admin_comment: "sluice:phase=pending,created=\($i)"}] |
	    .jobs[2].tres_per_node = "gres:gpu:a100:8"' \
	    "$data/squeue.json" >squeue.json
	grep NodeName=gpu01 "$data/nodes-d.txt" |
	    sed 's/ GresUsed=[^ ]*/ GresUsed=gpu:a100:0/
	    s/ CPUAlloc=[0-9]*/ CPUAlloc=0/; s/ AllocMem=[0-9]*/ AllocMem=0/
	    s/ AllocTRES=[^ ]*/ AllocTRES=/' >node.txt
	stub squeue <<-'END'
	stat -c %a . >"$T_DIR/mode"
	cat "$T_DIR/squeue.json"
	END
	stub scontrol <<-'END'
	case $* in
	*show*) cat "$T_DIR/node.txt" ;;
	*) echo "$@" >>"$T_DIR/ran" ;;
	esac
	END
	: >ran
}

# After sluice-slurm: its folder was private, and is gone.
tidy() {
	holds mode 700
	[ -z "$(ls -A tmp)" ]
}

@test "sluice-slurm: lets in what fits, and says so" {
	slurm
	try "$cron/sluice-slurm"
	ends 0
	holds out ''
	says 'qstep: 1: running on gpu01'
	says 'qstep: 2: running on gpu01'
	says 'qstep: 3: pending: quota needs 8 gpu, 0 idle'
	says 'scontrol release 1 && '
	sed 's/since=[0-9]*/since=T/' ran >got
	holds got 'release 1
update jobid=1 AdminComment=sluice:phase=inqueue,created=1,since=T,priority=low
release 2
update jobid=2 AdminComment=sluice:phase=inqueue,created=2,since=T,priority=low'
	tidy
}

@test "sluice-slurm: nothing to do is no failure" {
	slurm
	sed -i s/State=/State=DOWN+/ node.txt
	try "$cron/sluice-slurm"
	ends 0
	holds ran ''
	tidy
}

@test "sluice-slurm: one at a time" {
	slurm
	cp "$cron/sluice-slurm" turn
	try flock turn ./turn
	ends 0
	holds err 'sluice-slurm: another one runs'
	holds ran ''
	try ./turn
	ends 0
	[ -s ran ]
}

@test "sluice-slurm: a source that fails, or is cut short, changes nothing" {
	# shellcheck disable=SC2016 # for the stub to expand
	for what in 'exit 1' ':' 'head -c 3000 "$T_DIR/squeue.json"'; do
		slurm
		stub squeue <<-END
		stat -c %a . >"\$T_DIR/mode"
		$what
		END
		try "$cron/sluice-slurm"
		[ "$status" -ne 0 ]
		holds ran ''
		tidy
	done
	for what in 'exit 1' ':' 'echo rubbish'; do
		slurm
		stub scontrol <<-END
		case \$* in
		*show*) $what ;;
		*) echo "\$@" >>"\$T_DIR/ran" ;;
		esac
		END
		try "$cron/sluice-slurm"
		[ "$status" -ne 0 ]
		holds ran ''
		tidy
	done
}

@test "sluice-slurm: a command that fails does not stop the others" {
	slurm
	stub scontrol <<-'END'
	case $* in
	*show*) cat "$T_DIR/node.txt"; exit ;;
	'release 1') echo 'Job has already finished' >&2; exit 1 ;;
	esac
	echo "$@" >>"$T_DIR/ran"
	END
	try "$cron/sluice-slurm"
	ends 0
	says 'Job has already finished'
	says 'sluice-slurm: it failed'
	grep -q '^release 2$' ran
	lacks jobid=1 ran
	tidy
}

@test "gpuhint-textfile: the file is what gpuhint says, put there at once" {
	echo old >hint.prom
	ln hint.prom before
	try "$cron/gpuhint-textfile" hint.prom <"$data/nodes-d.txt"
	ends 0
	holds out ''
	gpunodes "$data/nodes-d.txt" | gpuhint -o prom >want
	cmp want hint.prom
	grep -q '^sluice_hint_gpus{' hint.prom
	# What was there has not been written into.
	holds before old
	[ "$(stat -c %a hint.prom)" = 644 ]
	[ "$(echo hint*)" = hint.prom ]
}

@test "gpuhint-textfile: gpuhint's options" {
	try "$cron/gpuhint-textfile" hint.prom -n 2 -m a100 \
	    <"$data/nodes-d.txt"
	gpunodes "$data/nodes-d.txt" | gpuhint -o prom -n 2 -m a100 >want
	cmp want hint.prom
	grep -q 'instances="2"' hint.prom
}

@test "gpuhint-textfile: what fails leaves the file as it was" {
	echo old >hint.prom
	for o in -n1 -n0; do
		try "$cron/gpuhint-textfile" hint.prom $o </dev/null
		ends 2
		holds hint.prom old
		[ "$(echo hint*)" = hint.prom ]
	done
	try "$cron/gpuhint-textfile" hint.prom -n 0 <"$data/nodes-d.txt"
	[ "$status" -ne 0 ]
	holds hint.prom old
	[ "$(echo hint*)" = hint.prom ]
}

@test "gpuhint-textfile: where no node is ready there are no old figures" {
	echo old >hint.prom
	sed 's/State=[A-Z+]*/State=DOWN/' "$data/nodes-d.txt" >down
	try "$cron/gpuhint-textfile" hint.prom <down
	ends 0
	lacks old hint.prom
	lacks 'sluice_hint_gpus{' hint.prom
}

# Whether a unit is lines of [Section] and KEY=VALUE alone.
is_unit() {
	awk '
	/^#/ || /^$/ { next }
	/^\[(Unit|Service|Timer|Install)\]$/ { section = 1; next }
	!section || !/^[A-Z][A-Za-z]*=./ { print FILENAME ": " $0; bad = 1 }
	END { exit bad }' "$1"
}

@test "the units of systemd are well-formed" {
	is_unit "$cron/sluice.service"
	is_unit "$cron/sluice.timer"
	echo 'Type' | cat "$cron/sluice.timer" - >bad
	run ! is_unit bad
	command -v systemd-analyze >/dev/null || return 0
	cp "$cron/sluice.timer" .
	# The program must be there to pass.
	sed "s|/usr/local/sbin|$(cd "$cron" && pwd)|" "$cron/sluice.service" \
	    >sluice.service
	run ! cmp -s sluice.service "$cron/sluice.service"
	SYSTEMD_LOG_LEVEL=warning try systemd-analyze verify \
	    ./sluice.service ./sluice.timer
	ends 0
	lacks sluice. err
}

@test "the README names each file, and is one screen" {
	for f in "$cron"/[!R]*; do
		grep -qF "${f##*/}" "$cron/README"
	done
	[ "$(wc -l <"$cron/README")" -le 52 ]
	run ! grep '.\{80\}' "$cron/README"
}
