#!/usr/bin/env bats
# qjobs: the jobs of squeue and scontrol.  Names like repo#number are public
# reports of what other readers got wrong.

load check

data=$BATS_TEST_DIRNAME/data/slurm
# An instant at which the recorded files were true.
now=1796004884

# One job that waits, as 22.05 has it.
base='{"job_id":7,"job_state":"PENDING","priority":5,"account":"a",
"user_name":"u","qos":"normal","partition":"gpu","node_count":1,"max_nodes":0,
"cpus":1,"tasks":1,"tasks_per_node":0,"memory_per_node":1024,
"memory_per_cpu":null,"requeue":true,"batch_flag":true,"submit_time":100,
"eligible_time":100,"nice":null,"state_reason":"Resources","time_limit":null,
"array_job_id":0,"array_task_id":null,"array_task_string":"","het_job_id":0,
"features":"","shared":null,"dependency":"","admin_comment":"",
"tres_req_str":"cpu=1,mem=1G,node=1","tres_alloc_str":"","nodes":"",
"gres_detail":[]}'

# jobs MEMBERS...: a document with a job for each, members on top of the base.
jobs() {
	jq -cn --argjson b "$base" '{jobs: [$ARGS.positional[] | $b + .]}' \
	    --jsonargs "${@/#/\{}" >jobs.json
}

# reads WANT COLUMNS MEMBERS [ARG...]: the columns of that job, with blanks.
reads() {
	jobs "$3}"
	try qjobs -T 1000 -H -c "$2" "${@:4}" jobs.json
	ends 0
	tr '\t' ' ' <out >got
	holds got "$1"
}

# asks WANT MEMBERS: instances, gpu, cpu, mem and gpu_model.
asks() {
	reads "$1" instances,gpu,cpu,mem,gpu_model "$2" --adopt
}

# is WANT MEMBERS [ARG...]: state, since and reason.
is() {
	reads "$1" state,since,reason "$2" "${@:3}"
}

# refuses ERR MEMBERS: the job is a fault.
refuses() {
	jobs "$2}"
	faults "qjobs: jobs.json:1: $1" qjobs --adopt jobs.json
}

@test "what real squeue and scontrol print comes out as looked over by hand" {
	try qjobs -T $now --adopt "$data/squeue.json"
	ends 0
	diff -u "$data/squeue.tsv" out
	says '1249: job 9 takes whole nodes, more than its record says'
	says '1249: mem: job 9 takes all memory of its nodes: taken for 0'
	# cdt-data-science/cluster-scripts#10
	says '1980: job 15 runs at most 2 of its tasks at once, which records'
	[ "$(wc -l <err)" -eq 3 ]
	# The text tells the same.
	try qjobs -T $now --adopt "$data/scontrol-jobs-o.txt"
	ends 0
	diff -u "$data/squeue.tsv" out
	# So does the text of several lines a record.
	sed 's/ \(UserId\|Priority\|JobState\|Partition\|TRES\|Command\)=/\n   \1=/g; s/$/\n/' \
	    "$data/scontrol-jobs-o.txt" >multi
	[ "$(wc -l <multi)" -gt 100 ]
	try qjobs -T $now --adopt multi
	ends 0
	diff -u "$data/squeue.tsv" out
}

@test "GPUs and cores of the real jobs add up to what the nodes have in use" {
	try qjobs -H -c nodes,gpu_model,gpu,cpu,state "$data/squeue.json"
	ends 0
	awk -F '\t' '$5 == "running" {
		n = split($1, on, ",")
		for (i = 1; i <= n; i++) {
			gpu[on[i] " " $2] += $3
			cpu[on[i]] += $4
		}
	}
	END {
		for (i in gpu)
			if (gpu[i])
				print "gpu", i, gpu[i]
		for (i in cpu)
			print "cpu", i, cpu[i]
	}' out | sort >got
	# The two cores of a job that is suspended count too: 42, not 40.
	holds got 'cpu cpu01 42
cpu drn01 16
cpu gpu01 18
cpu gpu02 12
cpu gpu03 6
cpu gpu04 2
cpu mig01 3
gpu drn01 h100 3
gpu gpu01 a100 8
gpu gpu02 a100 8
gpu gpu03 v100 2
gpu gpu04 v100 2
gpu mig01 a100_3g.20gb 2'
}

