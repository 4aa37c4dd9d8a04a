#!/usr/bin/env bats
# What sluice reads of a real Slurm is so, and what it says to a real Slurm
# does what it should.  The nodes gpu01, gpu02 and gpu03 have 8, 8 and 4 GPUs.
#
# No test waits for a timeout: filters and scripts are told a later time.

# shellcheck disable=SC2034,SC2154 # variables that slurm.bash reads and sets

bats_require_minimum_version 1.5.0
load ../check
load real
load slurm

@test "what is free is what Slurm says is free" {
	local a b

	fill
	submit a -p all -w gpu01 --gpus-per-node=3 -c 5 --mem=7G
	submit b -p all -w mig01 --gres=gpu:a100:1,gpu:a100_3g.20gb:3
	submit b -p all -w drn01 --gpus-per-node=2
	submit b -p all -w cpu01 -c 3
	submit b -p all -w gpu03 --gpus-per-node=1 -c 3 --mem=1001M
	for job in $(seq "$filler" "$b"); do
		soon is "$job" RUNNING
	done
	scontrol update nodename=drn01 state=drain reason=test
	look
	scontrol -d -o show node >said
	awk '
	# The value of a key, up to the next blank.
	function key(name) {
		return match($0, " " name "=[^ ]*") ?
		    substr($0, RSTART + length(name) + 2,
		    RLENGTH - length(name) - 2) : ""
	}
	# Adds what a list of GPUs says to the array, by model.
	function gpus(list, sum,	part, f, i, n) {
		gsub(/\([^)]*\)/, "", list)
		n = split(list, part, ",")
		for (i = 1; i <= n; i++)
			if (split(part[i], f, ":") == 3 && f[1] == "gpu")
				sum[f[2]] += f[3]
	}
	{
		sub(/^NodeName=/, " NodeName=")
		split("", all)
		split("", used)
		gpus(key("Gres"), all)
		gpus(key("GresUsed"), used)
		dead = key("State") ~ /DRAIN|INVAL|POWERED_DOWN/
		cpu = dead ? 0 : key("CPUEfctv") - key("CPUAlloc")
		mem = key("RealMemory") - key("MemSpecLimit")
		mem = dead ? 0 : mem - key("AllocMem")
		none = 1
		for (model in all) {
			none = 0
			print key("NodeName"), model,
			    dead ? 0 : all[model] - used[model], cpu, mem
		}
		if (none)
			print key("NodeName"), "-", 0, cpu, mem
	}' said | sort >theirs
	gpunodes -c node,gpu_model,gpu,cpu,mem -H <said | awk -F '\t' '
	{
		# Memory in M, of which Slurm counts.
		m = $5 ~ /G$/ ? $5 * 1024 : $5 + 0
		print $1, $2, $3, $4, m
	}' | sort >ours
	diff -u theirs ours
	[ "$(wc -l <ours)" -eq 9 ]
	grep -q '^gpu01 a100 5 59 976832$' ours
	grep -q '^mig01 a100_3g.20gb 1 ' ours
	grep -q '^drn01 h100 0 0 0$' ours
	[ "$(column nodes state drn01)" != ready ]
	[ "$(column nodes state bad01)" != ready ]
	[ "$(column nodes state cloud01)" != ready ]
	[ "$(column nodes state gpu03)" = ready ]
}

@test "a job of all that is free runs, and one of more does not" {
	local a gpu cpu mem

	submit a -w gpu02 --gpus-per-node=3 -c 5 --mem=1001M
	soon is "$a" RUNNING
	look
	gpu=$(column nodes gpu gpu02)
	cpu=$(column nodes cpu gpu02)
	mem=$(column nodes mem gpu02)
	[ "$gpu $cpu $mem" = '5 59 998999M' ]
	submit a -w gpu02 --gpus-per-node=$((gpu + 1)) -c 1 --mem=1M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 -c $((cpu + 1)) --mem=1M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 -c 1 --mem=$((${mem%M} + 1))M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 --gpus-per-node="$gpu" -c "$cpu" --mem="$mem"
	soon is "$a" RUNNING
	look
	[ "$(column nodes gpu gpu02)" = 0 ]
	[ "$(column nodes cpu gpu02)" = 0 ]
	[ "$(column nodes mem gpu02)" = 0 ]
}

