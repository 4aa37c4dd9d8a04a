#!/usr/bin/env bats
# share/sweep: its table is what qsim and qreport say of each point; what is
# done stays done, however a run ends, and nothing of something else gets in.
# t/real/sweep.bats has it on a real Slurm.

bats_require_minimum_version 1.5.0
load check

top=$BATS_TEST_DIRNAME/..
sweep=$top/share/sweep

policies=priority,sjf cooldowns=1m,5m points=16
grid="-P $policies -d fifo,besteffort -t 0,2m -C $cooldowns"

records() {
	# A wrapper like valgrind sees these programs in tests of their own.
	[ -z "${T_WRAP-}" ] || skip 'a script, before no wrapper'
	export TMPDIR=$PWD/tmp
	mkdir tmp
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	# Every second job of 8 is two of 8: some are let in in vain.
	awk -v OFS='\t' 'NR > 1 && $4 == 8 && ++n % 2 { $3 = 2 } { print }' \
	    "$top/share/examples/sixty.tsv" >trace
}

# stub NAME: a program that does what standard input says, first on PATH.
stub() {
	mkdir -p stubs
	{ echo '#!/bin/sh'; cat; } >"stubs/$1"
	chmod +x "stubs/$1"
}

# slow SECONDS: qsim takes that much longer, and each of its runs is a line of
# the file ran.
slow() {
	export T_RAN=$PWD/ran
	: >ran
	stub qsim <<-END
	[ "\$1" = -V ] || { echo "\$@" >>"\$T_RAN"; sleep $1; }
	exec "$(command -v qsim)" "\$@"
	END
	PATH=$PWD/stubs:$PATH
}

# What was started with T_SWEEP: its process ids.
started() {
	grep -lzsxF "T_SWEEP=$PWD" /proc/[0-9]*/environ |
	    sed 's|/proc/\([0-9]*\)/environ|\1|'
}

# The same but for a sleep that parallel leaves behind when it is killed.
at_work() {
	started | while read -r pid; do
		[ "$(tr '\0' ' ' <"/proc/$pid/cmdline")" = 'sleep 10101 ' ] ||
		    echo "$pid"
	done 2>/dev/null
}

teardown() {
	# shellcheck disable=SC2046 # a list
	kill -9 $(started) 2>/dev/null || :
}

# gone: within ten seconds nothing of it is left.
gone() {
	local i

	for ((i = 0; i < 100; i++)); do
		[ -n "$(at_work)" ] || return 0
		sleep 0.1
	done
	echo "they do not end: $(at_work)"
	return 1
}

# by_hand P D T C: what the line of that point must be.
by_hand() {
	qsim -N nodes -P "$1" -d "$2" -t "$3" -C "$4" trace >runs
	printf '%s\t' "$@"
	qreport -N nodes -H -c jobs,wait_mean,wait_p50,wait_p90,wait_p99 runs |
	    tr '\n' '\t'
	qreport -N nodes -H -c jct_mean,requeues runs | tr '\n' '\t'
	qreport -N nodes --summary -H -c figure,value runs >layers
	awk '$1 == "makespan" { m = $2 } $1 == "occupancy" { o = $2 }
	END { print m "\t" o }' layers
}

# results: the points that are done, of all folders.
results() {
	find work -type f -name '*,*' ! -name '*.*' | sed 's|.*/||' | sort
}

@test "the table is what qsim and qreport say of each point" {
	local columns=policy,discipline,timeout,cooldown,jobs,wait_mean

	columns=$columns,wait_p50,wait_p90,wait_p99,jct_mean,requeues
	columns=$columns,makespan,occupancy
	tr , '\t' <<<"$columns" >want
	for p in ${policies/,/ }; do
		for d in fifo besteffort; do
			for t in 0 2m; do
				for c in ${cooldowns/,/ }; do
					by_hand "$p" $d $t "$c"
				done
			done
		done
	done >>want
	[ "$(cut -f 5- want | sort -u | wc -l)" -gt $((points / 2)) ]
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -c $columns trace
	ends 0
	diff -u want out
	holds err ''
	[ -z "$(ls -A tmp)" ]
}