@test "jobs without a comment are shown, and are not ours to change" {
	try qjobs -T $now -H -c state,reason "$data/squeue.json"
	ends 0
	holds err ''
	sort out | uniq -c | sed 's/^ *//' | tr '\t' ' ' >got
	holds got '2 failed -
2 held unmanaged BeginTime
1 held unmanaged JobHeldAdmin
2 held unmanaged JobHeldUser
1 held unmanaged PartitionTimeLimit
11 held unmanaged Priority
1 held unmanaged Resources
13 running unmanaged
1 stopped -
1 succeeded -'
}

@test "what a job asks: GPUs on each node" {
	asks '2 8 1 512M a100' '"node_count":2,"cpus":2,
	    "tres_per_node":"gres:gpu:a100:8","memory_per_node":512,
	    "tres_req_str":"cpu=2,mem=1G,node=2,gres/gpu=16,gres/gpu:a100=16"'
	# --gres=gpu, and what is no GPU; 23.11 writes gres/gpu.
	asks '1 1 1 1G -' '"tres_per_node":"gres:nic:2,gres:gpu"'
	asks '1 2 1 1G a100' '"tres_per_node":"gres/gpu:a100:2"'
	# -N2-4 was given 4 nodes: that many are claimed.
	asks '4 1 8 1G -' '"node_count":2,"max_nodes":4,"cpus":16,
	    "minimum_cpus_per_node":8,"tres_per_node":"gres:gpu:1",
	    "tres_req_str":"cpu=16,mem=2G,node=2,gres/gpu=2"'
	# node= is too low for -n16 --ntasks-per-node=8.
	asks '2 1 8 1G -' '"tasks":16,"tasks_per_node":8,"cpus":16,
	    "tres_per_node":"gres:gpu:1"'
	# OSC/ood_core#973: a dot in the type.
	asks '1 2 1 1G nvidia_h200_nvl_4g.71gb' \
	    '"tres_per_node":"gres:gpu:nvidia_h200_nvl_4g.71gb:2"'
	# OleHolmNielsen/Slurm_tools#12: gres/gpu and gres/gpu:TYPE are one.
	asks '1 2 1 1G t4' '"tres_per_node":"gres:gpu:2",
	    "tres_req_str":"cpu=1,mem=1G,node=1,gres/gpu=2,gres/gpu:t4=2"'
}

@test "what a job asks: GPUs for each task" {
	# skypilot#10283, SckyzO/slurm_exporter#35: %b of squeue says N/A.
	asks '4 1 2 256M v100' '"tasks":4,"cpus":8,
	    "tres_per_task":"gres:gpu:v100:1","memory_per_node":null,
	    "memory_per_cpu":128'
	asks '2 4 4 512M -' '"tasks":8,"tasks_per_node":4,"cpus":8,
	    "tres_per_task":"gres:gpu:1","memory_per_node":512'
}

@test "what a job asks: GPUs in all" {
	# aws/aws-parallelcluster-node#178: 12 GPUs, and NODES 1 is the least.
	asks '12 1 1 256M -' '"tres_per_job":"gres:gpu:12","cpus":12,
	    "tres_req_str":"cpu=12,mem=3G,node=1,gres/gpu=12"'
	# With -N2 they are parted equally, if they can be.
	asks '2 6 6 1536M -' '"tres_per_job":"gres:gpu:12","cpus":12,
	    "node_count":2,"max_nodes":2,
	    "tres_req_str":"cpu=12,mem=3G,node=2,gres/gpu=12"'
	asks '3 1 1 1G -' '"tres_per_job":"gres:gpu:3","cpus":3,
	    "node_count":2,"max_nodes":2,
	    "tres_req_str":"cpu=3,mem=3G,node=2,gres/gpu=3"'
	asks '2 4 1 1536M a100' '"tres_per_socket":"gres:gpu:a100:2",
	    "node_count":2,"cpus":2,
	    "tres_req_str":"cpu=2,mem=3G,node=2,gres/gpu=8"'
}

@test "what a job asks: no GPUs, cores and memory" {
	asks '4 0 3 1G -' '"node_count":4,"cpus":10,
	    "tres_req_str":"cpu=10,mem=4G,node=4"'
	# --cpus-per-gpu=8 says one core and takes 32.
	asks '1 4 32 1G -' '"tres_per_node":"gres:gpu:4","cpus":1,
	    "cpus_per_tres":"gres:gpu:8"'
	asks '1 2 1 8G -' '"tres_per_node":"gres:gpu:2",
	    "memory_per_node":null,"memory_per_tres":"gres:gpu:4096",
	    "tres_req_str":"cpu=1,mem=1G,node=1,gres/gpu=2"'
	# --mem=0: all of a node's, which tres gives as more than can be had.
	asks '1 0 1 0 -' '"memory_per_node":null,
	    "tres_req_str":"cpu=1,mem=1000000M,node=1"'
	says 'mem: job 7 takes all memory of its nodes: taken for 0'
	asks '1 0 1 0 -' '"memory_per_node":{"set":true,"infinite":false,
	    "number":0},"tres_req_str":"cpu=1,mem=1000000M,node=1"'
	says 'mem: job 7 takes all memory of its nodes: taken for 0'
}

