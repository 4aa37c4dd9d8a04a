#!/usr/bin/env bats
# gpunodes of what exporters print: node_exporter, dcgm-exporter and
# kube-state-metrics, alone and together.
# A test that names a repository and a number is the case of that report.

load check

data=$BATS_TEST_DIRNAME/data/prom

# shows COLUMNS TEXT WANT ARG...: what gpunodes makes of the text, without the
# header and without a message.
shows() {
	printf '%s\n' "$2" >text
	gives "$3" gpunodes -H -c "$1" "${@:4}" text
}

# notes COLUMNS TEXT WANT MESSAGE ARG...: the same with a message.
notes() {
	printf '%s\n' "$2" >text
	try gpunodes -H -c "$1" "${@:5}" text
	ends 0
	holds out "$3"
	says "$4"
}

# wrong TEXT MESSAGE ARG...: a fault and nothing else.
wrong() {
	printf '%s\n' "$1" >text
	faults "gpunodes: $2" gpunodes "${@:3}" text
}

# device UUID LABELS UTIL USED: two series of a GPU.
device() {
	local l="UUID=\"$1\"${2:+,$2}"

	printf '%s\n' "DCGM_FI_DEV_GPU_UTIL{$l} $3" \
	    "DCGM_FI_DEV_FB_USED{$l} $4"
}

@test "dcgm-exporter: a little more than is idle is not idle" {
	local used

	for used in '5 512' '5.000 5.12e2'; do
		device A 'Hostname="n1"' "${used% *}" "${used#* }" >text
		gives 1 gpunodes -H -c gpu text
	done
	for used in '5.0001 512' '5 512.0001' '5.0000000001 0' \
	    '0 512.00000001'; do
		device A 'Hostname="n1"' "${used% *}" "${used#* }" >text
		gives 0 gpunodes -H -c gpu text
	done
}

@test "node_exporter: the output of a real one" {
	gives 'node	gpu_model	gpu	cpu	mem	gpu_total	cpu_total	mem_total	state	vgpu	pool	labels
vm	-	-	0.83	24208504K	-	2	24683656K	ready	-	-	-' \
	    gpunodes "$data/node_exporter.txt"
	gives '{"node":"vm","cpu":0.83,"mem":24789508096,"cpu_total":2,"mem_total":25276063744}' \
	    gpunodes -o json -c node,cpu,mem,cpu_total,mem_total \
	    "$data/node_exporter.txt"
	try gpuhint -r cpu -H -c cpu,mem,nodes <(gpunodes "$data/node_exporter.txt")
	ends 0
	holds out '0.83	24208504K	vm'
}

one='node_cpu_seconds_total{cpu="0",mode="idle"} 1
node_cpu_seconds_total{cpu="0",mode="user"} 1
node_cpu_seconds_total{cpu="10",mode="idle"} 1
node_cpu_seconds_total{cpu="10",mode="user"} 1
node_memory_MemTotal_bytes 4.294967296e+09
node_memory_MemAvailable_bytes 1.073741824e+09
node_uname_info{nodename="n1",version="#1 SMP @0"} 1'

@test "node_exporter: the load is taken off the CPUs, never under 0" {
	shows node,cpu,cpu_total,mem,mem_total "$one
node_load1 0.25" 'n1	1.75	2	1G	4G'
	shows cpu,cpu_total "$one
node_load1 2.5" '0	2'
	shows cpu "$one
node_load1 0" 2
	shows cpu "$one
node_load1 0.30000000000000004" 1.7
}

@test "node_exporter: a series that is missing, or no number, is not 0" {
	notes node,cpu,cpu_total,mem "$one" 'n1	-	-	1G' \
	    'cpu: not known of "n1", for want of node_load1'
	notes cpu,cpu_total "$one
node_load1 NaN" '-	-' 'want of node_load1'
	notes cpu,mem,mem_total "$(grep -v Available <<<"$one")
node_load1 0" '2	-	-' \
	    'mem: not known of "n1", for want of node_memory_MemAvailable_bytes'
	notes cpu,cpu_total "$(grep -v cpu_sec <<<"$one")
node_load1 0" '-	-' 'want of node_cpu_seconds_total'
	shows mem,mem_total "$(grep -v MemTotal <<<"$one")
node_load1 0" '1G	-'
}