@test "all columns are there by default, under the names of qreport" {
	try "$sweep" --nodes=nodes -Pgpus trace -- --preemptive
	ends 0
	head -n 1 out | tr '\t' '\n' >names
	"$sweep" -N nodes -c "$(paste -sd , names)" -Pgpus trace -- \
	    --preemptive | diff -u - out
	[ "$(head -n 4 names | paste -sd ,)" = \
	    policy,discipline,timeout,cooldown ]
	qsim -N nodes trace >runs
	{ qreport -N nodes runs | head -n 1 | tr '\t' '\n'
	qreport -N nodes --summary -H -c figure runs
	printf '%s\n' policy discipline timeout cooldown unstarted; } |
	    sort -u >known
	sort names | comm -23 - known >unknown
	holds unknown ''
	[ "$(awk -F '\t' 'NR == 2 && $18 > 0 { print NF }' out)" = 23 ]
}

@test "who never starts waits to the last instant, whatever the clock" {
	printf '%s\n' 'node gpu' 'n1 8' 'n2 4' 'n3 4' >nodes
	cat >trace <<-END
	job created              instances gpu runtime
	A   2026-11-30T10:00:00Z 2         8   100
	B   2026-11-30T10:00:00Z 2         8   100
	E   2026-11-30T11:00:05+01:00 1    8   60
	END
	try "$sweep" -N nodes -t 1m -C 1m,3m trace \
	    -c cooldown,jobs,unstarted,wait_p50,wait_max,makespan
	ends 0
	last=$(qsim -v -q -N nodes -t 1m -C 1m trace 2>&1 | sed 's/.* //')
	qsim -N nodes -t 1m -C 1m trace >runs
	qreport -H -T "$last" -c wait_p50,wait_max runs | sed 's/^/1m	3	3	/
	s/$/	'$((last - 1796032800))/ >want
	sed -n 2p out | diff -u want -
	[[ $(sed -n 3p out) == $'3m\t3\t2\t'* ]]
}

@test "budgets: what groups were delivered, and the policies of budgets" {
	awk -v OFS='\t' '{ $7 = NR == 1 ? "group" : NR % 2 ? "a" : "b"
	$8 = NR == 1 ? "min_runtime" : 3600; print }' trace >groups
	printf 'group share\na 1\nb 3\n' >budgets
	try "$sweep" -N nodes -B budgets -P priority,deserved groups \
	    -c policy,delivered,delivered_worst,jain
	ends 0
	for p in priority deserved; do
		qsim -N nodes -B budgets -P $p groups |
		    qreport -N nodes -B budgets --summary -H -c figure,value |
		    awk -v OFS='\t' -v p=$p '{ v[$1] = $2 }
		END { print p, v["delivered"], v["delivered_worst"], v["jain"] }'
	done >want
	tail -n +2 out | diff -u want -
	lacks '	-' out
}

@test "sorted by the lists, or by a figure, equal ones by the lists" {
	try "$sweep" -N nodes -d fifo,besteffort,fifo -t 2m,0,2m -c \
	    discipline,timeout trace
	ends 0
	holds out 'discipline	timeout
fifo	2m
fifo	0
besteffort	2m
besteffort	0'
	"$sweep" -N nodes -d fifo,besteffort -t 2m,0 -w work trace >all
	for column in wait_mean occupancy jobs delivered; do
		"$sweep" -N nodes -d fifo,besteffort -t 2m,0 -w work \
		    --sort $column trace >up
		"$sweep" -N nodes -d fifo,besteffort -t 2m,0 -w work \
		    -s -$column trace >down
		awk -F '\t' -v c=$column '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) at = i; next }
		{ print $at "\t" NR "\t" $0 }' all >keyed
		sort -t '	' -k 1,1g -k 2,2n keyed | cut -f 3- >want
		tail -n +2 up | diff -u want -
		sort -t '	' -k 1,1gr -k 2,2n keyed | cut -f 3- >want
		tail -n +2 down | diff -u want -
	done
}

@test "names with blanks, quotes and what parallel replaces" {
	local odd="a b'\"{}{#}\$(touch hit)%a;"

	mkdir "$odd"
	cp trace "$odd/-t $odd"
	cp nodes "$odd/-n $odd"
	printf 'queue discipline\ndefault fifo\n' >"$odd/q $odd"
	"$sweep" -N nodes -d fifo -t 2m,3m trace -- --max-cooldown 5m >want
	cd "$odd"
	try "$sweep" "--nodes=-n $odd" -t 2m,3m "./-t $odd" -w "-w $odd" \
	    -- --queues="q $odd" --max-cooldown 5m
	ends 0
	sed 's/besteffort/fifo/' out | diff -u ../want -
	holds err ''
	[ ! -e hit ]
	[ "$(find . -name '*,*' | wc -l)" -eq 2 ]
}

