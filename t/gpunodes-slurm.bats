#!/usr/bin/env bats
# gpunodes: what Slurm says of its nodes.  What others' programs got wrong has
# the report's name, repository#number.

load check

data=$BATS_TEST_DIRNAME/data/slurm

# node NAME [KEY=VALUE...]: a record as scontrol -o writes it; GresUsed and
# MemSpecLimit are there when they are given.
node() {
	local State=IDLE Gres='(null)' GresUsed='' CPUAlloc=0 CPUEfctv=64
	local CPUTot=64 RealMemory=1000 AllocMem=0 MemSpecLimit='' CfgTRES=''
	local AllocTRES='' Partitions=gpu ActiveFeatures='(null)' Reason=''
	[ $# -eq 1 ] || local "${@:2}"

	printf 'NodeName=%s Arch=x86_64 CoresPerSocket=32  ' "$1"
	printf 'CPUAlloc=%s CPUEfctv=%s CPUTot=%s CPULoad=0.77 ' "$CPUAlloc" \
	    "$CPUEfctv" "$CPUTot"
	printf 'AvailableFeatures=x ActiveFeatures=%s ' "$ActiveFeatures"
	printf 'Gres=%s %sNodeAddr=h ' "$Gres" \
	    "${GresUsed:+GresDrain=N/A GresUsed=$GresUsed }"
	printf 'OS=Linux 6 #1 SMP @0  RealMemory=%s AllocMem=%s FreeMem=5 ' \
	    "$RealMemory" "$AllocMem"
	printf '%sState=%s ThreadsPerCore=2 ' \
	    "${MemSpecLimit:+MemSpecLimit=$MemSpecLimit }" "$State"
	printf 'Owner=N/A Partitions=%s  CfgTRES=%s AllocTRES=%s ' \
	    "$Partitions" "$CfgTRES" "$AllocTRES"
	printf 'CurrentWatts=0%s\n' "${Reason:+ Reason=$Reason [root@now]}"
}

# gpus WANT KEY=VALUE...: model, free and total of a node like that.
gpus() {
	node n1 "${@:2}" >in
	gives "$1" gpunodes -o tsv -H -c gpu_model,gpu,gpu_total in
}

# guessed WANT KEY=VALUE...: the same, and a note says that it is a guess.
guessed() {
	node n1 "${@:2}" >in
	try gpunodes -o tsv -H -c gpu_model,gpu,gpu_total in
	ends 0
	holds out "$1"
	says 'in:1: node "n1": '
}

# state WANT STATE [ARG...]: the state and the free GPUs, of 4.
state() {
	node n1 Gres=gpu:4 State="$2" >in
	gives "${1/ /$'\t'}" gpunodes -o tsv -H -c state,gpu "${@:3}" in
}

# json NODE-MEMBERS: one node as Slurm since 23.11 writes it, nothing used.
json() {
	printf '{"nodes":[{"name":"n1","partitions":["gpu","all"],%s,%s}]}\n' \
	    "$1" '"alloc_cpus":0,"alloc_memory":0'
}

@test "the nodes of a real cluster, as text and as JSON" {
	for f in nodes-o.txt nodes.txt; do
		try gpunodes -o tsv "$data/$f"
		ends 0
		holds err ''
		diff -u "$data/nodes.tsv" out
	done
	try gpunodes -o tsv "$data/nodes-d.txt"
	ends 0
	holds err ''
	diff -u "$data/nodes-d.tsv" out
	# Its JSON does not have MemSpecLimit, and that is said.
	try gpunodes -o tsv "$data/sinfo.json"
	ends 0
	says 'sinfo.json:19: this JSON does not tell how much memory is set'
	diff -u "$data/sinfo.tsv" out
}

@test "GPUs by type, however Gres writes them" {
	# vpenso/prometheus-slurm-exporter#64, #124
	gpus $'a100\t8\t8' Gres=gpu:a100:8
	gpus $'a100\t8\t8' 'Gres=gpu:a100:8(S:0-1)'
	# basnijholt/slurm-usage#11
	gpus $'gpu\t8\t8' 'Gres=gpu:8(S:0-3)'
	# OSC/ood_core#973
	gpus $'nvidia_h200_nvl_4g.71gb\t2\t2' \
	    Gres=gpu:nvidia_h200_nvl_4g.71gb:2
	# jupyterhub_moss#97: what is there twice is summed, not the last.
	gpus $'a100\t7\t8\nv100\t2\t2' \
	    'Gres=gpu:a100:4(S:0),gpu:v100:2,gpu:a100:4(S:1)' \
	    'GresUsed=gpu:a100:1(IDX:0),gpu:v100:0(IDX:N/A),gpu:a100:0(IDX:N/A)'
	gpus $'-\t0\t0' Gres=nic:2 GresUsed=nic:0,gpu:0
}

@test "what is used of them, by GresUsed" {
	# CLIP-HPC/SlurmCommander#5
	gpus $'gpu\t0\t4' 'Gres=gpu:4(S:0-1)' 'GresUsed=gpu:(null):4(IDX:0-3)'
	# vpenso/prometheus-slurm-exporter#83
	gpus $'tesla\t1\t4' Gres=gpu:tesla:4 'GresUsed=gpu:tesla:3(IDX:0,2-3)'
	gpus $'a100\t2\t2\na100_3g.20gb\t2\t4' \
	    Gres=gpu:a100:2,gpu:a100_3g.20gb:4 \
	    'GresUsed=gpu:a100:0(IDX:N/A),gpu:a100_3g.20gb:2(IDX:2-3)'
	# More than there are: a card was taken out.
	gpus $'a100\t0\t2' Gres=gpu:a100:2 GresUsed=gpu:a100:4
}

@test "what is used of them, by AllocTRES" {
	# OleHolmNielsen/Slurm_tools#12: two keys, one quantity.
	gpus $'a100\t6\t8' Gres=gpu:a100:8 \
	    CfgTRES=cpu=64,gres/gpu=8,gres/gpu:a100=8 \
	    AllocTRES=cpu=2,gres/gpu=2,gres/gpu:a100=2
	# CLIP-HPC/SlurmCommander#5, the earlier capture.
	gpus $'gpu\t1\t4' 'Gres=gpu:4(S:0-1)' CfgTRES=gres/gpu=4 \
	    AllocTRES=gres/gpu=3
	# The accounting tells a100 apart, and says that none is used.
	gpus $'a100\t2\t2\na100_3g.20gb\t2\t4' \
	    Gres=gpu:a100:2,gpu:a100_3g.20gb:4 \
	    CfgTRES=gres/gpu=6,gres/gpu:a100=2 AllocTRES=cpu=3,gres/gpu=2
	# It counts them where CfgTRES has none, too.
	gpus $'tesla\t3\t4' Gres=gpu:tesla:4 CPUAlloc=6 \
	    CfgTRES=cpu=56,mem=187000M \
	    AllocTRES=cpu=6,mem=36000M,gres/gpu=1
	gpus $'a\t1\t2\nb\t2\t2' Gres=gpu:a:2,gpu:b:2 CPUAlloc=6 \
	    AllocTRES=cpu=6,gres/gpu=1,gres/gpu:a=1
	# GresUsed may speak of other things alone.
	gpus $'a100\t1\t2' Gres=gpu:a100:2,nic:1 GresUsed=nic:1 \
	    CfgTRES=gres/gpu=2 AllocTRES=gres/gpu=1
}

@test "what cannot be told is taken, and said" {
	guessed $'a\t0\t2\nb\t2\t4' Gres=gpu:a:2,gpu:b:4 CfgTRES=gres/gpu=6 \
	    AllocTRES=gres/gpu=2
	# One type is told apart, the others are not.
	guessed $'a\t1\t2\nb\t2\t4\nc\t0\t2' Gres=gpu:a:2,gpu:b:4,gpu:c:2 \
	    CfgTRES=gres/gpu=8,gres/gpu:a=2 \
	    AllocTRES=gres/gpu=3,gres/gpu:a=1
	# More than the others have: the sums do not agree.
	guessed $'a\t0\t2\nb\t0\t1' Gres=gpu:a:2,gpu:b:1 \
	    CfgTRES=gres/gpu=3,gres/gpu:a=2 AllocTRES=gres/gpu=2
	# SckyzO/slurm_exporter, Slurm 26.05: TRES does not count GPUs at all.
	guessed $'model_a\t0\t2\nmodel_b\t0\t2' \
	    Gres=gpu:model_a:2,gpu:model_b:2 CfgTRES=cpu=32,mem=15867M \
	    AllocTRES=cpu=8,mem=14G CPUAlloc=8
	gpus $'model_a\t2\t2\nmodel_b\t2\t2' \
	    Gres=gpu:model_a:2,gpu:model_b:2 CfgTRES=cpu=32,mem=15867M
	# A job that is suspended has no CPU, and holds what else it has.
	guessed $'a\t0\t2' Gres=gpu:a:2 CfgTRES=cpu=32 AllocTRES=mem=1G
	# A card that is shared out in parts is not free as a whole.
	guessed $'a\t1\t4' Gres=gpu:a:4,shard:16 \
	    'GresUsed=gpu:a:1(IDX:0),shard:a:2(2/4,0/4)'
}

@test "CPUs and memory that jobs can have" {
	node n1 CPUTot=64 CPUEfctv=60 CPUAlloc=16 RealMemory=1000000 \
	    MemSpecLimit=8000 AllocMem=500 >in
	# OleHolmNielsen/Slurm_tools#25: FreeMem is something else.
	gives $'44\t991500M\t60\t992000M' gpunodes -o tsv -H \
	    -c cpu,mem,cpu_total,mem_total in
	node n1 CPUAlloc=70 AllocMem=2000 >in
	gives $'0\t0' gpunodes -o tsv -H -c cpu,mem in
}

@test "one node in several partitions is one node" {
	# vpenso/prometheus-slurm-exporter#129
	node n1 CPUAlloc=16 Partitions=a,b,c >in
	gives $'n1\t48\ta,b,c' gpunodes -o tsv -H -c node,cpu,pool in
}

@test "what others hold is not free" {
	# skypilot#8340: two of the four are another user's.
	node n1 Gres=gpu:l40s:4 GresUsed=gpu:l40s:2 >in
	gives $'l40s\t2\t4' gpunodes -o tsv -H -c gpu_model,gpu,gpu_total in
}

@test "a feature is a label" {
	node n1 ActiveFeatures=a100,nvlink >in
	node n2 ActiveFeatures=a100,nvlink >>in
	node n3 >>in
	gives 'a100=yes,nvlink=yes
a100=yes,nvlink=yes
-' gpunodes -o tsv -H -c labels in
	gpunodes in | gpuhint -r cpu -o tsv -H -c nodes --selector nvlink=yes >out
	grep -q n1 out
}

@test "states: nothing is free where nothing can start" {
	state 'ready 4' IDLE
	state 'ready 4' MIXED+CLOUD
	state 'ready 4' MIXED+DYNAMIC_NORM
	state 'ready 4' MIXED+PLANNED
	state 'ready 4' ALLOCATED+COMPLETING
	state 'ready 4' IDLE+CLOUD+POWERING_UP
	state 'ready 4' IDLE+REBOOT_REQUESTED
	# OSC/ood_core#914, cdt-data-science/cluster-scripts#20
	state 'drain 0' MIXED+DRAIN
	state 'drain 0' ALLOCATED+DRAIN
	state 'down+not_responding 0' DOWN+NOT_RESPONDING
	state 'unknown+drain+invalid_reg 0' UNKNOWN+DRAIN+INVALID_REG
	state 'maintenance+reserved 0' MIXED+MAINTENANCE+RESERVED
	state 'fail 0' MIXED+FAIL
	state 'future 0' FUTURE
	state 'down+reboot_issued 0' DOWN+REBOOT_ISSUED
	state 'powering_down 0' IDLE+CLOUD+POWERING_DOWN
	state 'power_down 0' MIXED+POWER_DOWN
	# A word that nobody has heard of.
	state 'haunted 0' IDLE+HAUNTED
}

@test "states: one letter behind a word" {
	# SckyzO/slurm_exporter#243: idle* is not free.
	state 'not_responding 0' 'IDLE*'
	state 'ready 4' MIXED-
	# vpenso/prometheus-slurm-exporter#52
	state 'powered_down 0' 'IDLE~'
	state 'ready 4' 'MIXED#+CLOUD'
	state 'power_down 0' 'IDLE!'
	state 'powering_down 0' IDLE%
	state 'maintenance 0' 'MIXED$'
	state 'ready 4' IDLE@
	state 'reboot_issued 0' IDLE^
	state 'down+not_responding+drain 0' 'DOWN*+DRAIN'
}

@test "states: nodes that would be started are counted when it is asked" {
	state 'powered_down 0' IDLE+CLOUD+POWERED_DOWN
	state 'ready 4' IDLE+CLOUD+POWERED_DOWN --include-powered-down
	state 'ready 4' 'IDLE~' --include-powered-down
	state 'drain 0' IDLE+DRAIN+POWERED_DOWN --include-powered-down
	state 'powering_down 0' IDLE+POWERING_DOWN --include-powered-down
}

@test "JSON since 23.11: arrays, objects, and what is set aside" {
	json '"state":["MIXED","DYNAMIC_NORM"],"cpus":32,"effective_cpus":28,
	    "alloc_cpus":{"set":true,"infinite":false,"number":8},
	    "real_memory":127927,"alloc_memory":1000,"specialized_memory":927,
	    "specialized_cores":0,"gres":"gpu:fake1:1(S:0),gpu:fake2:1(S:0)",
	    "gres_used":"gpu:fake1:0(IDX:N/A),gpu:fake2:1(IDX:1)",
	    "active_features":["a","b"],"features":["a","b","c"],
	    "tres":"cpu=32,mem=127927M,billing=32,gres/gpu=2"' >in
	gives 'n1	fake1	1	20	126000M	28	127000M	ready	gpu,all	a=yes,b=yes
n1	fake2	0	20	126000M	28	127000M	ready	gpu,all	a=yes,b=yes' \
	    gpunodes -o tsv -H \
	    -c node,gpu_model,gpu,cpu,mem,cpu_total,mem_total,state,pool,labels in
	# jobbergate#722, #739, clemsonciti/jobperf#4
	json '"state":["MIXED","DRAIN"],"cpus":4,"real_memory":5,
	    "specialized_memory":0' >in
	gives $'drain\t0\t0' gpunodes -o tsv -H -c state,cpu,mem in
	# ubccr/slurm-exporter#11
	json '"state":"idle","state_flags":["DRAIN"],"cpus":4,"real_memory":5,
	    "specialized_memory":{"set":true,"infinite":false,"number":1}' >in
	gives $'drain\t0\t4\t4M' gpunodes -o tsv -H \
	    -c state,cpu,cpu_total,mem_total in
}

@test "JSON: what is not said, or not set, is not 0" {
	sed 's/\(alloc_memory":\) *[0-9]*/\1{"set":false,"number":7}/' \
	    "$data/sinfo.json" >in
	try gpunodes in
	ends 2
	says 'in:19: AllocMem: it is not said'
	sed 's/\(alloc_cpus":\) *[0-9]*/\1{"set":true,"infinite":true}/' \
	    "$data/sinfo.json" >in
	try gpunodes in
	ends 2
	says 'in:19: CPUAlloc: it is not said'
	sed 's/\(real_memory":\) *[0-9]*/\1 -1/' "$data/sinfo.json" >in
	try gpunodes in
	ends 2
	says 'in:19: real_memory: not a number of any'
	# The same numbers as objects are the same nodes.
	sed 's/\("[a-z]*_\?\(memory\|cpus\)":\) *\([0-9]*\)/\1{"set":true,"infinite":false,"number":\3}/' \
	    "$data/sinfo.json" >in
	grep -q 'number":64' in
	try gpunodes -o tsv in
	ends 0
	diff -u "$data/sinfo.tsv" out
}

@test "JSON: cores that are set aside, where no sum has them" {
	json '"state":["IDLE"],"cpus":64,"threads":2,"specialized_cores":2,
	    "real_memory":5,"specialized_memory":0' >in
	gives 60 gpunodes -o tsv -H -c cpu in
	json '"state":["IDLE"],"cpus":64,"tres":"cpu=60,mem=5M",
	    "real_memory":5,"specialized_memory":0' >in
	gives 60 gpunodes -o tsv -H -c cpu in
}

@test "JSON: several documents, and a cluster without nodes" {
	echo '{"meta":{},"errors":[],"nodes":[]}' >in
	json '"state":["IDLE"],"cpus":4,"real_memory":5,
	    "specialized_memory":0' >>in
	gives $'n1\tready' gpunodes -o tsv -H -c node,state in
}

# group NAMES TOTAL PARTITION [MEMBERS]: a group of sinfo --json since 23.11.
group() {
	printf '{"nodes":{"total":%s,"nodes":%s},"partition":{"name":"%s"},%s}' \
	    "$2" "$1" "$3" "${4:-$alike}"
}

alike='"node":{"state":["MIXED"]},"features":{"total":"a,b","active":"a"},
"cpus":{"allocated":6,"idle":50,"other":0,"total":56},
"memory":{"minimum":187000,"maximum":187000,"allocated":36000},
"gres":{"total":"gpu:tesla:4(S:0-1)","used":"gpu:tesla:3(IDX:0,2-3)"}'
alike=${alike//$'\n'/}

@test "JSON: sinfo since 23.11, groups of one node" {
	local drained=${alike/'["MIXED"]'/'["MIXED","DRAIN"]'} bad i

	printf '{"meta":{},"sinfo":[%s,%s,%s,%s],"errors":[]}\n' \
	    "$(group '["n1"]' 1 gpu)" "$(group '[]' 0 none)" \
	    "$(group '["n2"]' 1 gpu "$drained")" "$(group '["n1"]' 1 all)" >in
	try gpunodes -H -o tsv \
	    -c node,gpu_model,gpu,gpu_total,cpu,cpu_total,mem,state,pool,labels in
	ends 0
	holds out $'n1\ttesla\t1\t4\t50\t56\t151000M\tready\tgpu,all\ta=yes
n2\ttesla\t0\t4\t0\t56\t0\tdrain\tgpu\ta=yes'
	says 'in:1: this JSON does not tell how many cores and how much memory is set aside'
	[ "$(wc -l <err)" -eq 1 ]
	# Another text that tells of the node again is a fault, as ever.
	cp in again
	try gpunodes in again
	ends 2
	says 'node "n1" is there twice'
	# Sums of several do not tell of one.
	for bad in '["n1","n2"] 2' '["n1","n2"] 1' '["n[1-2]"] 1' '[] 1' \
	    '["n1"] 2'; do
		printf '{"sinfo":[%s,%s]}\n' "$(group '["n0"]' 1 gpu)" \
		    "$(group "${bad% *}" "${bad##* }" gpu)" >in
		faults 'gpunodes: in:1: this sinfo --json puts nodes together that are alike: use "scontrol show node --json"' \
		    gpunodes -k in
	done
	# What is not told is no 0, and what is used must be told.
	printf '{"sinfo":[%s]}\n' "$(group '["n1"]' 1 gpu \
	    '"node":{"state":["IDLE"]}')" >in
	try gpunodes -H -c cpu,mem,state in
	holds out $'-\t-\tready'
	for i in '"total":56' '"allocated":6' '"allocated":36000' \
	    '"used":"gpu:tesla:3(IDX:0,2-3)"'; do
		printf '{"sinfo":[%s]}\n' "$(group '["n1"]' 1 gpu \
		    "${alike/"$i"/'"x":0'}")" >in
		try gpunodes in
		ends 2
		holds out ''
		grep -q 'is not said\|tells how many are used' err
	done
}

@test "JSON: what Slurm says went wrong" {
	local text='Unable to contact\n\u001b[2J controller'

	echo '{"meta":{},"errors":[{"description":"'"$text"'"}],"nodes":[]}' >in
	faults 'gpunodes: in:1: errors: Slurm says "Unable to contact\n\x1b[2J controller"' \
	    gpunodes -k in
	json '"state":["IDLE"],"cpus":4,"real_memory":5' >in
	printf '%s\n' '{"nodes":[],' '"errors":[{"error":"half"}]}' >>in
	faults 'gpunodes: in:3: errors: Slurm says "half"' gpunodes in
	echo '{"errors":["down"]}' >in
	faults 'gpunodes: in:1: errors: Slurm says "down"' gpunodes in
	echo '{"errors":{},"nodes":[]}' >in
	faults 'gpunodes: in:1: no list where one belongs' gpunodes in
}

@test "a text that tells of no node is none" {
	echo '{"meta":{},"errors":[],"nodes":[]}' >in
	faults 'gpunodes: in: it tells of no node' gpunodes -k in
	try gpunodes - <in
	ends 2
	holds out ''
	holds err 'gpunodes: -: it tells of no node'
	faults 'gpunodes: it tells of no node' gpunodes in "$PWD/in"
	# One of several that does is enough.
	node n1 >one
	gives n1 gpunodes -H -c node in one
}

@test "faults of a record name its line and its key" {
	{
		node n1
		node n2 CPUAlloc=x
		node n3 Gres=gpu::4
		node n4 Gres=gpu:1 CfgTRES=gres/gpu=1 AllocTRES=cpu
		node n5 RealMemory=9223372036854775807
		node 'n6,n7'
		node n1
		node n8 Gres=gpu:a:1 GresUsed='gpu:a:0(IDX:N/A'
		node n9 CPUTot=99999999999999999999
	} >in
	faults 'gpunodes: in:2: CPUAlloc: "x" is not a number
gpunodes: in:3: Gres: "gpu::4" is no generic resource
gpunodes: in:4: AllocTRES: "cpu" is no trackable resource
gpunodes: in:5: RealMemory: more memory than fits
gpunodes: in:6: NodeName: a comma or an asterisk in it
gpunodes: in:7: node "n1" is there twice
gpunodes: in:8: GresUsed: "gpu:a:0(IDX:N/A" has a parenthesis without its other
gpunodes: in:9: CPUTot: "99999999999999999999" is not a number' gpunodes in
	denies n1 gpunodes -k -o tsv -H -c node in
	sed 's/ \(CPU\|OS\|State\|Real\)/\n   \1/g' in >lines
	try gpunodes lines
	ends 2
	says 'lines:10: CPUAlloc: "x" is not a number'
}

@test "a text that ends too early is none" {
	node n1 >in
	node n2 >>in
	head -c -1 in >short
	faults 'gpunodes: short:2: the last line is cut short' gpunodes short
	head -c -1 in >short
	try gpunodes -k short
	ends 2
	holds out ''
	head -n 6 "$data/nodes.txt" >short
	faults 'gpunodes: short:1: the record has no RealMemory=: is it cut short?' \
	    gpunodes -k short
	head -n 100 "$data/sinfo.json" >short
	faults 'gpunodes: short:101: the JSON document is cut short' gpunodes short
}

@test "a record that was made shorter, its keys in any order" {
	local keys=(CPUAlloc=0 CPUEfctv=4 CPUTot=4 Gres=gpu:a:2
	    GresUsed=gpu:a:1 RealMemory=100 AllocMem=0 State=IDLE)
	local i n=${#keys[@]}
	local want=$'n1\ta\t1\t2\t4\t100M\tready'
	local columns=node,gpu_model,gpu,gpu_total,cpu,mem,state

	for ((i = 0; i < n; i++)); do
		echo NodeName=n1 "${keys[@]:i}" "${keys[@]:0:i}" >in
		gives "$want" gpunodes -H -o tsv -c $columns in
		# Backwards, and each on a line of its own.
		printf '%s\n' "${keys[@]:i}" "${keys[@]:0:i}" | tac |
		    sed 's/^/   /; 1s/^ */NodeName=n1 /' >in
		[ "$(wc -l <in)" -eq "$n" ]
		gives "$want" gpunodes -H -o tsv -c $columns in
	done
	# What is not told is no 0.
	echo NodeName=n1 State=IDLE >in
	gives $'n1\t-\t-\t-\tready' gpunodes -H -o tsv -c node,gpu,cpu,mem,state in
	echo NodeName=n1 State=IDLE CPUTot=4 CPUAlloc=1 >in
	gives $'-\t3\t-' gpunodes -H -o tsv -c gpu,cpu,mem in
	echo NodeName=n1 State=DRAIN Gres=gpu:4 AllocTRES= >in
	gives $'0\t4\t-\t-' gpunodes -H -o tsv -c gpu,gpu_total,cpu,mem in
}

@test "the samples of a cluster, without what was left out of them" {
	local mig='NodeName=mig01 Gres=gpu:a100:2,gpu:a100_3g.20gb:4 '
	local bad='NodeName=bad01 State=UNKNOWN+DRAIN+INVALID_REG '

	mig+='CfgTRES=cpu=64,mem=1000000M,billing=64,gres/gpu=6,gres/gpu:a100=2 '
	mig+='AllocTRES=cpu=3,mem=9G,gres/gpu=2'
	bad+='Gres=gpu:v100:4 AllocTRES= LastBusyTime=Unknown Reason=gres/gpu '
	bad+='count reported lower than configured (0 < 4) [root@now]'
	printf '%s\n' "$mig State=MIXED" "$bad" >in
	gives $'mig01\ta100\t2\t2\tready
mig01\ta100_3g.20gb\t2\t4\tready
bad01\tv100\t0\t4\tunknown+drain+invalid_reg' \
	    gpunodes -H -o tsv -c node,gpu_model,gpu,gpu_total,state in
	# Nobody knows whether something can start there.
	echo "$mig" >in
	faults 'gpunodes: in:1: the record has no State=: is it cut short?' \
	    gpunodes -k in
}

@test "a record that was made shorter says what is needed, or is none" {
	{
		echo NodeName=n1 State=IDLE Gres=gpu:a:2
		echo NodeName=n2 State=IDLE Gres=gpu:a:2 CfgTRES=gres/gpu=2
		echo NodeName=n3 State=IDLE CPUAlloc=1
		echo NodeName=n4 State=IDLE CPUTot=1
		echo NodeName=n5 State=IDLE RealMemory=5
		echo NodeName=n6 State=IDLE AllocMem=5
		echo NodeName=n7 State=IDLE MemSpecLimit=5 AllocMem=5
		echo NodeName=n8 State=IDLE
	} >in
	local unused='neither GresUsed nor AllocTRES tells how many are used'
	faults "gpunodes: in:1: Gres: $unused
gpunodes: in:2: Gres: $unused
gpunodes: in:3: CPUTot: it is not said
gpunodes: in:4: CPUAlloc: it is not said
gpunodes: in:5: AllocMem: it is not said
gpunodes: in:6: RealMemory: it is not said
gpunodes: in:7: RealMemory: it is not said" gpunodes in
	denies n8 gpunodes -k -H -o tsv -c node in
	echo NodeName=n1 State=IDLE CPUTot=4 CPUAlloc=0 CPUTot=8 >in
	faults 'gpunodes: in:1: CPUTot= is there twice' gpunodes in
	echo NodeName=n1 ... State=IDLE >in
	faults 'gpunodes: in:1: more than a word behind NodeName=' gpunodes in
	# It stops where the others go on, or all records of scontrol do.
	printf '%s\n' 'NodeName=n1 CPUAlloc=0 CPUTot=4 State=IDLE' \
	    '   Gres=gpu:1 AllocTRES=' 'NodeName=n2 CPUAlloc=0 CPUTot=4' \
	    '   State=IDLE' >in
	faults 'gpunodes: in:3: the record has no AllocTRES=: is it cut short?' \
	    gpunodes -k in
	local lines
	lines=$(grep -n -m 1 '^ *Partitions=' "$data/nodes.txt")
	head -n "${lines%%:*}" "$data/nodes.txt" >in
	faults 'gpunodes: in:1: the record has no CfgTRES=: is it cut short?' \
	    gpunodes -k in
	# Not so one in the middle: others may have no GPUs.
	printf '%s\n' 'NodeName=n1 State=IDLE Gres=gpu:1 AllocTRES=' \
	    'NodeName=n2 State=IDLE' 'NodeName=n3 State=IDLE' >in
	gives $'1\n-\n-' gpunodes -H -o tsv -c gpu in
}

@test "text of people is not taken for keys in a shorter record, either" {
	local own='NodeName=n1 State=IDLE+DRAIN CPUAlloc=4 CPUTot=4'

	# The first one counts.
	echo "$own Reason=x State=IDLE CPUAlloc=0 NodeName=n2" >in
	gives $'n1\tdrain\t0' gpunodes -H -o tsv -c node,state,cpu in
	# One that was not there may be a trick.
	echo "$own Gres=gpu:4 AllocTRES=gres/gpu=4 Reason=x GresUsed=gpu:0" >in
	faults 'gpunodes: in:1: GresUsed= may be a part of Reason=, since the record is not as scontrol writes it: put Reason= last, or use scontrol show node --json' \
	    gpunodes -k in
	echo 'NodeName=n1 Comment=x State=IDLE' >in
	try gpunodes -k in
	ends 2
	says 'State= may be a part of Comment='
	# Whole records beside it: that one is in some text.
	node n1 Reason=$'x\nNodeName=n2 State=IDLE' >in
	try gpunodes -k in
	ends 2
	holds out ''
	says 'in:2: the record has no CPUAlloc=: is it cut short?'
	# Behind a text it has what all have.
	printf '%s\n' "$own Gres=gpu:0 AllocTRES= Reason=x" \
	    'NodeName=n2 State=IDLE' "$own" >in
	try gpunodes -k in
	ends 2
	says 'in:2: the record has no CPUAlloc=: is it cut short?'
}

@test "what says too little is refused, with what to use instead" {
	use='no text of nodes that says enough: use "scontrol -d -o show node"'
	while IFS= read -r line; do
		printf '%s\n' "$line" >in
		faults "gpunodes: in:1: $use" gpunodes in
	done <<-'END'
	PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST
	NODELIST   NODES PARTITION STATE
	bad01|inval|inval|idle+drain+invalid_reg|gpu:v100:4|gpu:v100:0|0/0/64/64|500000|0|gpu*|
	vm                  gpu:a100:2,gpu:a100_gpu:a100:0(IDX:N/A),
	4 mixed- (null) (null)
	a005 425000 876896 144/144/0/288 mixed gpu gpu:model_a:4(S:0-3)
	cpu-01 0 502000 0/56/0/56 idle (null) gpu:0
	END
	echo '{"sinfo":[{"nodes":{"total":1}}],"meta":{}}' >in
	faults 'gpunodes: in:1: this sinfo --json puts nodes together that are alike: use "scontrol show node --json"' \
	    gpunodes in
	echo '{"meta":{},"errors":[],"jobs":[]}' >in
	faults 'gpunodes: in:1: no "nodes" in it: use "scontrol show node --json", or "sinfo --json" of Slurm 22.05' \
	    gpunodes in
	echo '{"meta":{},"nodes":{}}' >in
	faults 'gpunodes: in:1: no list where one belongs' gpunodes in
}

@test "text of people is not taken for keys" {
	# shellcheck disable=SC2016 # nothing expands it
	node n1 Gres=gpu:4 State=IDLE+DRAIN \
	    Reason='a State=IDLE NodeName=n2 CPUAlloc=0 AllocTRES= $(id) "' >in
	gives $'n1\tdrain\t0' gpunodes -o tsv -H -c node,state,gpu in
	node n1 Reason=$'ticket\n       NodeName=n2 State=IDLE' >in
	gives n1 gpunodes -o tsv -H -c node in
}

@test "names come through as data, whatever is in them" {
	jq -n '{nodes: ["-", "-rf", "a\t$(id)\n`x`", "b\u001b[2J|\"\u0027\\", "é c"] |
	    map({name: ., state: ["IDLE"], cpus: 4, real_memory: 5,
	    specialized_memory: 0, partitions: ["p\tq"], gres: "gpu:m\to:1",
	    gres_used: "gpu:m\to:0", alloc_cpus: 0, alloc_memory: 0,
	    active_features: ["f\ng"]})}' >in
	# shellcheck disable=SC2016 # nothing expands it
	gives '\-	p\tq	m\to	f\ng=yes
-rf	p\tq	m\to	f\ng=yes
a\t$(id)\n`x`	p\tq	m\to	f\ng=yes
b'$'\e''[2J|"'\''\\	p\tq	m\to	f\ng=yes
é c	p\tq	m\to	f\ng=yes' gpunodes -o tsv -H -c node,pool,gpu_model,labels in
	gpunodes -o table in >out
	lacks $'\e' out
	gpunodes -o json -c node in | jq -r .node >out
	diff <(jq -r '.nodes[].name' in) out
}

@test "--from slurm holds the text to it" {
	echo 'node_load1 0.5' >in
	faults 'gpunodes: in:1: no text of nodes that says enough: use "scontrol -d -o show node"' \
	    gpunodes -f slurm in
}