want='text:1: cpu: not known of "n1", for want of node_load1'

# at NAME: the samples of one host with these labels.
at() {
	printf '%s\n' "$one" 'node_load1 0.5' |
	    sed "s/{/{$1,/; s/^\([a-zA-Z_0-9]*\) /\1{$1} /"
}

@test "the name of a node: node, instance, Hostname, node_uname_info" {
	shows node "$(at 'instance="a.b.org:9100"')" a.b.org
	shows node "$(at 'instance="10.1.2.3:9100"')" 10.1.2.3
	shows node "$(at 'instance="[fe80::1]:9100"')" '[fe80::1]'
	shows node "$(at 'instance="n7"')" n7
	shows node "$(at 'node="n8",instance="10.1.2.3:9100"')" n8
	shows node "$(at 'instance="server:9090",exported_instance="n9:9100"')" n9
	shows node "$(device A 'Hostname="h1",gpu="0"' 0 0)" h1
	shows node "$(device A 'hostname="h1",gpu="0"' 0 0)" h1
	shows node "$(device A 'instance="n1:9400",Hostname="dcgm-exporter-x"' 0 0)" n1
	shows node,gpu,cpu "$(device A 'gpu="0",modelName="T4"' 0 0)
$one
node_load1 1" 'n1	1	1'
	wrong "$(grep -v uname <<<"$one")
node_load1 1" 'text:1: node: which one it is nothing says: no label node or instance, and no node_uname_info'
	wrong "$(device A 'gpu="0"' 0 0)" 'text:1: node: which one has this GPU nothing says: no label node, instance or Hostname'
}

@test "several hosts in one text, by instance" {
	{
		at 'instance="b:9100"'
		at 'instance="a:9100"' | sed 's/0\.5$/1.5/'
	} | sort >text
	gives 'a	0.5	1G
b	1.5	1G' gpunodes -H -c node,cpu,mem text
	# Two jobs that scrape one exporter: its CPUs are no more for that.
	shows cpu_total,cpu "$(at 'instance="a:9100",job="x"')
$(at 'instance="a:9100",job="y"')" '2	1.5'
}

@test "scrapes behind each other, with and without labels" {
	{
		printf '%s\nnode_load1 0.5\n# EOF\n' "$one"
		printf '%s\nnode_load1 1\n' "${one//n1/n2}"
		printf '%s\nnode_load1 2\n' "${one//n1/n3}"
	} >text
	gives 'n1	1.5
n2	1
n3	0' gpunodes -H -c node,cpu text
	# The last word on a host counts.
	{
		printf '%s\nnode_load1 0.5 1000\n' "$one"
		printf '%s\nnode_load1 1 2000\n' "$one"
	} >text
	gives 'n1	1	2' gpunodes -H -c node,cpu,cpu_total text
	gives 'n1	1	2' gpunodes -H -c node,cpu,cpu_total text text
	# Each host has its exporters one after the other.
	{
		printf '%s\nnode_load1 0.5\n' "$one"
		device A 'gpu="0",modelName="T4"' 0 0
		printf '%s\nnode_load1 1\n' "${one//n1/n2}"
		device B 'gpu="0",modelName="T4"' 99 0
	} >text
	gives 'n1	1	1.5
n2	0	1' gpunodes -H -c node,gpu,cpu text
}

@test "node_exporter and dcgm-exporter of a host are one node" {
	printf '%s\nnode_load1 0.5\n' "$one" >cpus
	{
		device A 'gpu="0",modelName="T4",Hostname="n1"' 0 3
		device B 'gpu="0",modelName="T4",Hostname="n2"' 0 3
	} >gpus
	for order in 'cpus gpus' 'gpus cpus'; do
		# shellcheck disable=SC2086 # two files
		gives 'n1	T4	1	1.5	1G
n2	T4	1	-	-' gpunodes -H -c node,gpu_model,gpu,cpu,mem $order
	done
	cat cpus gpus | try gpunodes -H -c node,gpu_model,gpu,cpu,mem
	ends 0
	holds out 'n1	T4	1	1.5	1G
n2	T4	1	-	-'
}