@test "the deadlock: the small job runs when the large one has timed out" {
	local a b

	fill
	managed a pending 100 -N 2 --gpus-per-node=8
	managed b pending 200 -N 1 --gpus-per-node=8
	# What is idle would be enough, but it is not where it should be.
	turn -e quota
	soon is "$a" PENDING Resources
	remembers "$a" phase=inqueue
	held "$b"
	idle -e quota
	later=590
	idle -e quota
	later=660
	turn -e quota
	held "$a"
	remembers "$a" phase=pending
	remembers "$a" requeues=1
	remembers "$a" nb=$((now + 60))
	remembers "$b" phase=inqueue
	soon is "$b" RUNNING
	idle -e quota
}

@test "with -e placement the deadlock does not come to be" {
	local a b

	fill
	managed a pending 100 -N 2 --gpus-per-node=8
	managed b pending 200 -N 1 --gpus-per-node=8
	turn -e placement
	soon is "$b" RUNNING
	held "$a"
	idle -e placement
}

@test "an operator's hold and release" {
	local a

	managed a pending 100 --gpus-per-node=1
	look
	qset -T "$now" -j "$a" hold old | qapply --to slurm --was old >commands
	sh -e commands
	sh -e commands
	held "$a"
	remembers "$a" phase=held
	idle
	look
	[ "$(column old state "$a")" = held ]
	qset -T "$now" -j "$a" release old | qapply --to slurm --was old | sh -e
	held "$a"
	remembers "$a" phase=pending
	turn
	soon is "$a" RUNNING
}

@test "sent back, preempted, stopped, let in: each as often as one likes" {
	local a b c d e

	managed a inqueue 100 -w gpu01 --gpus-per-node=8
	managed c inqueue 50 -w gpu02 --gpus-per-node=8
	managed d inqueue 100 -w gpu03 --gpus-per-node=2
	soon is "$a" RUNNING
	soon is "$c" RUNNING
	soon is "$d" RUNNING
	managed b inqueue 100 -N 2 -w gpu01,gpu02 --gpus-per-node=8
	managed e pending 100 -w gpu03 --gpus-per-node=2
	look
	decide "$a=stopped" "$b=pending" "$c=pending" "$e=inqueue"
	[ "$(wc -l <commands)" -eq 4 ]
	while read -r line; do
		sh -c "$line" </dev/null
		sh -c "$line" </dev/null
	done <commands
	sh -e commands
	soon is "$a" CANCELLED
	held "$b"
	remembers "$b" phase=pending
	remembers "$b" requeues=1
	soon held "$c"
	remembers "$c" phase=pending
	remembers "$c" preemptions=1
	is "$d" RUNNING
	soon is "$e" RUNNING
	remembers "$e" phase=inqueue
	sh commands
	soon held "$c"
	is "$d" RUNNING
	is "$e" RUNNING
	is "$a" CANCELLED
	# What was preempted need not wait for the begin time of its requeue.
	turn -e placement
	soon is "$c" RUNNING
	remembers "$c" preemptions=1
	held "$b"
	idle -e placement
}

# turned ID...: another turn; then whether these run.  One turn may not do,
# since a job that starts while it looks is counted twice.
turned() {
	local i

	look
	step -e placement || [ $? -eq 1 ]
	sh -e commands
	for i in "$@"; do
		is "$i" RUNNING || return 1
	done
}

@test "a turn that dies between any two commands is mended by the next" {
	local a b c i k n=0 pinned want=

	fill
	later=300
	look
	pinned=$now
	for ((k = 0; k <= n; k++)); do
		managed a inqueue 100 -N 2 --gpus-per-node=8
		managed b pending 200 -N 1 --gpus-per-node=8
		managed c pending 300 -N 1 --gpus-per-node=4
		look
		step -e placement
		singles >all
		n=$(wc -l <all)
		head -n "$k" all | sh -e
		soon turned "$b" "$c"
		held "$a"
		for i in "$a" "$b" "$c"; do
			memo "$i"
		done >memos
		: "${want:=$(cat memos)}"
		holds memos "$want"
		idle -e placement
		scancel "$a" "$b" "$c"
		soon only "$filler"
	done
	[ "$n" -eq 5 ]
}