@test "what a job asks: parts of GPUs, which are told of" {
	local told='gpu: job 7 has parts of GPUs (shard, mps), which records cannot say: taken for 0'
	local asked

	for asked in '"tres_per_node":"gres:shard:2"' \
	    '"tres_per_node":"gres/mps:50"' '"tres_per_job":"gres:shard:a:2"' \
	    '"tres_per_task":"gres:mps:1"' \
	    '"tres_req_str":"cpu=1,mem=1G,node=1,gres/shard=2"'; do
		reads '1 0' instances,gpu "$asked" --adopt
		says "$told"
	done
	# One that runs holds them.
	reads 'running 0 n1' state,gpu,nodes '"job_state":"RUNNING",
	    "nodes":"n1","tres_per_node":"gres:shard:2"'
	says "$told"
	reads 'running 0 n1' state,gpu,nodes '"job_state":"RUNNING","nodes":"n1",
	    "tres_alloc_str":"cpu=1,mem=1G,node=1,gres/mps=50"'
	says "$told"
	# One that is not ours waits for nothing of ours.
	reads 'held' state '"tres_per_node":"gres:shard:2"'
	holds err ''
}

@test "what no record can say holds the job, and says so" {
	is 'held - gpu-types gres:gpu:a100:2,gres:gpu:a100_3g.20gb:1' \
	    '"tres_per_node":"gres:gpu:a100:2,gres:gpu:a100_3g.20gb:1"' --adopt
	is 'held - het-job' '"het_job_id":7' --adopt
	is 'held - features a|b' '"features":"a|b"' --adopt
	is 'held - features [a&b]*2' '"features":"[a&b]*2"' --adopt
	is 'held - features x=1,y' '"features":"x=1,y"' --adopt
	reads 'inqueue big=yes,ib.hdr=yes' state,selector \
	    '"features":"big&ib.hdr"' --adopt
}

@test "states of jobs that do not wait, of 22.05 and later" {
	# omnivector-solutions/jobbergate#722, #739, clemsonciti/jobperf#4:
	# a word, then a list, then a list with flags; nodes a text.
	local run='"nodes":"n1","start_time":300,"end_time":400,
	    "tres_alloc_str":"cpu=1,mem=1G,node=1"'
	local state want

	while read -r want state; do
		reads "$want" state "\"job_state\":$state,$run" --adopt
	done <<-'END'
	running "RUNNING"
	running ["RUNNING"]
	running ["RUNNING","CONFIGURING"]
	running ["PENDING","COMPLETING"]
	running ["CANCELLED","COMPLETING"]
	running "SUSPENDED"
	running "COMPLETING"
	running ["RUNNING","A_FLAG_OF_LATER"]
	succeeded ["COMPLETED"]
	failed "TIMEOUT"
	failed ["OUT_OF_MEMORY"]
	failed ["NODE_FAIL"]
	failed "DEADLINE"
	stopped ["CANCELLED"]
	stopped "PREEMPTED"
	END
	reads 'failed 400 300 400 n1' state,since,started,ended,nodes \
	    "\"job_state\":[\"FAILED\"],$run"
	reads 'running 300 300 -' state,since,started,ended \
	    "\"job_state\":[\"RUNNING\"],$run"
	refuses 'job 7 is in no state that Slurm has: is this the output of squeue?' \
	    '"job_state":"DREAMING"'
}