@test "a card that is held and not used is not free" {
	# guilbaults/slurm-job-exporter#65: allocated, without a process.
	{
		device A 'gpu="0",modelName="T4",Hostname="n1",pod="p"' 0 0
		device B 'gpu="1",modelName="T4",Hostname="n1",pod=""' 0 0
	} >in
	gives $'1\t2' gpunodes -o tsv -H -c gpu,gpu_total in
}

@test "dcgm-exporter: free is idle, empty and held by nobody" {
	shows node,gpu_model,gpu,gpu_total "$(
		device A 'gpu="0",modelName="Tesla T4",Hostname="n1",pod="",namespace="",container=""' 0 3
		device B 'gpu="1",modelName="Tesla T4",Hostname="n1"' 5 512
		device C 'gpu="2",modelName="Tesla T4",Hostname="n1"' 5.001 0
		device D 'gpu="3",modelName="Tesla T4",Hostname="n1"' 0 513
		device E 'gpu="4",modelName="Tesla T4",Hostname="n1",pod="p",namespace="default",container="c"' 0 0
		device F 'gpu="5",modelName="Tesla T4",Hostname="n1",hpc_job="17"' 0 0
		device G 'gpu="6",modelName="A100",Hostname="n1"' 0 0
	)" 'n1	Tesla T4	2	6
n1	A100	1	1'
	try gpunodes -H -c gpu --idle-util 6 --idle-mem 600Mi text
	ends 0
	holds out '4
1'
	try gpunodes -H -c gpu --idle-util 0 --idle-mem 0 text
	ends 0
	holds out '0
1'
}

