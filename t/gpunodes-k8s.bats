#!/usr/bin/env bats
# gpunodes: what Kubernetes says of its nodes and pods.  Public reports of
# what other tools got wrong are named where they are tested.

load check

data=$BATS_TEST_DIRNAME/data/k8s

# list OBJECT...: a List as kubectl prints it, its kind behind the items.
list() {
	local IFS=,
	printf '{"apiVersion":"v1","items":[%s],"kind":"List"}\n' "$*"
}

# node NAME ALLOCATABLE [CAPACITY [LABELS [MORE SPEC]]]: a ready node.
node() {
	local cap=${3:-$2} labels=${4:-'{}'} spec=${5:-'{}'}
	jq -cn --arg name "$1" --argjson a "$2" --argjson c "$cap" \
	    --argjson l "$labels" --argjson s "$spec" '
	{apiVersion: "v1", kind: "Node", metadata: {name: $name, labels: $l},
	    spec: $s, status: {allocatable: $a, capacity: $c,
	    conditions: [{type: "Ready", status: "True"}]}}'
}

# pod NAME NODE PHASE REQUESTS [SPEC]: SPEC is merged over the rest.
pod() {
	local spec=${5:-'{}'}
	jq -cn --arg name "$1" --arg node "$2" --arg phase "$3" \
	    --argjson r "$4" --argjson s "$spec" '
	{apiVersion: "v1", kind: "Pod",
	    metadata: {name: $name, namespace: "ml"},
	    spec: ({containers: [{name: "c", resources: {requests: $r}}]} +
	    (if $node == "" then {} else {nodeName: $node} end) + $s),
	    status: {phase: $phase}}'
}

# shows WANT COLUMNS [ARG...]: these columns of all that is in the file in.
shows() {
	gives "$1" gpunodes -H -o tsv -c "$2" "${@:3}" in
}

# free WANT NODE POD...: gpu, cpu and mem that are free, with a blank between.
free() {
	list "${@:2}" >in
	try gpunodes -H -o tsv -c gpu,cpu,mem in
	ends 0
	tr '\t' ' ' <out >got
	holds got "$1"
	holds err ""
}

gpu8='{"cpu":"64","memory":"512Gi","nvidia.com/gpu":"8"}'

@test "what kubectl printed, and how it counted itself" {
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv "$data/nodes.json" \
	    "$data/pods.json"
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv "$data/pods.json" \
	    "$data/nodes.json"
	cat "$data/nodes.json" "$data/pods.json" >both
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv <both
	# describe: 127500m and 23700m, 1031855Mi and 140295278766400m, 7 and 7.
	grep -q '^  cpu  *23700m ' "$data/describe.txt"
	grep -q '^  memory  *140295278766400m ' "$data/describe.txt"
	gives '0	103.8	941683109713' gpunodes -H -c gpu,cpu,mem -o tsv \
	    <(jq -c '.items |= map(select(.metadata.name == "n-a100"))' \
	    "$data/nodes.json") "$data/pods.json"
}

@test "the same in one List, in lists of one kind, and one by one" {
	jq -s '.[0].items += .[1].items | .[0]' "$data/nodes.json" \
	    "$data/pods.json" >one
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv one
	jq -c '.items[]' one >each
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv each
	# As the server itself answers: the items leave their kind to the list.
	for kind in Node Pod; do
		jq -c --arg k $kind '{kind: ($k + "List"), apiVersion: "v1",
		    metadata: {}, items: [.items[] | select(.kind == $k) |
		    del(.kind, .apiVersion)]}' one
	done >raw
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv raw
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv -f k8s raw
	echo '{"kind":"PodList","apiVersion":"v1","items":null}' >>raw
	gives "$(cat "$data/nodes.tsv")" gpunodes -o tsv raw
}