@test "after kill -9, of all or of sweep alone, the rest is done" {
	local pid i

	# shellcheck disable=SC2086 # options
	"$sweep" -N nodes $grid trace >want
	slow 0.15
	: >before
	for i in 3 7 2 5; do
		# shellcheck disable=SC2086 # options
		T_SWEEP=$PWD "$sweep" -N nodes $grid -w work -j 2 trace >out \
		    2>err &
		pid=$!
		sleep 0.$i
		kill -9 "$pid"
		wait "$pid" || :
		if [ $i -ne 5 ]; then
			# shellcheck disable=SC2046 # a list
			kill -9 $(started) || :
			gone
		fi
		[ ! -s out ]
		results >now
		# What was done is still there.
		comm -23 before now >lost
		holds lost ''
		# It was not done again.
		sed 's/.*-P \([^ ]*\) -d \([^ ]*\) -t \([^ ]*\) -C \([^ ]*\).*/\1,\2,\3,\4/' \
		    ran | sort | comm -12 before - >again
		holds again ''
		mv now before
		: >ran
	done
	# While what the last one has started goes on.
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -w work -j 2 trace
	ends 0
	diff -u want out
	holds err ''
	[ "$(results | wc -l)" -eq $points ]
	# It is all there now.
	gone
	: >ran
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -w work trace
	diff -u want out
	holds ran ''
}

@test "told to end, it ends what it has started and leaves nothing" {
	local pid

	slow 30
	for s in TERM INT HUP; do
		# A shell's background jobs ignore SIGINT.
		T_SWEEP=$PWD env --default-signal=INT "$sweep" -N nodes -j 2 \
		    -t 0,2m -w work trace >out 2>err &
		pid=$!
		for ((i = 0; i < 100; i++)); do
			[ "$(wc -l <ran)" -lt 2 ] || break
			sleep 0.1
		done
		kill -$s "$pid"
		status=0
		wait "$pid" || status=$?
		ends 2
		gone
		[ -z "$(ls -A tmp)" ]
		[ -z "$(results)" ]
		: >ran
	done
}

@test "results of another trace, other nodes or options stay apart" {
	local one='a 0 2 90' two='a 0 3 40' i

	printf 'job created gpu runtime\n%s\n' "$one" >trace
	printf 'queue gpu\ndefault 8\n' >queues
	printf 'group share\na 1\n' >budgets
	slow 0
	gives $'wait_max\n0' "$sweep" -N nodes -w work -c wait_max trace
	# apart ARG...: it is run, and says so; the next time it is there.
	apart() {
		: >ran
		try "$sweep" -N nodes -w work -c jobs trace "$@"
		ends 0
		says "$PWD/work: what is there is of another trace, other nodes"
		[ "$(wc -l <ran)" -eq 1 ]
		gives $'jobs\n1' "$sweep" -N nodes -w work -c jobs trace "$@"
		[ "$(wc -l <ran)" -eq 1 ]
	}
	sed -i "s/$one/$two/" trace
	apart
	gives $'jct_max\n40' "$sweep" -N nodes -w work -c jct_max trace
	echo 'n3 8' >>nodes
	apart
	apart -- --spread
	apart -- --quota gpu=8
	apart -- --quota gpu=9
	apart -B budgets
	echo 'b 1' >>budgets
	apart -B budgets
	for i in "-Q queues" "-Qqueues" --queues=queues; do
		# shellcheck disable=SC2086 # options
		apart -- $i
		sed -i 's/default ./&1/' queues
		# shellcheck disable=SC2086 # options
		apart -- $i
	done
	# The first one's are still there, wherever its files are now.
	sed -i "s/$two/$one/" trace
	sed -i 3d nodes
	sed -i 3d nodes
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	mv trace moved
	: >ran
	gives $'wait_max\n0' "$sweep" -N nodes -w work -c wait_max moved
	holds ran ''
}

@test "a trace that changes meanwhile gives no result" {
	slow 0
	stub qreport <<-END
	echo 'x	99	1	1	1	1' >>"$PWD/trace"
	exec "$(command -v qreport)" "\$@"
	END
	denies jobs "$sweep" -N nodes -w work -c jobs trace
	holds err 'sweep: priority besteffort 0 1m: its files have changed meanwhile'
	[ -z "$(results)" ]
}