@test "a preemption that dies half-way is mended by the next" {
	local i k id=()

	for k in 0 1 2 3; do
		managed "id[$k]" inqueue 100 --gpus-per-node=1
	done
	for i in "${id[@]}"; do
		soon is "$i" RUNNING
	done
	look
	for k in 0 1 2 3; do
		decide "${id[k]}=pending"
		singles | head -n "$k" | sh -e
	done
	look
	for i in "${id[@]}"; do
		[ "$(column old state "$i")" = pending ] ||
		    decide "$i=pending"
		sh -e commands
	done
	for i in "${id[@]}"; do
		soon is "$i" PENDING
		[ "$(field "$i" priority)" = '[0]' ]
		remembers "$i" phase=pending
	done
}

@test "a user's own hold, an operator's, and what has ended stay as they are" {
	local a b c d e

	submit e
	soon is "$e" RUNNING
	scontrol update jobid="$e" AdminComment=sluice:phase=inqueue,created=5
	scancel "$e"
	submit a --uid=nobody -H --gpus-per-node=1
	submit b --uid=nobody -w gpu03 --gpus-per-node=1 --begin=now+1hour
	scontrol hold "$b"
	managed d pending 300 --uid=nobody --gpus-per-node=1
	as nobody scontrol uhold "$d"
	managed c pending 300 --gpus-per-node=1
	soon is "$e" CANCELLED
	for i in "$a" "$b" "$e"; do
		field "$i" job_state priority state_reason admin_comment
	done >before
	turn -e placement
	grep -q "release $c " commands
	for i in "$a" "$b" "$e"; do
		lacks " $i " commands
		field "$i" job_state priority state_reason admin_comment
	done >after
	diff -u before after
	idle -e placement
	soon is "$c" RUNNING
	soon is "$d" RUNNING
	later=100000
	idle -e placement
}

@test "a job that ends before it is preempted does not come back" {
	local a

	managed a inqueue 100 --gpus-per-node=1
	soon is "$a" RUNNING
	look
	decide "$a=pending"
	scancel "$a"
	soon is "$a" CANCELLED
	run -1 sh commands
	# Nor does it when its comment was there before.
	singles | sed 1d >rest
	run -1 sh rest
	is "$a" CANCELLED
	idle -e placement
}

@test "of an array one task alone" {
	local a

	fill
	managed a pending 100 --array=0-3 -N 1 --gpus-per-node=8
	turn -e placement
	soon tasks "$a" '0 RUNNING
1 PENDING
2 PENDING
3 PENDING'
	idle -e placement
	look
	qset -T "$now" -j "${a}_3" stop old |
	    qset -T "$now" -j "${a}_1" hold | qapply --to slurm --was old |
	    sh -e
	soon tasks "$a" '0 RUNNING
1 PENDING
2 PENDING'
	look
	[ "$(column old state "${a}_1")" = held ]
	[ "$(column old state "${a}_2")" = pending ]
	scancel "${a}_0"
	soon tasks "$a" '1 PENDING
2 PENDING'
	turn -e placement
	soon tasks "$a" '1 PENDING
2 RUNNING'
}

@test "names that are programs are only names" {
	local a id=() names i

	# shellcheck disable=SC2016 # not to be expanded is the point
	names=('$(touch pwned)' '`touch pwned`' "'; touch pwned; '" \
	    '"; touch pwned; "' '| touch pwned' '&& touch pwned' --version \
	    $'a\ntouch pwned\nb' $'tab\there' $'\e]0;pwned\a' 'a=b,c|d' \
	    'sluice:phase=held' $'\xff\xfe' 'ünï "cödé"' ' ' '*' $'\\' '%s%n')
	for i in "${!names[@]}"; do
		managed a pending 100 -J "${names[i]}" \
		    --comment="${names[i]}" --gpus-per-node=1 --mem=1
		id+=("$a")
	done
	turn -e placement
	[ "$(grep -c release commands)" -eq "${#names[@]}" ]
	for i in "${id[@]}"; do
		remembers "$i" phase=inqueue
	done
	for i in "${id[@]}"; do
		soon is "$i" RUNNING
	done
	idle -e placement
	[ ! -e pwned ]
}