@test "quantities: 1G, 1500M and 937500k (kubectl-view-utilization#21)" {
	free '8 64 546318313888' "$(node n "$gpu8")" \
	    "$(pod a n Running '{"memory":"1G"}')" \
	    "$(pod b n Running '{"memory":"1500M"}')" \
	    "$(pod c n Running '{"memory":"937500k"}')"
	[ $((546318313888 + 3437500000)) = $((512 << 30)) ]
}

@test "quantities: 500k and 1000k; 1K is none (headlamp#7073, sofka#281)" {
	free '0 - 500000' "$(node n '{"memory":"500k"}')" "$(pod a '' Pending '{}')"
	free '0 - 1000000' "$(node n '{"memory":"1000k"}')" "$(pod a '' Pending '{}')"
	list "$(node n '{"memory":"1K"}')" "$(pod a '' Pending '{}')" >in
	faults 'gpunodes: in:1: mem: "1K" has an unknown suffix (node "n")' \
	    gpunodes in
}

@test "pods that are done hold nothing (kubectl-view-allocations#82)" {
	# Also kube-capacity#69, cerebral#100, kite#558.
	free '6 56 448G' "$(node n "$gpu8")" \
	    "$(pod a n Running '{"cpu":"8","memory":"64Gi","nvidia.com/gpu":"2"}')" \
	    "$(pod b n Succeeded '{"cpu":"8","memory":"64Gi","nvidia.com/gpu":"2"}')" \
	    "$(pod c n Failed '{"cpu":"8","memory":"64Gi","nvidia.com/gpu":"4"}')"
}

@test "1 that runs and 53 that are done: 2, not 108 (openshift-toolkit#103)" {
	pods=("$(pod r n Running '{"cpu":"2"}')")
	for i in $(seq 53); do
		pods+=("$(pod "d$i" n Succeeded '{"cpu":"2"}')")
	done
	free '8 62 512G' "$(node n "$gpu8")" "${pods[@]}"
}

@test "what is bound counts: pending, unknown, being deleted" {
	gone=$(pod d n Running '{"cpu":"4"}' |
	    jq -c '.metadata.deletionTimestamp = "2026-01-01T00:00:00Z"')
	free '8 49 512G' "$(node n "$gpu8")" \
	    "$(pod p n Pending '{"cpu":"1"}')" \
	    "$(pod u n Unknown '{"cpu":"2"}')" "$gone" \
	    "$(pod s n '' '{"cpu":"8"}')" \
	    "$(pod w '' Pending '{"cpu":"16","nvidia.com/gpu":"8"}')"
}

@test "slices of a card are models of their own (kubectl-view-allocations#258)" {
	list "$(node n '{"nvidia.com/gpu":"0","nvidia.com/mig-1g.12gb":"2",
	    "nvidia.com/mig-2g.24gb":"1","nvidia.com/mig-3g.47gb":"1"}')" \
	    "$(pod a n Running '{"nvidia.com/mig-1g.12gb":"1"}')" >in
	shows 'n	nvidia.com/mig-1g.12gb	1	2
n	nvidia.com/mig-2g.24gb	1	1
n	nvidia.com/mig-3g.47gb	1	1' node,gpu_model,gpu,gpu_total
}

@test "slices are named by their card and profile" {
	# Discovery may say it, or it may say the card alone (S17).
	list "$(node n '{"nvidia.com/mig-1g.12gb":"2","nvidia.com/mig-2g.24gb":"1"}' \
	    '' '{"nvidia.com/gpu.product":"NVIDIA-H100-NVL",
	    "nvidia.com/mig-2g.24gb.product":"NVIDIA-H100-NVL-MIG-2g.24gb"}')" \
	    "$(pod a '' Pending '{}')" >in
	shows 'NVIDIA-H100-NVL-MIG-1g.12gb	2
NVIDIA-H100-NVL-MIG-2g.24gb	1' gpu_model,gpu
}