@test "a point that fails is named, and the others are printed" {
	denies $'timeout\tjobs\n2m\t60\n0\t60' "$sweep" -N nodes -w work \
	    -t 2m,59s,0,x -c timeout,jobs trace
	holds err 'sweep: priority besteffort 59s 1m: qsim: --timeout: under a minute
sweep: priority besteffort x 1m: qsim: --timeout: "x" is not a duration'
	denies jobs "$sweep" -N nodes -P none,nobody -c jobs nodes
	says 'sweep: none besteffort 0 1m: qsim: '"$PWD"'/nodes:1: job: no such'
	says 'sweep: nobody besteffort 0 1m: qsim: --policy: "nobody" is not '
	[ "$(wc -l <err)" -eq 2 ]
	# What failed is tried again, and what is no result of qsim fails.
	stub qreport </dev/null
	PATH=$PWD/stubs:$PATH denies jobs "$sweep" -N nodes -c jobs -w work \
	    -t 4m trace
	holds err 'sweep: priority besteffort 4m 1m: qreport printed no figures'
	gives $'jobs\n60' "$sweep" -N nodes -c jobs -w work -t 4m trace
	for o in -q -H -cjob --forecast; do
		denies jobs "$sweep" -N nodes -c jobs trace -- $o
		holds err 'sweep: priority besteffort 0 1m: qsim printed no records of jobs'
	done
}

@test "a result that cannot be written is none, and one that is killed" {
	[ "$(id -u)" -eq 0 ] || skip 'only root can make a small file system'
	mkdir full
	mount -t tmpfs -o size=4k none full 2>/dev/null ||
	    skip 'no file system can be mounted here'
	head -c 4096 /dev/zero >full/filler || :
	try "$sweep" -N nodes -c jobs -w full trace
	umount full
	ends 1
	says 'sweep: priority besteffort 0 1m: it has no result'
	# shellcheck disable=SC2016 # for the stub to expand
	stub qreport <<<'kill -9 $PPID'
	PATH=$PWD/stubs:$PATH denies jobs "$sweep" -N nodes -c jobs -t 0,2m \
	    trace
	says 'sweep: priority besteffort 0 1m: it has no result'
	says 'sweep: priority besteffort 2m 1m: it has no result'
}

@test "--part: parts are disjoint, and together all" {
	local k

	# shellcheck disable=SC2086 # options
	"$sweep" -N nodes $grid trace >want
	slow 0
	for k in 1 2 3; do
		# shellcheck disable=SC2086 # options
		gives '' "$sweep" -N nodes $grid -w work trace --part $k/3
	done
	sort ran | uniq -d >twice
	holds twice ''
	[ "$(wc -l <ran)" -eq $points ]
	# shellcheck disable=SC2086 # options
	gives "$(cat want)" "$sweep" -N nodes $grid -w work trace
	[ "$(wc -l <ran)" -eq $points ]
}

# A Slurm of one task at a time, which gets a copy of the script.
slurm() {
	stub sbatch <<-'END'
	printf '%s\n' "$@" >>said
	[ ! -e refuse ] || { echo 'sbatch: error: no' >&2; exit 1; }
	while [ "$1" != -- ]; do
		[ "$1" != -a ] || tasks=$2
		shift
	done
	shift
	cp "$1" spool
	shift
	echo 17
	for i in $(echo "$tasks" | tr , ' '); do
		SLURM_ARRAY_TASK_ID=$i ./spool "$@" || exit
	done
	END
	: >said
}