@test "numbers of 23.11 are objects" {
	reads 'inqueue 2 3 2G 1h 555 -3' \
	    state,instances,cpu,mem,time_limit,created,priority \
	    '"job_state":["PENDING"],"hold":false,
	    "priority":{"set":true,"infinite":false,"number":77},
	    "cpus":{"set":true,"infinite":false,"number":6},
	    "node_count":{"set":true,"infinite":false,"number":2},
	    "max_nodes":{"set":false,"infinite":false,"number":0},
	    "memory_per_node":{"set":true,"infinite":false,"number":2048},
	    "time_limit":{"set":true,"infinite":false,"number":60},
	    "submit_time":{"set":true,"infinite":false,"number":555},
	    "array_job_id":{"set":true,"infinite":false,"number":0},
	    "array_task_id":{"set":false,"infinite":false,"number":0},
	    "shared":[],"nice":3,
	    "tres_req_str":"cpu=6,mem=4G,node=2"' --adopt --priority nice
	# Without a limit, or with none that is set.
	reads 'inqueue -' state,time_limit '"time_limit":
	    {"set":true,"infinite":true,"number":0}' --adopt
	reads 'inqueue -' state,time_limit '"time_limit":
	    {"set":false,"infinite":false,"number":5}' --adopt
	is 'held - held JobHeldAdmin' '"priority":{"set":true,
	    "infinite":false,"number":0},"state_reason":"JobHeldAdmin"' --adopt
	is 'held - held JobHeldAdmin' '"priority":{"set":false,
	    "infinite":false,"number":9},"hold":true,
	    "state_reason":"JobHeldAdmin"' --adopt
	refuses 'cpus: is no whole number, or is out of range' '"cpus":1.5'
	refuses 'cpus: is no whole number, or is out of range' '"cpus":-1'
	refuses 'memory_per_node: is no whole number, or is out of range' \
	    '"memory_per_node":9007199254740992'
	refuses 'time_limit: is no whole number, or is out of range' \
	    '"time_limit":"60"'
}

@test "the protocol: comment, priority and reason" {
	local p='"admin_comment":"sluice:phase=pending,since=200"'
	local q='"admin_comment":"sluice:phase=inqueue,since=300"'
	local h='"admin_comment":"sluice:phase=held,since=400"'
	local admin='"priority":0,"state_reason":"JobHeldAdmin"'
	local user='"priority":0,"state_reason":"JobHeldUser"'

	is 'pending 200 -' "$p,$admin"
	is 'pending 200 -' "$p,$user"
	is 'inqueue 300 -' "$q"
	is 'held 400 held' "$h,$admin"
	# Someone took back what was let in.
	is 'held - held JobHeldAdmin' "$q,$admin"
	# Someone released it: since now.
	is 'inqueue 1000 released' "$p"
	is 'inqueue 1000 released' "$h"
	# Without a comment.
	is 'held - unmanaged JobHeldUser' "$user"
	is 'pending - -' "$user" --adopt
	is 'held - held JobHeldAdmin' "$admin" --adopt
	is 'inqueue - -' '"admin_comment":"of ours: sluice:phase=held"' --adopt
	is 'held - unmanaged Priority' '"state_reason":"Priority"'
	# A pin that cannot be.
	is 'held - refused BadConstraints' \
	    "$p,\"priority\":0,\"state_reason\":\"BadConstraints\""
	# Stopped and held, while its nodes are not free yet.
	is 'running 50 -' "$p,$user,\"job_state\":\"COMPLETING\",
	    \"nodes\":\"n1\",\"start_time\":50"
}

@test "the protocol: begin times" {
	local p='"priority":0,"state_reason":"JobHeldAdmin",
	    "eligible_time":1001,"admin_comment":"sluice:phase=pending'

	is 'held - begins 1001' "$p\""
	is 'pending - -' "$p\"" -T 1001
	is 'held - begins 1001' '"eligible_time":1001' --adopt
	# Slurm's delay after a requeue is no wish of the user's.
	is 'pending - -' "$p,preemptions=1\""
	is 'held - begins 1001' "$p,preemptions=0\""
}

@test "the protocol: all fields of a comment" {
	local memo='sluice:phase=pending,created=11,since=12,requeues=3,nb=14'

	memo=$memo,queued=15,preemptions=6,attained=17,top=-8,priority=high
	memo=$memo,reserved=n1%2Cn2@99,min_runtime=2h,later=x
	reads 'pending 11 12 14 3 6 15 -8 17 n1,n2@99 2h high' \
	    state,created,since,not_before,requeues,preemptions,queued,top,attained,reserved,min_runtime,priority \
	    "\"admin_comment\":\"$memo\",\"priority\":0"
	# What is let in has no cooldown, what runs keeps no nodes.
	reads 'inqueue - n1,n2@99' state,not_before,reserved \
	    "\"admin_comment\":\"$memo\""
	reads 'running - -' state,not_before,reserved \
	    "\"admin_comment\":\"$memo\",\"job_state\":\"RUNNING\""
	refuses 'since: "x" cannot be read' \
	    '"admin_comment":"sluice:phase=pending,since=x"'
	refuses 'phase: "lost" cannot be read' \
	    '"admin_comment":"sluice:phase=lost"'
}