@test "a cordoned node shows what it holds, and none is to be had (kubectl-view-allocations#356)" {
	list "$(node n "$gpu8" '' '{}' '{"unschedulable":true,"taints":[{"key":
	    "node.kubernetes.io/unschedulable","effect":"NoSchedule"}]}')" \
	    "$(pod a n Running '{"cpu":"8","nvidia.com/gpu":"2"}')" >in
	shows 'n	6	8	56	64	cordoned' \
	    node,gpu,gpu_total,cpu,cpu_total,state
	gpunodes -o tsv in >nodes
	denies '' gpuhint nodes
}

@test "allocatable is not free (k8s-device-plugin#213, #452, #112)" {
	free '0 4 -' "$(node n '{"cpu":"4","nvidia.com/gpu":"1"}')" \
	    "$(pod a n Running '{"nvidia.com/gpu":"1"}')"
	# More than there is, after a card died: never under 0.
	free '0 0 -' "$(node n '{"cpu":"4","nvidia.com/gpu":"1"}')" \
	    "$(pod a n Running '{"cpu":"5","nvidia.com/gpu":"2"}')"
}

@test "nodes without pods: nothing says what is used" {
	list "$(node n "$gpu8")" >in
	try gpunodes -H -c gpu -o tsv in
	ends 0
	holds out 8
	holds err 'gpunodes: nodes without their pods: what they have is taken to be free'
}

@test "nodes that are not ready give no cards (skypilot#5767)" {
	nodes=()
	for i in 1 2 3 4 5 6; do
		nodes+=("$(node "n$i" "$gpu8")")
	done
	nodes+=("$(node n7 "$gpu8" | jq -c '.status.conditions[0].status = "False"')")
	nodes+=("$(node n8 "$gpu8" | jq -c '.status.conditions[0].status = "Unknown"')")
	list "${nodes[@]}" "$(pod a '' Pending '{}')" >in
	gpunodes -o tsv in >nodes
	[ "$(grep -c notready nodes)" = 2 ]
	gives '6' gpuhint -H -o tsv -c fits -n 6 -c fits nodes
	# One of which nothing is known yet.
	list "$(node n "$gpu8" | jq -c '.status.conditions = []')" \
	    "$(pod a '' Pending '{}')" >in
	shows 'notready' state
}

@test "cards that labels or the capacity alone know of (skypilot#4556, #4429)" {
	label='{"nvidia.com/gpu.product":"Tesla-T4","nvidia.com/gpu.count":"4"}'
	p=$(pod a '' Pending '{}')
	list "$(node n '{"cpu":"4"}' '' "$label")" "$p" >in
	shows 'Tesla-T4	0	4' gpu_model,gpu,gpu_total
	list "$(node n '{"cpu":"4"}' '{"cpu":"4","nvidia.com/gpu":"4"}' "$label")" "$p" >in
	shows 'Tesla-T4	0	4' gpu_model,gpu,gpu_total
	list "$(node n '{"cpu":"4","nvidia.com/gpu":"0"}' \
	    '{"cpu":"4","nvidia.com/gpu":"16"}' "$label")" "$p" >in
	shows 'Tesla-T4	0	16' gpu_model,gpu,gpu_total
	list "$(node n '{"cpu":"4"}' '' \
	    '{"cloud.google.com/gke-accelerator":"nvidia-tesla-t4"}')" "$p" >in
	shows 'nvidia-tesla-t4	0	-' gpu_model,gpu,gpu_total
	list "$(node n '{"cpu":"4"}')" "$p" >in
	shows '-	0	0' gpu_model,gpu,gpu_total
}