@test "dcgm-exporter: a GPU of which something is not known is not free" {
	head='DCGM_FI_DEV_GPU_TEMP{UUID="A",Hostname="n1"} 40'
	notes gpu_model,gpu,gpu_total "$head" 'gpu	0	1' \
	    'text:1: gpu: "A" is not free, since its utilisation is not known'
	notes gpu,gpu_total "$head
DCGM_FI_DEV_GPU_UTIL{UUID=\"A\"} 0" '0	1' 'its used memory is not known'
	notes gpu,gpu_total "$head
DCGM_FI_DEV_FB_USED{UUID=\"A\"} 0
DCGM_FI_DEV_GPU_UTIL{UUID=\"A\"} NaN" '0	1' 'its utilisation is not known'
	shows gpu,gpu_total "$(device A 'Hostname="n1"' 0 0)" '1	1'
	# Where the older measure is missing, and where both are there.
	shows gpu 'DCGM_FI_PROF_GR_ENGINE_ACTIVE{UUID="A",Hostname="n1"} 0.05
DCGM_FI_DEV_FB_USED{UUID="A"} 0' 1
	shows gpu 'DCGM_FI_PROF_GR_ENGINE_ACTIVE{UUID="A",Hostname="n1"} 0.051
DCGM_FI_DEV_GPU_UTIL{UUID="A"} 0
DCGM_FI_DEV_FB_USED{UUID="A"} 0' 0
}

@test "dcgm-exporter#271, #136: what is reserved is neither used nor free" {
	card='DCGM_FI_DEV_GPU_UTIL{UUID="A",Hostname="n1"} 0
DCGM_FI_DEV_FB_TOTAL{UUID="A"} 4096
DCGM_FI_DEV_FB_FREE{UUID="A"} 3700'
	shows gpu "$card
DCGM_FI_DEV_FB_RESERVED{UUID=\"A\"} 380" 1 --idle-mem 16Mi
	shows gpu "$card
DCGM_FI_DEV_FB_RESERVED{UUID=\"A\"} 380" 0 --idle-mem 15Mi
	shows gpu "$card" 0 --idle-mem 395Mi
	shows gpu "$card" 1 --idle-mem 396Mi
}

@test "dcgm-exporter#340: labels of the exporter's own pod are no holder" {
	own='Hostname="n1",pod="gpu-dcgm-exporter-x7",namespace="monitoring",container="exporter"'
	shows gpu,gpu_total "$(
		device A "gpu=\"0\",$own,exported_pod=\"p\",exported_namespace=\"a\",exported_container=\"c\"" 0 0
		device B "gpu=\"1\",$own" 0 0
	)" '1	2'
	# No pod holds any, so that nothing is exported.
	shows gpu,gpu_total "$(device B "gpu=\"1\",$own" 0 0)" '1	1'
	shows gpu "$(device B 'gpu="1",Hostname="n1",pod="mon-1",container="nvidia-dcgm-exporter"' 0 0)" 1
	# Its pod may have any name, where another GPU tells that it is its.
	shows gpu,gpu_total "$(
		device A 'gpu="0",Hostname="n1",pod="mon-1",exported_pod="p"' 0 0
		device B 'gpu="1",Hostname="n1",pod="mon-1"' 0 0
	)" '1	2'
}

# Three whole GPUs, and five that are cut into nineteen slices.
mig_rows() {
	local i g=3 n

	for i in '0 90' '1 15' '2 0'; do
		device "GPU-${i% *}" "gpu=\"${i% *}\",modelName=\"H100\",Hostname=\"n1\"" \
		    "${i#* }" 10
	done
	for n in 7 7 3 1 1; do
		for ((i = 1; i <= n; i++)); do
			device "GPU-$g" "gpu=\"$g\",modelName=\"H100\",GPU_I_PROFILE=\"1g.11gb\",GPU_I_ID=\"$i\",Hostname=\"n1\"" 0 10
		done
		g=$((g + 1))
	done
}

@test "zxporter: 22 rows are 3 whole GPUs and 19 slices of 5 others" {
	mig_rows >text
	[ "$(grep -c UTIL text)" -eq 22 ]
	gives 'H100	1	3
H100 MIG 1g.11gb	19	19' gpunodes -H -c gpu_model,gpu,gpu_total text
	# What is asked for is three whole ones: the slices are none.
	try gpuhint -q -m H100 -w 1x3 <(gpunodes text)
	ends 1
}

@test "dcgm-exporter#544: a profile is told by its card and name alone" {
	# H100 NVL calls 1g.11gb what its resource calls mig-1g.12gb: the
	# scheduler's word counts, and nothing is joined.
	{
		device A 'gpu="0",modelName="NVIDIA H100 NVL",GPU_I_PROFILE="1g.11gb",GPU_I_ID="7",Hostname="n1"' 0 10
		echo 'kube_node_status_allocatable{node="n1",resource="nvidia_com_mig_1g_12gb",unit="integer"} 7
kube_node_status_allocatable{node="n1",resource="nvidia_com_gpu",unit="integer"} 0'
		phase p Running
	} >text
	gives 'n1	nvidia.com/mig-1g.12gb	7' gpunodes -H -c node,gpu_model,gpu text
	# The same profile of two models is two models.
	shows gpu_model,gpu "$(
		device A 'gpu="0",modelName="A100",GPU_I_PROFILE="1g.10gb",GPU_I_ID="1",Hostname="n1"' 0 0
		device B 'gpu="1",modelName="H100",GPU_I_PROFILE="1g.10gb",GPU_I_ID="1",Hostname="n1"' 0 0
	)" 'A100 MIG 1g.10gb	1
H100 MIG 1g.10gb	1'
}

@test "dcgm-exporter: a GPU in MIG mode is no whole GPU" {
	whole=$(device A 'gpu="0",modelName="A30",Hostname="n1"' 0 0)
	slice=$(device A 'gpu="0",modelName="A30",GPU_I_PROFILE="1g.6gb",GPU_I_ID="3",hostname="n1",pod="p"' 0 0)
	shows gpu_model,gpu,gpu_total "$whole
$slice" 'A30 MIG 1g.6gb	0	1'
	shows gpu_model,gpu,gpu_total "$slice
$whole" 'A30 MIG 1g.6gb	0	1'
	# A slice with a UUID of its own.
	shows gpu_model "$whole
${slice//UUID=\"A\"/UUID=\"MIG-1\"}" 'A30 MIG 1g.6gb'
	# Cut into nothing yet.
	shows node,gpu_model,gpu "$whole
DCGM_FI_DEV_MIG_MODE{UUID=\"A\",gpu=\"0\"} 1
$(device B 'gpu="1",modelName="A30",Hostname="n1"' 0 0)
DCGM_FI_DEV_MIG_MODE{UUID=\"B\",gpu=\"1\"} 0" 'n1	A30	1'
}

@test "dcgm-exporter: rows are no GPUs" {
	# Pods that take turns, and two jobs that scrape one exporter.
	shows gpu,gpu_total "$(
		device A 'gpu="0",Hostname="n1",vgpu="0"' 0 0
		device A 'gpu="0",Hostname="n1",vgpu="1",pod="p"' 0 0
		device B 'gpu="1",Hostname="n1",job="a"' 0 0
		device B 'gpu="1",Hostname="n1",job="b"' 0 0
	)" '1	2'
}

kube='kube_node_info{node="n1"} 1
kube_node_spec_unschedulable{node="n1"} 0
kube_node_status_condition{node="n1",condition="MemoryPressure",status="true"} 0
kube_node_status_condition{node="n1",condition="Ready",status="true"} 1
kube_node_status_condition{node="n1",condition="Ready",status="false"} 0
kube_node_status_condition{node="n1",condition="Ready",status="unknown"} 0
kube_node_status_capacity{node="n1",resource="cpu",unit="core"} 4.3
kube_node_status_capacity{node="n1",resource="memory",unit="byte"} 1e+09
kube_node_status_capacity{node="n1",resource="nvidia_com_gpu",unit="integer"} 4
kube_node_status_capacity{node="n1",resource="pods",unit="integer"} 110
kube_node_status_allocatable{node="n1",resource="cpu",unit="core"} 4
kube_node_status_allocatable{node="n1",resource="memory",unit="byte"} 9e+08
kube_node_status_allocatable{node="n1",resource="nvidia_com_gpu",unit="integer"} 3
kube_pod_status_phase{namespace="ns1",pod="none",phase="Running"} 1'

# ask POD CONTAINER RESOURCE VALUE [METRIC]
ask() {
	printf 'kube_pod_%s{namespace="ns1",pod="%s",uid="u-%s",container="%s",node="n1",resource="%s",unit="u"} %s\n' \
	    "${5-container_resource_requests}" "$1" "$1" "$2" "$3" "$4"
}

# phase POD PHASE
phase() {
	local p

	for p in Pending Succeeded Failed Unknown Running; do
		printf 'kube_pod_status_phase{namespace="ns1",pod="%s",uid="u-%s",phase="%s"} %d\n' \
		    "$1" "$1" $p "$([ $p = "$2" ]; echo $((! $?)))"
	done
}

@test "kube-state-metrics: allocatable less what pods ask for" {
	shows node,gpu_model,gpu,cpu,mem,gpu_total,cpu_total,mem_total,state \
	    "$kube" 'n1	nvidia.com/gpu	3	4	900000000	4	4.3	1000000000	ready'
	shows gpu,cpu,mem "$kube
$(ask p c1 nvidia_com_gpu 1; ask p c1 cpu 0.5; ask p c2 cpu 0.1; ask q c1 memory 1e+08
ask q c1 hugepages_2Mi 4; phase p Running; phase q Pending)" '2	3.4	781250K'
	# More than there is: the node was resized.
	shows gpu,cpu "$kube
$(ask p c1 nvidia_com_gpu 9; ask p c1 cpu 9; phase p Running)" '0	0'
}

@test "kube-state-metrics: pods that have ended, or are not bound" {
	shows gpu "$kube
$(for p in Running Succeeded Failed; do
	ask "p$p" c1 nvidia_com_gpu 1
	phase "p$p" $p
done)" 2
	# An unscheduled pod: node is empty, or Prometheus drops the label.
	shows gpu "$kube
$(ask p c1 nvidia_com_gpu 1 | sed 's/"n1"/""/'; phase p Pending)" 3
	shows gpu "$kube
$(ask p c1 nvidia_com_gpu 1 | sed 's/,node="n1"//'; phase p Pending)" 3
	notes gpu "$(grep -v phase <<<"$kube")
$(ask p c1 nvidia_com_gpu 1)" 2 'kube_pod_status_phase is missing'
	notes gpu "$(grep -v phase <<<"$kube")" 3 'nodes without their pods'
	# A pod on a node that is not there is nowhere.
	shows node,gpu "$kube
$(ask p c1 nvidia_com_gpu 1 | sed 's/"n1"/"n2"/'; phase p Running)" 'n1	3'
}

@test "kube-state-metrics: init containers, sidecars, overhead, limits" {
	init=init_container_resource_requests
	shows cpu "$kube
$(ask p c1 cpu 1; ask p i1 cpu 2 $init; ask p i2 cpu 1.5 $init; phase p Running)" 2
	shows cpu "$kube
$(ask p c1 cpu 1; ask p c2 cpu 1.25; ask p i1 cpu 2 $init; phase p Running)" 1.75
	shows cpu "$kube
$(ask p c1 cpu 1; ask p i1 cpu 2 $init; ask p s cpu 0.5 $init; phase p Running)
kube_pod_init_container_info{namespace=\"ns1\",pod=\"p\",container=\"s\",restart_policy=\"Always\"} 1
kube_pod_init_container_info{namespace=\"ns1\",pod=\"p\",container=\"i1\",restart_policy=\"\"} 1" 1.5
	shows cpu,mem "$kube
$(ask p c1 cpu 1; phase p Running)
kube_pod_overhead_cpu_cores{namespace=\"ns1\",pod=\"p\"} 0.25
kube_pod_overhead_memory_bytes{namespace=\"ns1\",pod=\"p\"} 1e+08" '2.75	781250K'
	# A limit counts only where there is no request.
	limit=container_resource_limits
	shows gpu,cpu "$kube
$(ask p c1 cpu 1; ask p c1 cpu 3 $limit; ask p c1 nvidia_com_gpu 2 $limit
ask p c2 nvidia_com_gpu 1 $limit; ask p c2 nvidia_com_gpu 1; phase p Running)" '0	3'
}

@test "kube-state-metrics: cordoned, not ready, tainted by the system" {
	shows state "${kube/unschedulable\{node=\"n1\"\} 0/unschedulable\{node=\"n1\"\} 1}" cordoned
	for s in false unknown; do
		shows state "$(sed "/\"Ready\",status=\"true\"/s/1$/0/; /\"$s\"/s/0$/1/" <<<"$kube")" notready
	done
	shows state "$(sed '/unsched/s/0$/1/; /"Ready",status="true"/s/1$/0/; /"unknown"/s/0$/1/' <<<"$kube")" \
	    cordoned+notready
	shows state "$kube
kube_node_spec_taint{node=\"n1\",key=\"node.kubernetes.io/memory-pressure\",value=\"\",effect=\"NoSchedule\"} 1
kube_node_spec_taint{node=\"n1\",key=\"nvidia.com/gpu\",value=\"\",effect=\"NoSchedule\"} 1" memory-pressure
	shows state "$kube
kube_node_spec_taint{node=\"n1\",key=\"node.kubernetes.io/unschedulable\",effect=\"NoSchedule\"} 1" cordoned
	shows state "$kube
kube_node_spec_taint{node=\"n1\",key=\"dedicated\",value=\"x\",effect=\"NoSchedule\"} 1
kube_node_spec_taint{node=\"n1\",key=\"node.kubernetes.io/x\",effect=\"PreferNoSchedule\"} 1" ready
}

@test "kube-state-metrics: what the labels tell" {
	shows gpu_model,pool,labels "$kube
kube_node_labels{node=\"n1\",label_nvidia_com_gpu_product=\"Tesla-T4\",label_topology_kubernetes_io_zone=\"a\",label_empty=\"\",label_agentpool=\"gpu\",label_odd=\"a,b\"} 1" \
	    'Tesla-T4	gpu	nvidia_com_gpu_product=Tesla-T4,topology_kubernetes_io_zone=a,agentpool=gpu,sluice/resource=nvidia.com/gpu'
	# Shares and slices are models of their own, and no GPUs.
	shows gpu_model,gpu "$(phase p Running)"'
kube_node_status_allocatable{node="n1",resource="nvidia_com_gpu"} 0
kube_node_status_allocatable{node="n1",resource="nvidia_com_gpu_shared"} 8
kube_node_status_allocatable{node="n1",resource="nvidia_com_mig_3g_20gb"} 2
kube_node_labels{node="n1",label_nvidia_com_gpu_product="A100"} 1' 'A100-MIG-3g.20gb	2
A100-SHARED	8'
	# A node with nothing but CPUs has no GPU; one of which that is not
	# known has none that is known.
	shows gpu,gpu_total "$(phase p Running)"'
kube_node_status_allocatable{node="n1",resource="cpu"} 4' '0	0'
	shows gpu,gpu_total,cpu "$(phase p Running)"'
kube_node_info{node="n1"} 1' '-	-	-'
}

@test "kube-state-metrics: scraped through a Prometheus with its own labels" {
	# Its own pod is on n9; the unscheduled pod has no exported_node.
	{
		printf '%s\n' "$kube" |
		    sed 's/{node=/{pod="ksm",namespace="mon",node="n9",instance="10.0.0.9:8080",exported_node=/'
		ask p c1 nvidia_com_gpu 1 | sed 's/node=/exported_node=/'
		ask q c1 nvidia_com_gpu 1 | sed 's/node="n1"/node="n9"/'
		ask r c1 nvidia_com_gpu 1 | sed 's/node=/exported_node=/'
		phase r Failed
	} | sed 's/namespace="ns1",pod=/namespace="mon",pod="ksm",exported_namespace="ns1",exported_pod=/
		s/container="c1"/container="ksm",exported_container="c1"/' >text
	gives 'n1	2' gpunodes -H -c node,gpu text
}

@test "a scheduler's word goes before what was measured" {
	{
		printf '%s\n' "$kube"
		ask p c1 nvidia_com_gpu 1
		phase p Running
		at 'instance="n1:9100"'
		for g in 0 1 2 3; do
			device "G$g" "gpu=\"$g\",modelName=\"Tesla T4\",Hostname=\"n1\"" 99 9999
		done
		at 'instance="n2:9100"'
	} >text
	gives 'n1	Tesla T4	2	4	900000000	4
n2	-	-	1.5	1G	-' gpunodes -H -c node,gpu_model,gpu,cpu,mem,gpu_total text
	# The labels know a better name for the same cards.
	echo 'kube_node_labels{node="n1",label_nvidia_com_gpu_product="Tesla-T4"} 1' >>text
	try gpunodes -H -c gpu_model text
	ends 0
	holds out 'Tesla-T4
-'
}

@test "kube-state-metrics: two scrapes, two shards, and texts apart" {
	pods=$(ask p c1 nvidia_com_gpu 1; phase p Running)
	shows gpu "$kube
$pods
$kube
$(ask q c1 nvidia_com_gpu 2; phase q Running)" 1
	printf '%s\n' "$kube" >nodes
	printf '%s\n' "$pods" >pods
	gives 2 gpunodes -H -c gpu nodes pods
	gives 2 gpunodes -H -c gpu pods nodes
	cat nodes pods >all
	gives 2 gpunodes -H -c gpu all all
}

@test "fluent-bit#8970: a negative gauge is what it is" {
	shows node,cpu "wifi_network_noise_dbm{ifname=\"wlan0\"} -106
node_network_speed_bytes{device=\"eth0\"} -125000
$one
node_load1 0" 'n1	2'
	wrong "$one
node_load1 -106" "$want
gpunodes: text:8: node_load1: \"-106\" is below 0"
}

@test "gitlab-tokens-exporter#221: a bad line is named, the next is read" {
	printf '%s\n' "$one" 'token{name="my "quoted" one"} 1' 'node_load1 0' \
	    'x{a="b} 1' >text
	faults 'gpunodes: text:8: "quoted" one"} 1" follows a label'"'"'s value, not a comma or }: has it a quote without a backslash?
gpunodes: text:10: the value of the label "a" is not in double quotes' \
	    gpunodes text
	denies 'n1	2' gpunodes -k -H -c node,cpu text
	says 'text:8: '
	says 'text:10: '
	# On the first line, too, and of standard input.
	{ sed -n 8p text; grep -v token text; } >first
	status=0
	gpunodes -k -H -c node,cpu <first >out 2>err || status=$?
	ends 1
	holds out 'n1	2'
	says ' -:1: '
	says ' -:10: '
}

@test "numbers that do not fit, or are none" {
	wrong "$one
node_load1 1e30" "$want
gpunodes: text:8: node_load1: \"1e30\" is more than fits"
	wrong "$one
node_load1 eight" "$want
gpunodes: text:8: \"eight\" is not a number"
	wrong "$kube
$(phase p Running; ask p c1 cpu -1)" 'text:20: kube_pod_container_resource_requests: "-1" is below 0'
	wrong "$(device A 'Hostname="n1"' 0 1e30)" \
	    'text:1: gpu: "A" is not free, since its used memory is not known
gpunodes: text:2: DCGM_FI_DEV_FB_USED: "1e30" is more than fits'
	wrong 'node_load1{instance="n1:9100"' \
	    'text:1: "" follows a label'"'"'s value, not a comma or }: has it a quote without a backslash?
gpunodes: text: no metric of node_exporter, dcgm-exporter or kube-state-metrics 2 that tells of a node' \
	    -f prom
}

@test "a Slurm exporter's metrics are not read, and that is said" {
	wrong '# HELP slurm_gpus_idle Idle GPUs
slurm_gpus_alloc 78
slurm_gpus_idle 24
slurm_gpus_other 52
slurm_gpus_total 154
slurm_gpus_utilization 0.506
slurm_node_cpu_total{node="n1",status="mixed"} 32' \
	    'text: metrics of a Slurm exporter are not read: give what scontrol -o show node prints'
	shows node,cpu "slurm_gpus_idle 24
$one
node_load1 0" 'n1	2'
}

@test "a text that tells of no node" {
	wrong "$(phase p Running)" 'text: it tells of no node'
	wrong 'up 1' 'text: no metric of node_exporter, dcgm-exporter or kube-state-metrics 2 that tells of a node'
	wrong '# EOF' 'text: no metric of node_exporter, dcgm-exporter or kube-state-metrics 2 that tells of a node'
	wrong '# a comment' 'text:1: "# a comment" is the beginning of no slurm, k8s or prom'
	wrong '' 'text: nothing in it: did the command before it fail?'
}

@test "OpenMetrics, timestamps and CR LF" {
	printf '%s\n' "$one" 'node_load1 1' |
	    sed 's/$/ 1796004861.5 # {id="x"} 1\r/' >text
	printf '# EOF\r\n' >>text
	gives 'n1	1	1G' gpunodes -H -c node,cpu,mem text
}

# shellcheck disable=SC2016 # nothing in there is to be done
@test "hostile names come through as data" {
	name='a\"b $(id) `id` \\ | \n\t -x	é'
	shows node,gpu_model "$(device A "Hostname=\"$name\",modelName=\"-m $name\"" 0 0)" \
	    'a"b $(id) `id` \\ | \n\\t -x\té	-m a"b $(id) `id` \\ | \n\\t -x\té'
	gives '{"node":"a\"b $(id) `id` \\ | \n\\t -x\té"}' \
	    gpunodes -o json -c node text
	printf 'DCGM_FI_DEV_GPU_UTIL{UUID="\033[2J",Hostname="n\0331"} 0\n' >text
	try gpunodes -o table text
	ends 0
	lacks $'\033' out
	lacks $'\033' err
	# Bytes that are no text.
	printf 'DCGM_FI_DEV_GPU_UTIL{UUID="A",Hostname="n\3771"} 0\nDCGM_FI_DEV_FB_USED{UUID="A"} 0\n' >text
	gives $'n\357\277\2751' gpunodes -H -c node text
}