# depend WANT DEPENDENCY: the state of a held job that is ours, beside others.
depend() {
	jobs '"job_id":1,"job_state":"RUNNING"}' \
	    '"job_id":2,"job_state":"COMPLETED"}' \
	    '"job_id":3,"job_state":"FAILED"}' '"job_id":4}' \
	    '"job_id":5,"array_job_id":5,"array_task_string":"0-1"}' \
	    '"job_id":6,"array_job_id":6,"array_task_id":1,"job_state":"COMPLETED"}' \
	    "\"priority\":0,\"state_reason\":\"JobHeldAdmin\",\"dependency\":\"$2\",
	    \"admin_comment\":\"sluice:phase=pending\"}"
	try qjobs -T 1000 -H -c job,state jobs.json
	ends 0
	grep '^7' out >got
	holds got "7	$1"
}

@test "the protocol: dependencies, by the jobs that they name" {
	local on

	for on in after:1 after:2 afterany:2 afterok:2 afternotok:3 \
	    afterany:3 singleton afterok:99 afterok:6_* afterok:6_1 \
	    afterok:6_2 'afterok:1?afterok:2' 'after:1+5' \
	    'afterok:2(unfulfilled),afterany:3(unfulfilled)'; do
		depend pending "$on"
	done
	for on in after:4 afterany:1 afterany:4 afterok:1 afterok:3 \
	    afternotok:2 afternotok:1 afterok:5_* afterany:5_1 after:5_0 \
	    'afterok:1(unfulfilled)' 'afterok:2(failed)' \
	    'afterok:2:1(unfulfilled)' 'afterok:2,afterok:1' \
	    'afterok:1?afterok:3'; do
		depend held "$on"
	done
	is 'held - dependency afterok:9(unfulfilled)' '"state_reason":"Dependency",
	    "dependency":"afterok:9(unfulfilled)"' --adopt
	# What another job says of itself comes first.
	is 'held - unmanaged Dependency' '"state_reason":"Dependency"'
}

@test "arrays: a record for each task" {
	# vpenso/prometheus-slurm-exporter#16, mercierm/Slurmer#22,
	# basnijholt/slurm-usage#3
	jobs '"job_id":12345,"array_job_id":12345,"array_task_string":"1-10"}'
	try qjobs -H -c job,state --adopt jobs.json
	ends 0
	[ "$(wc -l <out)" -eq 10 ]
	holds err ''
	head -n 1 out >got
	holds got '12345_1	inqueue'
	# giovtorres/slurmtools#2: 468 cores, not one
	jobs '"job_id":31180452,"array_job_id":31180452,"array_task_string":"0-467"}'
	try qjobs -H -c cpu jobs.json
	[ "$(awk '{ n += $1 } END { print n }' out)" -eq 468 ]
	# cdt-data-science/cluster-scripts#10: 7 wait, 2 at once
	jobs '"job_id":9,"array_job_id":9,"array_task_string":"4-10%2"}'
	try qjobs -H -c job --adopt jobs.json
	[ "$(wc -l <out)" -eq 7 ]
	says 'job 9 runs at most 2 of its tasks at once'
	jobs '"job_id":9,"array_job_id":9,"array_task_string":"4-10%20"}'
	gives '9_4
9_5
9_6
9_7
9_8
9_9
9_10' qjobs -H -c job --adopt jobs.json
	# A task of its own; the last one has the number of its array.
	jobs '"job_id":20,"array_job_id":9,"array_task_id":3}' \
	    '"job_id":9,"array_job_id":9,"array_task_id":4}'
	gives '9_3
9_4' qjobs -H -c job --adopt jobs.json
	# squeue cuts the list unless told not to.
	refuses '"1,3,5-..." is cut short: set SLURM_BITSTR_LEN=0 for squeue and scontrol' \
	    '"array_job_id":7,"array_task_string":"1,3,5-..."'
	jobs '"job_id":9,"array_job_id":9,"array_task_string":"1-2"}' \
	    '"job_id":10,"array_job_id":9,"array_task_id":2}'
	faults 'qjobs: jobs.json:1: job: "9_2" is there twice' \
	    qjobs jobs.json
}