@test "shares of a card are no cards (dcgm-exporter#151, gpu-operator#684)" {
	list "$(node n '{"cpu":"40","memory":"131788776Ki","nvidia.com/gpu":"0",
	    "nvidia.com/gpu.shared":"8","pods":"110"}' '' \
	    '{"nvidia.com/gpu.product":"Tesla-T4","nvidia.com/gpu.replicas":"4"}')" \
	    "$(node m '{"nvidia.com/gpu":"6","nvidia.com/gpu.shared":"8"}' '' \
	    '{"nvidia.com/gpu.product":"Tesla-T4"}')" \
	    "$(node o '{"nvidia.com/gpu":"8"}' '' \
	    '{"nvidia.com/gpu.product":"Tesla-T4-SHARED"}')" \
	    "$(pod a n Running '{"nvidia.com/gpu.shared":"3"}')" >in
	shows 'n	Tesla-T4-SHARED	5	nvidia.com/gpu.product=Tesla-T4,nvidia.com/gpu.replicas=4,sluice/resource=nvidia.com/gpu.shared
m	Tesla-T4	6	nvidia.com/gpu.product=Tesla-T4,sluice/resource=nvidia.com/gpu
m	Tesla-T4-SHARED	8	nvidia.com/gpu.product=Tesla-T4,sluice/resource=nvidia.com/gpu.shared
o	Tesla-T4-SHARED	8	nvidia.com/gpu.product=Tesla-T4-SHARED,sluice/resource=nvidia.com/gpu' \
	    node,gpu_model,gpu,labels
	gpunodes -o tsv in >nodes
	gives '6' gpuhint -H -o tsv -c gpu -m Tesla-T4 nodes
}

@test "cards of several vendors, each under its own name" {
	list "$(node n '{"nvidia.com/gpu":"1","amd.com/gpu":"2","x.example/gpu":"3",
	    "hugepages-1Gi":"0","example.com/foo":"7"}' '' \
	    '{"amd.com/gpu.product-name":"AMD_Instinct_MI300X_OAM"}')" \
	    "$(pod a n Running '{"amd.com/gpu":"1","example.com/foo":"2"}')" >in
	shows 'nvidia.com/gpu	1
AMD_Instinct_MI300X_OAM	1
x.example/gpu	3' gpu_model,gpu
}

@test "two kinds of cards of one product stay two records" {
	list "$(node n '{"nvidia.com/gpu":"1","nvidia.com/gpu.shared":"4"}' '' \
	    '{"nvidia.com/gpu.product":"T4-SHARED"}')" "$(pod a '' Pending '{}')" >in
	shows 'T4-SHARED	1
nvidia.com/gpu.shared	4' gpu_model,gpu
}

@test "virtual cards" {
	list "$(node n "$gpu8" '' '{"nvidia.com/vgpu.present":"true"}')" \
	    "$(node m "$gpu8" '' '{"nvidia.com/vgpu.present":"false"}')" \
	    "$(pod a '' Pending '{}')" >in
	shows 'n	yes
m	-' node,vgpu
}

@test "init containers, sidecars, overhead" {
	n=$(node n "$gpu8")
	c() {
		printf '{"name":"c","resources":{"requests":%s}%s}' "$1" "${2:+,$2}"
	}
	always='"restartPolicy":"Always"'
	# The sum, or the greatest init container, for each resource.
	free '6 60 508G' "$n" "$(pod a n Running '{}' "{\"containers\":[
	    $(c '{"cpu":"1","memory":"2Gi"}'),$(c '{"cpu":"2","memory":"2Gi"}')],
	    \"initContainers\":[$(c '{"cpu":"4","nvidia.com/gpu":"2"}'),
	    $(c '{"memory":"3Gi","nvidia.com/gpu":"1"}')]}")"
	# Sidecars stay; those started before an init container are beside it.
	free '8 53 512G' "$n" "$(pod a n Running '{"cpu":"1"}' "{
	    \"initContainers\":[$(c '{"cpu":"10"}'),$(c '{"cpu":"2"}' "$always"),
	    $(c '{"cpu":"9"}'),$(c '{"cpu":"5"}' "$always")]}")"
	free '8 54 512G' "$n" "$(pod a n Running '{"cpu":"1"}' "{
	    \"initContainers\":[$(c '{"cpu":"10"}'),$(c '{"cpu":"2"}' "$always"),
	    $(c '{"cpu":"7"}'),$(c '{"cpu":"5"}' "$always")]}")"
	# The runtime's own part is on top of either.
	free '8 50.75 511G' "$n" "$(pod a n Running '{"cpu":"1"}' "{
	    \"overhead\":{\"cpu\":\"250m\",\"memory\":\"1Gi\"},
	    \"initContainers\":[$(c '{"cpu":"13"}')]}")"
}