@test "--slurm: an array of the tasks that have something to do" {
	# shellcheck disable=SC2086 # options
	"$sweep" -N nodes $grid trace >want
	slow 0
	slurm
	stub parallel </dev/null
	# shellcheck disable=SC2086 # options
	"$sweep" -N nodes $grid -w work --part 1/1 -t 0 trace
	: >ran
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -w work --slurm --sbatch '-A x "y' \
	    --sbatch=--mem=1G -j 4 trace
	ends 0
	diff -u want out
	holds err "sweep: $((points / 2)) of $points points as a job array"
	[ "$(wc -l <ran)" -eq $((points / 2)) ]
	grep -qx -- '-A x "y' said
	grep -qx -- '--mem=1G' said
	rm said
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -w work --slurm trace
	ends 0
	diff -u want out
	[ ! -e said ]
	# One that lacks a result is a task again, alone.
	rm work/*/priority,fifo,0,1m
	# shellcheck disable=SC2086 # options
	try "$sweep" -N nodes $grid -w work --slurm trace
	diff -u want out
	grep -A 1 -x -e -a said | grep -qx 1
}

@test "--slurm: a task that fails, and a job that is refused" {
	slurm
	PATH=$PWD/stubs:$PATH
	denies $'jobs\n60' "$sweep" -N nodes -w work --slurm -t 59s,0 -c jobs \
	    trace
	says 'sweep: priority besteffort 59s 1m: qsim: --timeout: under'
	touch refuse
	try "$sweep" -N nodes -w work --slurm -t 59s,0 -c jobs trace
	ends 2
	says 'sbatch: error: no'
	says 'sweep: sbatch has failed'
	holds out ''
}

@test "what is not installed is named" {
	local f

	mkdir few
	for f in awk cut sed sort tr grep cat mktemp rm mkdir sha256sum realpath \
	    head mv chmod sh paste wc; do
		ln -s "$(command -v $f)" few
	done
	faults 'sweep: qsim is not on PATH' env PATH=few "$sweep" -N nodes trace
	ln -s "$(command -v qsim)" few
	faults 'sweep: qreport is not on PATH' env PATH=few "$sweep" -N nodes \
	    trace
	ln -s "$(command -v qreport)" few
	faults 'sweep: GNU parallel is not here; its package is parallel' \
	    env PATH=few "$sweep" -N nodes trace
	# Another program has that name, too.
	stub parallel <<<'echo parallel: invalid option >&2; exit 1'
	faults 'sweep: GNU parallel is not here; its package is parallel' \
	    env PATH=stubs:few "$sweep" -N nodes trace
	faults 'sweep: sbatch is not here; its package is slurm-client' \
	    env PATH=few "$sweep" -N nodes -w work --slurm trace
	# A part needs neither.
	gives '' env PATH=few "$sweep" -N nodes -w work --part 1/1 trace
}

@test "what is asked wrongly is refused before anything runs" {
	local help='; try: sweep --help'

	slow 0
	faults "sweep: no trace$help" "$sweep" -N nodes
	faults "sweep: no nodes (-N)$help" "$sweep" trace
	faults "sweep: no option: -x$help" "$sweep" -N nodes trace -x
	faults "sweep: no option: --slurm2$help" "$sweep" -N nodes trace \
	    --slurm2=x
	faults 'sweep: -N: its argument is missing' "$sweep" trace -N
	faults 'sweep: a second trace: "b?[31m"' "$sweep" -N nodes a $'b\e[31m'
	faults 'sweep: trace: "-" is not a file to read' "$sweep" -N nodes -
	faults 'sweep: trace: "no" is not a file to read' "$sweep" -N nodes no
	faults 'sweep: --nodes: "." is not a file to read' "$sweep" -N . trace
	faults 'sweep: --budgets: "no" is not a file to read' "$sweep" -B no \
	    -N nodes trace
	faults 'sweep: --policy: "a/b" is not a list of words parted by commas' \
	    "$sweep" -N nodes -P a/b trace
	faults 'sweep: --timeout: "1m,,2m" is not a list of words parted by commas' \
	    "$sweep" -N nodes -t 1m,,2m trace
	faults 'sweep: --cooldown: "" is not a list of words parted by commas' \
	    "$sweep" -N nodes -C '' trace
	faults 'sweep: --jobs: "0" is not a count' "$sweep" -N nodes -j 0 trace
	faults 'sweep: --part: "3" is not K/N' "$sweep" -N nodes -w work \
	    --part 3 trace
	faults 'sweep: --part: "0" is not a count' "$sweep" -N nodes -w work \
	    --part 0/3 trace
	faults 'sweep: --slurm and --part need --work' "$sweep" -N nodes \
	    --slurm trace
	try "$sweep" -N nodes -s policy trace
	ends 2
	says 'sweep: --sort: "policy" is none of: jobs unstarted '
	try "$sweep" -N nodes -c policy,x trace
	ends 2
	says 'sweep: --columns: "x" is none of: policy discipline '
	holds ran ''
	gives "$("$sweep" -h)" "$sweep" --help
	[ -z "$(ls -A tmp)" ]
}