@test "where a job runs: GPUs on each of its nodes" {
	local run='"job_state":"RUNNING","start_time":50,"cpus":6'

	reads '3 2 2 1G a100 gpu01*2,gpu02' \
	    instances,gpu,cpu,mem,gpu_model,nodes \
	    "$run,\"nodes\":\"gpu[01-02]\",\"gres_detail\":[
	    \"gpu:a100:4(IDX:0-3)\",\"gpu:a100:2(IDX:0,5)\"],
	    \"tres_alloc_str\":\"cpu=6,mem=3G,node=2,gres/gpu=6\""
	# A node may have none of them.
	reads '1 4 b2' instances,gpu,nodes "$run,\"nodes\":\"b[1-2]\",
	    \"gres_detail\":[\"gpu:0\",\"gpu:4(IDX:0-3)\"],
	    \"tres_alloc_str\":\"cpu=6,mem=3G,node=2,gres/gpu=4\""
	# HenrikBengtsson/parallelly#140, facebookincubator/submitit#4,
	# NVIDIA-NeMo/Megatron-Bridge#3830: zeros stay.
	reads '2 0 b04-09,b04-10' instances,gpu,nodes \
	    "$run,\"nodes\":\"b04-[09-10]\""
	reads '4 0 nodeA,nodeB001,nodeB003,nodeC' instances,gpu,nodes \
	    "$run,\"nodes\":\"nodeA,nodeB[001,003],nodeC\""
	# Without details: equal parts, or a guess that says so.
	reads '2 2 n1,n2' instances,gpu,nodes "$run,\"nodes\":\"n[1-2]\",
	    \"tres_alloc_str\":\"cpu=6,mem=3G,node=2,gres/gpu=4\""
	holds err ''
	reads '3 1 n1*2,n2' instances,gpu,nodes "$run,\"nodes\":\"n[1-2]\",
	    \"tres_alloc_str\":\"cpu=6,mem=3G,node=2,gres/gpu=3\""
	says 'nodes: job 7 has unequal parts of its GPUs on its nodes'
	# Types that the accounting does not tell apart.
	reads 'a100_3g.20gb 2' gpu_model,gpu "$run,\"nodes\":\"mig01\",
	    \"tres_per_node\":\"gres:gpu:a100_3g.20gb:2\",
	    \"tres_alloc_str\":\"cpu=1,mem=8G,node=1,gres/gpu=2\""
	refuses '"n[1-" is no list of hosts' \
	    "$run,\"nodes\":\"n[1-\""
}

@test "where a job runs: a list, an object, or in what it was given" {
	local run='"job_state":["RUNNING"],"start_time":50,"nodes":'
	local give='"tres_alloc_str":"cpu=2,mem=1G,node=1,gres/gpu=4"'
	local given='"job_resources":{"nodes":'

	# omnivector-solutions/jobbergate#722, #739: a text, then an object.
	for nodes in '"gpu02"' '{"count":1,"list":"gpu02"}' \
	    "null,$given\"gpu02\"}" "\"\",$given\"gpu02\"}" \
	    "\"\",$given{\"count\":1,\"list\":\"gpu02\"}}" \
	    "\"gpu02\",${given}null}" '"gpu02","job_resources":null'; do
		reads '1 4 gpu02' instances,gpu,nodes "$run$nodes,$give"
		holds err ''
	done
	# Not told is not nowhere.
	for nodes in '""' 'null' '{"count":1}' '["gpu02"]'; do
		reads 'running -' state,nodes "$run$nodes,$give"
		says 'nodes: job 7 runs, and nothing tells on which nodes'
	done
}

@test "queue, pool, group, priority, resumable" {
	reads 'gpu gpu,all' queue,pool '"partition":"gpu,all"'
	reads 'a' group '"account":"a"'
	reads 'a/u' group '"account":"a"' --group account/user
	reads '-' group '"account":""' --group account/user
	reads 'high' priority '"qos":"high"'
	reads 'medium' priority '"qos":"normal"'
	reads 'low' priority '"qos":"low"'
	holds err ''
	reads '-' priority '"qos":"gold"'
	says 'jobs.json:1: priority: QOS "gold" is none of high, normal and low'
	jobs '"qos":"gold"}' '"job_id":8,"qos":"gold"}'
	try qjobs jobs.json
	[ "$(wc -l <err)" -eq 1 ]
	reads '100' priority '"nice":-100' --priority nice
	# What 22.05 writes for it; none is 0.
	reads '100' priority '"nice":4294967196' --priority nice
	reads '0' priority '"nice":null' --priority nice
	reads 'no' resumable '"requeue":false'
	reads 'no' resumable '"batch_flag":false'
	reads 'inqueue' state '"excluded_nodes":"n1"' --adopt
	says 'job 7 excludes nodes, which records cannot say'
	for member in '"shared":"none"' '"shared":["none"]' \
	    '"shared":[],"exclusive":["true"]'; do
		reads 'inqueue' state "$member" --adopt
		says 'job 7 takes whole nodes, more than its record says'
	done
	reads 'inqueue' state '"shared":["user"],"exclusive":["user"]' --adopt
	holds err ''
}