@test "what a pod as a whole is given" {
	free '7 61 511G' "$(node n "$gpu8")" "$(pod a n Running \
	    '{"cpu":"9","memory":"1Gi","nvidia.com/gpu":"1"}' \
	    '{"resources":{"requests":{"cpu":"2"},"limits":{"memory":"9Gi"}},
	    "overhead":{"cpu":"1"}}')"
}

@test "a container that is resized counts with what it holds" {
	p=$(pod a n Running '{}' '{"containers":[
	    {"name":"c","resources":{"requests":{"cpu":"1","memory":"8Gi"}}},
	    {"name":"d","resources":{"requests":{"cpu":"1"}}}],
	    "initContainers":[{"name":"s","restartPolicy":"Always",
	    "resources":{"requests":{"cpu":"1"}}}]}')
	free '8 61 504G' "$(node n "$gpu8")" "$p"
	# Smaller is not yet so; larger is promised.
	free '8 50 504G' "$(node n "$gpu8")" "$(jq -c '.status += {
	    containerStatuses: [{name: "d", allocatedResources: {cpu: "3"},
	    resources: {requests: {cpu: "2"}}}, {name: "c",
	    resources: {requests: {cpu: "4", memory: "2Gi"}}}],
	    initContainerStatuses: [{name: "s", resources: {requests:
	    {cpu: "7"}}}]}' <<<"$p")"
}

@test "a limit of cards stands in for a request, as none is overcommitted" {
	limit='{"cpu":"9","nvidia.com/gpu":"1"}'
	# kubectl describe counts no limit of cores or memory.
	free '7 64 512G' "$(node n "$gpu8")" "$(pod a n Running '{}' \
	    "{\"containers\":[{\"resources\":{\"limits\":$limit}}]}")"
	# A request goes before it, and one of 0 is one.
	free '6 63 512G' "$(node n "$gpu8")" "$(pod a n Running '{}' \
	    "{\"containers\":[{\"resources\":{\"limits\":$limit,
	    \"requests\":{\"cpu\":\"1\",\"nvidia.com/gpu\":\"2\"}}}]}")"
	free '8 64 512G' "$(node n "$gpu8")" "$(pod a n Running '{}' \
	    "{\"containers\":[{\"resources\":{\"limits\":$limit,
	    \"requests\":{\"nvidia.com/gpu\":\"0\"}}}]}")"
	# An init container beside its sidecar.
	free '6 64 512G' "$(node n "$gpu8")" "$(pod a n Running '{}' \
	    "{\"initContainers\":[{\"name\":\"s\",\"restartPolicy\":\"Always\",
	    \"resources\":{\"limits\":$limit}},
	    {\"resources\":{\"limits\":$limit}}]}")"
}

@test "pools, by the labels of those who make them" {
	for key in cloud.google.com/gke-nodepool eks.amazonaws.com/nodegroup \
	    agentpool karpenter.sh/nodepool; do
		list "$(node n "$gpu8" '' "{\"$key\":\"big\",\"rack\":\"3\"}")" \
		    "$(pod a '' Pending '{}')" >in
		shows big pool
	done
	list "$(node n "$gpu8" '' '{"agentpool":"a","kubernetes.azure.com/agentpool":"a",
	    "karpenter.sh/nodepool":"k","node-role.kubernetes.io/worker":""}')" \
	    "$(pod a '' Pending '{}')" >in
	shows 'a,k	agentpool=a,kubernetes.azure.com/agentpool=a,karpenter.sh/nodepool=k,node-role.kubernetes.io/worker=,sluice/resource=nvidia.com/gpu' \
	    pool,labels
}

@test "taints of the system are states, those of owners are told" {
	taints() {
		node "$1" "$gpu8" '' '{}' "{\"taints\":[$2]}"
	}
	list "$(taints a '{"key":"nvidia.com/gpu","value":"present","effect":"NoSchedule"}')" \
	    "$(taints b '{"key":"team","value":"x","effect":"NoSchedule"},
	    {"key":"soft","effect":"PreferNoSchedule"}')" \
	    "$(taints c '{"key":"team","value":"y","effect":"NoExecute"}')" \
	    "$(taints d '{"key":"node.kubernetes.io/disk-pressure","effect":"NoSchedule"}')" \
	    "$(taints e '{"key":"node.kubernetes.io/unreachable","effect":"NoExecute"},
	    {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}')" \
	    "$(taints f '{"key":"ToBeDeletedByClusterAutoscaler","effect":"NoSchedule"}')" \
	    "$(taints g '{"key":"karpenter.sh/disrupted","effect":"NoSchedule"}')" \
	    "$(pod p '' Pending '{}')" >in
	try gpunodes -H -o tsv -c node,state in
	ends 0
	holds out 'a	ready
b	ready
c	ready
d	disk-pressure
e	notready+cordoned
f	ToBeDeletedByClusterAutoscaler
g	disrupted'
	holds err 'gpunodes: in:1: state: the taint "team" is left to those who tolerate it (node "b")'
}

@test "what is there twice counts once" {
	p=$(pod a n Running '{"cpu":"1"}')
	list "$(node n "$gpu8")" "$p" "$p" "$(node n "$gpu8")" >in
	try gpunodes -H -o tsv -c node,cpu in
	ends 0
	holds out 'n	63'
	holds err 'gpunodes: in:1: is there twice and counts once (pod "a" in "ml")
gpunodes: in:1: is there twice and counts once (node "n")'
	# A pod that took over another's name is another pod.
	list "$(node n "$gpu8")" "$(jq -c '.metadata.uid = "1"' <<<"$p")" \
	    "$(jq -c '.metadata.uid = "2"' <<<"$p")" >in
	shows 'n	62' node,cpu
}

@test "a text that tells of no node is none" {
	list >in
	faults 'gpunodes: in: it tells of no node' gpunodes -k in
	list "$(pod a n Running '{}')" >in
	faults 'gpunodes: in: it tells of no node' gpunodes in
	echo '{"kind":"ConfigMap","metadata":{"name":"x"}}' >in
	faults 'gpunodes: in: it tells of no node' gpunodes in
	list "$(node n "$gpu8")" >nodes
	list "$(pod a n Running '{}')" >in
	gives n gpunodes -H -c node in nodes
}

@test "objects of other kinds are passed over" {
	list "$(node n "$gpu8")" '{"apiVersion":"v1","kind":"Service"}' \
	    '{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j"}}' \
	    '{"apiVersion":"metrics.k8s.io/v1beta1","kind":"Node","metadata":{"name":"x"}}' \
	    "$(pod a m Running '{"cpu":"1"}')" >in
	shows n node
}

@test "faults: each on its line, nothing written" {
	{
		echo '{"kind":"List","items":['
		node n '{"cpu":"4 cores"}'
		echo ,
		pod a m Running '{"memory":"-1"}'
		echo ,
		pod b m Running '{"nvidia.com/gpu":"500m"}'
		echo ,
		pod c m Running '{"cpu":"9e30"}'
		echo ',{"kind":"Pod","metadata":{}},'
		echo '{"metadata":{"name":"x"}},7,'
		node 'a,b' "$gpu8"
		echo ']}'
	} >in
	want='gpunodes: in:2: cpu: "4 cores" has an unknown suffix (node "n")
gpunodes: in:4: mem: "-1" is negative (pod "a" in "ml")
gpunodes: in:6: gpu: "500m" is no whole number of cards (pod "b" in "ml")
gpunodes: in:8: cpu: "9e30" is out of range (pod "c" in "ml")
gpunodes: in:9: an object without a name
gpunodes: in:10: an object without a kind
gpunodes: in:10: an object without a kind
gpunodes: in:11: node: cannot stand in a list of nodes (node "a,b")'
	faults "$want" gpunodes in
	# Those that can be read are kept, if that is wanted.
	node ok "$gpu8" >>in
	try gpunodes -k -H -c node -o tsv in
	ends 1
	holds out ok
	holds err "$want"
}