@test "a job with a list of pools may use the nodes of each" {
	jobs '"partition":"gpu,all"}'
	qjobs --adopt jobs.json >list
	printf '%s\n' 'node gpu cpu mem pool' 'n1 8 8 8G all' >nodes
	try qstep -N nodes -T 1000 -H -c job,state,nodes list
	ends 0
	holds out '7	running	n1'
	sed -i 's/all$/none/' nodes
	try qstep -N nodes -T 1000 -H -c job,state,nodes list
	holds out '7	pending	-'
}

@test "text: keys, blanks and units" {
	line=$(sed -n 's/^JobId=10 /&/p' "$data/scontrol-jobs-o.txt")
	text() {
		sed "$1" <<<"$line" >text
		try qjobs -T $now --adopt -H -c "$2" text
	}
	# fedonman/sqwatch#11: values with blanks
	text 's|WorkDir=[^ ]*|WorkDir=/scratch/a b|
	    s|StdOut=[^ ]*|StdOut=/home/me/my logs/out.txt|
	    s|JobName=[^ ]*|JobName=my job x=1|' job,cpu,gpu_model
	ends 0
	holds out '10	1	v100'
	# cea-hpc/pcocc#13: MinMemoryCPU=8G
	text 's/MinMemoryCPU=[^ ]*/MinMemoryCPU=8G/; s/mem=1000M,//' mem
	ends 0
	holds out '8G'
	text 's/MinMemoryCPU=[^ ]*/MinMemoryCPU=512/; s/mem=1000M,//' mem
	holds out '512M'
	text 's/NumNodes=1/NumNodes=2-4/' instances
	holds out '4'
	text 's/TRES=\([^ ]*\)/ReqTRES=\1 AllocTRES=(null)/' gpu
	ends 0
	holds out '4'
	text 's/SubmitTime=[^ ]*/SubmitTime=1796004869/' created
	holds out '1796004869'
	text 's/NumCPUs=1/NumCPUs=one/' cpu
	ends 2
	says 'text:1: NumCPUs: "one" cannot be read'
	# A comment in text could be a user's: it is not read.
	text 's|WorkDir=[^ ]*|& AdminComment=sluice:phase=held |' state
	ends 0
	holds out 'inqueue'
	# A name that plays at being other keys.
	text 's/JobName=[^ ]*/JobName=x Priority=0 Account=other/' group
	ends 0
	holds out 'research'
}