@test "faults: sums that no machine could have" {
	list "$(node n "$gpu8")" "$(pod a n Running '{}' '{"containers":[
	    {"resources":{"requests":{"memory":"7Ei"}}},
	    {"resources":{"requests":{"memory":"7Ei"}}}]}')" >in
	faults 'gpunodes: in:1: mem: the sum is out of range (pod "a" in "ml")' \
	    gpunodes in
	many=$(for i in $(seq 17); do echo "v$i.example/gpu"; done |
	    jq -Rn '[inputs | {(.): "1"}] | add')
	list "$(pod a n Running "$many")" >in
	faults 'gpunodes: in:1: gpu: more than 16 kinds of cards (pod "a" in "ml")' \
	    gpunodes in
	# Each pod can be read; what they hold together is more than there is.
	free '8 64 0' "$(node n "$gpu8")" "$(pod a n Running '{"memory":"7Ei"}')" \
	    "$(pod b n Running '{"memory":"7Ei"}')"
}

@test "faults: what is no answer of a server" {
	printf '{"kind":"Status","apiVersion":"v1","status":"Failure",%s}' \
	    '"message":"nodes is forbidden"' >in
	faults 'gpunodes: in:1: no objects, but the status of a failure: "nodes is forbidden"' \
	    gpunodes in
	list "$(node n "$gpu8")" >in
	head -c 100 in >short
	faults 'gpunodes: short:1: the JSON document is cut short' gpunodes short
	{
		cat in
		echo 'error: the server is gone'
	} >mixed
	faults 'gpunodes: mixed:2: a JSON document that is no object' gpunodes mixed
	echo '{"kind":"List","items":{}}' >in
	faults 'gpunodes: in:1: no list where one belongs' gpunodes in
	echo 'No resources found' >in
	try gpunodes in
	ends 2
	says 'in:1: "No resources found" is the beginning of no'
}

@test "names are data, whatever they hold" {
	# shellcheck disable=SC2016 # nothing may expand it
	bad=$'--x;$(touch pwned) `id` \'"|\t\n\e[31m \\ %s'
	list "$(node "$bad" "$gpu8" '' "$(jq -cn --arg k "$bad" '{($k): $k, "a,b": "c",
	    "d=e": "f", "g": "h,i", "nvidia.com/gpu.product": $k, agentpool: $k}')")" \
	    "$(pod "$bad" "$bad" Running '{"nvidia.com/gpu":"1"}')" \
	    "$(node - "$gpu8")" >in
	try gpunodes -o json -c node,gpu_model,gpu,pool,labels in
	ends 0
	jq -r .node out >got
	holds got "$bad
-"
	jq -e --arg b "$bad" -s '.[0] | .gpu == 7 and .gpu_model == $b and
	    .pool == $b and (.labels | startswith("\($b)=\($b),nvidia.com/"))' out
	[ "$(grep -c 'left out' err)" = 3 ]
	lacks $'\e' err
	[ ! -e pwned ]
	# Through the other form, and back: the record is whole.
	try gpunodes -o tsv in
	ends 0
	mv out tsv
	[ "$(wc -l <tsv)" = 3 ]
	try gpuhint -l -H -o json -c node tsv
	ends 0
	jq -r .node out | sort >got
	printf '%s\n' "$bad" - | sort >want
	diff want got
}