@test "text: a record that was made shorter, its keys in any order" {
	local keys=(JobState=RUNNING Priority=5 Partition=gpu NumNodes=1
	    NumCPUs=2 'TRES=cpu=2,mem=1G,node=1,gres/gpu=4' NodeList=gpu02
	    'UserId=ana(7)' 'Account=nlp' StartTime=50)
	local i n=${#keys[@]} want=$'7\tnlp\trunning\t1\t4\t2\t1G\tgpu02\t50'
	local columns=job,group,state,instances,gpu,cpu,mem,nodes,started

	for ((i = 0; i < n; i++)); do
		echo JobId=7 "${keys[@]:i}" "${keys[@]:0:i}" >text
		gives "$want" qjobs -T 1000 -H -c $columns text
		# The first of a key counts, and a name ends the record.
		echo JobId=7 "${keys[@]:i}" "${keys[@]:0:i}" \
		    'JobName=x Account=root JobState=PENDING' >text
		gives "$want" qjobs -T 1000 -H -c $columns text
	done
	# Each of these is needed.
	for i in JobState Priority Partition NumNodes; do
		echo JobId=7 "${keys[@]}" | sed "s/ $i=[^ ]*//" >text
		faults "qjobs: text:1: the record has no $i=: is it cut short?" \
		    qjobs -k text
	done
	echo JobId=7 "${keys[@]}" | sed 's/ TRES=[^ ]*//' >text
	faults 'qjobs: text:1: the record has no TRES=: is it cut short?' \
	    qjobs text
	echo JobId=7 "${keys[@]}" | sed 's/ NodeList=[^ ]*//' >text
	try qjobs text
	ends 0
	says 'text:1: nodes: job 7 runs, and nothing tells on which nodes'
}

@test "text: a name that could hold the keys behind it" {
	local use='may be a part of JobName=, since the record is not as scontrol writes it: put JobName= last, or use squeue --json'

	echo 'JobId=7 JobName=x JobState=RUNNING Priority=5 Partition=gpu NumNodes=1 TRES=cpu=2' >text
	faults "qjobs: text:1: JobState= $use" qjobs -k text
	# What is not read may be missing from a whole record.
	sed -n 's/^JobId=10 /&/p' "$data/scontrol-jobs-o.txt" |
	    sed 's/ \(GroupId\|ExitCode\|RunTime\|QOS\)=[^ ]*//g' >text
	gives '10' qjobs -T $now -H -c job text
	# What is read may not, or a name could stand for it.
	sed 's/ Account=[^ ]*//; s/JobName=[^ ]*/& Account=root/' text >less
	faults "qjobs: less:1: Account= $use" qjobs -k less
	# A record beside whole ones is in some text.
	{
		sed 's/BatchFlag=1/BatchFlag=0/; s/ StdErr=.*//' text
		echo 'JobId=7 JobState=RUNNING Priority=5 Partition=gpu NumNodes=1 TRES=cpu=2'
	} >two
	faults 'qjobs: two:2: the record has no JobName=: is it cut short?' \
	    qjobs -k two
}

@test "amounts that cannot be counted are faults" {
	local most=9223372036854775807

	refuses 'it asks for more than can be counted' \
	    '"tres_per_node":"gres:gpu:'$most'"'
	refuses 'it asks for more than can be counted' \
	    '"tres_per_task":"gres:gpu:4","tasks":9007199254740991,
	    "tasks_per_node":9007199254740991'
	refuses 'it asks for more than can be counted' \
	    '"job_state":"RUNNING","nodes":"n1","gres_detail":["gpu:'$most'"]'
	refuses 'nice: is no whole number, or is out of range' \
	    '"nice":9007199254740991'
	sed -n "s/^JobId=10 /&/p" "$data/scontrol-jobs-o.txt" |
	    sed 's/Nice=0/Nice=-9223372036854775808/' >text
	faults 'qjobs: text:1: Nice: "-9223372036854775808" cannot be read' \
	    qjobs -T $now text
}

@test "a submission that is still to come has another zone" {
	reads 'held' state '"submit_time":1001'
	holds err 'qjobs: jobs.json:1: a time that is still to come: was it printed with TZ=UTC?'
	reads 'held' state '"submit_time":1000'
	holds err ''
}

@test "names of any bytes come through as data" {
	# shellcheck disable=SC2016 # it is a name
	jobs '"partition":"-q\t$(touch x)`|\u001b[2J\"\n","account":"a\rb"}'
	try qjobs -o json -c queue,group jobs.json
	ends 0
	mv out rows
	try jq -r '.queue, .group' rows
	printf '%s\n' $'-q\t$(touch x)`|\e[2J"\n' $'a\rb' | diff - out
	try qjobs -o table -c queue jobs.json
	[ "$(wc -l <out)" -eq 2 ]
	lacks $'\e' out
	jobs '"qos":"\u001b[31m\n"}'
	try qjobs jobs.json
	[ "$(wc -l <err)" -eq 1 ]
	lacks $'\e' err
	[ ! -e x ]
}

@test "what is no list of jobs is one clear line" {
	# SckyzO/slurm_exporter#36 and the like: a table is cut and leaves out.
	echo 'JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)' >a
	faults 'qjobs: a:1: a table of squeue'"'"'s, which leaves out much: use squeue --json' \
	    qjobs a
	faults "qjobs: $data/squeue-pipe.txt:1: a table without its header: use squeue --json, or sacct without -n" \
	    qjobs "$data/squeue-pipe.txt"
	faults "qjobs: $data/squeue-O.txt:1: a table without its header: use squeue --json, or sacct without -n" \
	    qjobs "$data/squeue-O.txt"
	echo '{"meta":{},"errors":[],"nodes":[]}' >a
	faults 'qjobs: a:1: no list of jobs in it: is this the output of squeue --json?' \
	    qjobs a
	echo '{"meta":{},"errors":[{"error":"Unable to contact slurm controller","error_number":1}],"jobs":[]}' >a
	faults 'qjobs: a:1: errors: Slurm says "Unable to contact slurm controller"' \
	    qjobs a
	head -c 5000 "$data/squeue.json" >a
	try qjobs a
	ends 2
	holds out ''
	says 'the JSON document is cut short'
	echo '{"jobs":[{"job_id":1,"state":{"current":"RUNNING"}}]}' >a
	faults 'qjobs: a:1: job 1 is in no state that Slurm has: is this the output of squeue?' \
	    qjobs a
	# An empty queue is none.
	echo '{"jobs":[]}' >a
	gives '' qjobs -H a
}

@test "a job that cannot be read is left out with -k, the others are not" {
	jobs '"cpus":"x"}' '"job_id":8}'
	try qjobs -k -H -c job jobs.json
	ends 1
	holds out 8
	holds err 'qjobs: jobs.json:1: cpus: is no whole number, or is out of range'
}
