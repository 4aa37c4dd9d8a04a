#!/usr/bin/env bats
# qjobs: the Jobs of Kubernetes.

load check

# list OBJECT...: a List as kubectl prints it, its kind behind the items.
list() {
	local IFS=,
	printf '{"apiVersion":"v1","items":[%s],"kind":"List"}\n' "$*"
}

# job NAME SPEC [STATUS [METADATA]]: made at 1000; each is merged over that.
job() {
	local status=${3:-'{}'} meta=${4:-'{}'}
	jq -cn --arg name "$1" --argjson spec "$2" --argjson status "$status" \
	    --argjson meta "$meta" '
	{apiVersion: "batch/v1", kind: "Job", metadata: ({name: $name,
	    namespace: "ml", uid: ("uid-" + $name),
	    creationTimestamp: "1970-01-01T00:16:40Z"} + $meta),
	    spec: $spec, status: $status}'
}

# asks POD [SPEC]: a Job's spec with that pod's.
asks() {
	local spec=${2:-'{}'}
	jq -cn --argjson p "$1" --argjson s "$spec" \
	    '{template: {spec: $p}} + $s'
}

# notes WORD...: metadata with annotations of ours, NAME=VALUE each.
notes() {
	jq -cn '{annotations: ($ARGS.positional | map(split("=") |
	    {("sluice/" + .[0]): .[1:] | join("=")}) | add)}' --args "$@"
}

# pod NAME JOB NODE PHASE [STARTED]: a pod of that Job.
pod() {
	jq -cn --arg name "$1" --arg job "$2" --arg node "$3" --arg phase "$4" \
	    --arg started "${5-}" '
	{apiVersion: "v1", kind: "Pod", metadata: {name: $name,
	    namespace: "ml", uid: ("pod-" + $name), ownerReferences:
	    [{kind: "Job", name: $job, uid: ("uid-" + $job), controller: true}]},
	    spec: (if $node == "" then {} else {nodeName: $node} end),
	    status: {phase: $phase, startTime: $started}}'
}

# shows WANT COLUMNS [ARG...]: these columns of what is in the file in, with a
# blank between.
shows() {
	try qjobs -T 5000 -H -o tsv -c "$2" "${@:3}" in
	ends 0
	tr '\t' ' ' <out >got
	holds got "$1"
	holds err ""
}

gpu='{"containers":[{"resources":{"limits":{"nvidia.com/gpu":"8"},
    "requests":{"cpu":"16","memory":"100Gi"}}}]}'

@test "a Job, column by column" {
	list "$(job train "$(asks "$gpu" '{"suspend":true,"parallelism":4,
	    "completions":4,"completionMode":"Indexed","activeDeadlineSeconds":3600}')" \
	    '' '{"labels":{"kueue.x-k8s.io/queue-name":"research"}}')" >in
	try qjobs -T 5000 --adopt -o json in
	ends 0
	holds err ""
	jq -c 'with_entries(select(.value != null))' out >got
	holds got '{"job":"ml/train","queue":"research","group":"ml","created":1000,"state":"pending","instances":4,"gpu":8,"cpu":16,"mem":107374182400,"selector":"sluice/resource=nvidia.com/gpu","time_limit":3600}'
}

@test "what nobody gave us is held and told, or adopted" {
	list "$(job a "$(asks "$gpu" '{"suspend":true}')")" \
	    "$(job b "$(asks "$gpu")" '{"active":1,"ready":0}')" \
	    "$(job c "$(asks "$gpu")" '{"active":1,"ready":1}')" \
	    "$(job d "$(asks "$gpu" '{"suspend":true}')" '' "$(notes priority=high)")" >in
	shows 'ml/a held unmanaged
ml/b held unmanaged
ml/c running unmanaged
ml/d held unmanaged' job,state,reason
	shows 'ml/a pending -
ml/b inqueue -
ml/c running -
ml/d pending -' job,state,reason --adopt
}

@test "phases, and since when" {
	s='{"suspend":true}'
	at='{"conditions":[{"type":"Suspended","status":"True",
	    "lastTransitionTime":"1970-01-01T00:20:00Z"}]}'
	let='{"startTime":"1970-01-01T00:25:00Z"}'
	list "$(job pending "$s" "$at" "$(notes phase=pending since=1300)")" \
	    "$(job unsaid "$s" "$at" "$(notes phase=pending)")" \
	    "$(job held "$s" "$at" "$(notes phase=held since=1301)")" \
	    "$(job stopped "$s" "$at" "$(notes phase=stopped since=1302)")" \
	    "$(job hand "$s" "$at" "$(notes phase=inqueue since=1303)")" \
	    "$(job inqueue '{}' "$let" "$(notes phase=inqueue since=1304)")" \
	    "$(job released '{}' "$let" "$(notes phase=pending since=1305)")" \
	    "$(job fresh '{}' '{}' "$(notes phase=pending since=1306)")" >in
	shows 'ml/pending pending 1300 -
ml/unsaid pending 1200 -
ml/held held 1301 -
ml/stopped stopped 1302 -
ml/hand held 1200 suspended
ml/inqueue inqueue 1304 -
ml/released inqueue 1500 -
ml/fresh inqueue 5000 -' job,state,since,reason
}

@test "done: when, and how" {
	done=$(jq -cn '{startTime: "1970-01-01T00:25:00Z",
	    completionTime: "1970-01-01T00:30:00Z", succeeded: 1,
	    conditions: [{type: "SuccessCriteriaMet", status: "True"},
	    {type: "Complete", status: "True"}]}')
	failed=$(jq -cn '{startTime: "1970-01-01T00:25:00Z", failed: 1,
	    conditions: [{type: "Failed", status: "True",
	    lastTransitionTime: "1970-01-01T00:31:00Z"}]}')
	list "$(job a '{}' "$done")" "$(job b '{}' "$failed" "$(notes phase=inqueue)")" \
	    "$(job c '{}' "${failed//True/False}" "$(notes phase=inqueue)")" >in
	shows 'ml/a succeeded 1800 1500 1800
ml/b failed 1860 1500 1860
ml/c running 1500 1500 -' job,state,since,started,ended
}

@test "pods tell what runs, since when and where" {
	n=$(notes phase=inqueue since=1400)
	s=$(asks "$gpu" '{"parallelism":3}')
	let='{"startTime":"1970-01-01T00:25:00Z","active":3,"ready":0}'
	jobs=("$(job a "$s" "$let" "$n")" "$(job b "$s" "$let" "$n")"
	    "$(job c "$s" "$let" "$n")" "$(job d "$s" "${let%\}},\"failed\":1}" "$n")")
	pods=("$(pod a1 a n1 Running 1970-01-01T00:26:40Z)"
	    "$(pod a2 a n2 Pending 1970-01-01T00:26:41Z)"
	    "$(pod a3 a n1 Running 1970-01-01T00:26:42Z)"
	    "$(pod a0 a n9 Failed 1970-01-01T00:26:00Z)"
	    "$(pod b1 b n1 Running)" "$(pod b2 b '' Pending)" "$(pod b3 b '' Pending)"
	    "$(pod d1 d n1 Running 1970-01-01T00:26:40Z)" "$(pod d2 d n3 Running)"
	    "$(pod d3 d '' Pending)"
	    "$(pod x other n1 Running)" "$(pod y '' n1 Running |
	    jq -c 'del(.metadata.ownerReferences)')")
	want='ml/a running 1600 1600 n1*2,n2
ml/b inqueue 1400 - -
ml/c inqueue 1400 - -
ml/d running 1600 1600 n1,n3'
	list "${jobs[@]}" "${pods[@]}" >in
	shows "$want" job,state,since,started,nodes
	list "${pods[@]}" "${jobs[@]}" >in
	shows "$want" job,state,since,started,nodes
	{
		list "${jobs[@]}"
		list "${pods[@]}"
	} >in
	shows "$want" job,state,since,started,nodes
}

@test "without pods it runs when all of them are ready" {
	n=$(notes phase=inqueue since=1400)
	list "$(job a '{}' '{"active":2,"ready":2}' "$n")" \
	    "$(job b '{}' '{"active":2,"ready":1}' "$n")" \
	    "$(job c '{}' '{"active":2}' "$n")" \
	    "$(job d '{}' '{"active":2,"ready":1,"succeeded":1}' "$n")" >in
	shows 'ml/a running
ml/b inqueue
ml/c running
ml/d running' job,state
}

@test "how many run at once" {
	list "$(job a '{}')" "$(job b '{"parallelism":4}')" \
	    "$(job c '{"parallelism":4,"completions":2}')" \
	    "$(job d '{"parallelism":4,"completions":9,"completionMode":"Indexed"}')" \
	    "$(job e '{"parallelism":0,"suspend":true}' '' "$(notes phase=pending)")" >in
	try qjobs -H -o tsv -c job,instances,reason in
	ends 0
	holds out 'ml/a	1	unmanaged
ml/b	4	unmanaged
ml/c	2	unmanaged
ml/d	4	unmanaged
ml/e	1	paused'
}

@test "limits stand in for requests, as the server makes the pods" {
	list "$(job a "$(asks '{"containers":[{"resources":{"limits":{"cpu":"4",
	    "memory":"1G","nvidia.com/gpu":"1"},"requests":{"cpu":"500m"}}}],
	    "initContainers":[{"resources":{"limits":{"cpu":"2"}}},
	    {"restartPolicy":"Always","resources":{"limits":{"memory":"500k"}}}],
	    "overhead":{"cpu":"250m"}}')")" \
	    "$(job b "$(asks '{"resources":{"limits":{"cpu":"3","memory":"1Gi"}},
	    "containers":[{"resources":{"requests":{"memory":"1Mi"}}}]}')")" >in
	shows 'ml/a 1 2.25 1000500000
ml/b 0 3 1M' job,gpu,cpu,mem
}

@test "cards: the model, the resource, the rest as labels" {
	pod() {
		jq -cn --argjson s "$1" --arg r "$2" '{nodeSelector: $s,
		    containers: [{resources: {limits: {($r): "1"}}}]}'
	}
	s='{"nvidia.com/gpu.product":"NVIDIA-A100-SXM4-80GB","zone":"a"}'
	list "$(job a "$(asks "$(pod "$s" nvidia.com/gpu)")")" \
	    "$(job b "$(asks "$(pod "$s" nvidia.com/mig-3g.20gb)")")" \
	    "$(job c "$(asks "$(pod "$s" nvidia.com/gpu.shared)")")" \
	    "$(job d "$(asks "$(pod '{"nvidia.com/mig-3g.20gb.product":"A-MIG-3g.20gb"}' \
	    nvidia.com/mig-3g.20gb)")")" \
	    "$(job e "$(asks "$(pod '{"amd.com/gpu.product-name":"MI300X"}' amd.com/gpu)")")" \
	    "$(job f "$(asks "$(pod "$s" cpu)")")" >in
	product=nvidia.com/gpu.product=NVIDIA-A100-SXM4-80GB
	shows "ml/a 1 NVIDIA-A100-SXM4-80GB zone=a,sluice/resource=nvidia.com/gpu
ml/b 1 - $product,zone=a,sluice/resource=nvidia.com/mig-3g.20gb
ml/c 1 - $product,zone=a,sluice/resource=nvidia.com/gpu.shared
ml/d 1 A-MIG-3g.20gb sluice/resource=nvidia.com/mig-3g.20gb
ml/e 1 MI300X sluice/resource=amd.com/gpu
ml/f 0 - $product,zone=a" job,gpu,gpu_model,selector
}

@test "what is no record is held, and why" {
	n=$(notes phase=pending)
	aff() {
		printf '{"suspend":true,"template":{"spec":{"affinity":{"nodeAffinity":
		    {"requiredDuringSchedulingIgnoredDuringExecution":
		    {"nodeSelectorTerms":[%s]}}}}}}' "$1"
	}
	term='{"matchExpressions":[{"key":"zone","operator":"In","values":["a"]}]}'
	list "$(job one "$(aff "$term")" '' "$n")" \
	    "$(job two "$(aff "$term,$term")" '' "$n")" \
	    "$(job any "$(aff "${term/\"a\"/\"a\",\"b\"}")" '' "$n")" \
	    "$(job not "$(aff "${term/In/NotIn}")" '' "$n")" \
	    "$(job mix "$(asks '{"containers":[{"resources":{"limits":
	    {"nvidia.com/gpu":"1","amd.com/gpu":"1"}}}]}' '{"suspend":true}')" '' "$n")" \
	    "$(job zero "$(asks '{"containers":[{"resources":{"limits":
	    {"nvidia.com/gpu":"0","amd.com/gpu":"1"}}}]}' '{"suspend":true}')" '' "$n")" \
	    "$(job far '{"suspend":true,"managedBy":"kueue.x-k8s.io/multikueue"}' '' "$n")" \
	    "$(job own '{"suspend":true,"managedBy":"kubernetes.io/job-controller"}' '' "$n")" >in
	shows 'ml/one pending zone=a -
ml/two held - affinity
ml/any held - affinity
ml/not held - affinity
ml/mix held sluice/resource=nvidia.com/gpu mixed-cards
ml/zero pending sluice/resource=amd.com/gpu -
ml/far held - managed-elsewhere
ml/own pending - -' job,state,selector,reason
}

@test "annotations: what sluice keeps, and what an owner says" {
	list "$(job a '{"suspend":true}' '' "$(notes phase=pending since=1100 \
	    created=5 requeues=2 nb=1200 queued=1050 preemptions=1 attained=1h \
	    top=-3 priority=high "reserved=n1,n2@2000" min_runtime=30m \
	    queue=prod kind=train same=rack resumable=no other=x)" |
	    jq -c '.metadata.labels = {"kueue.x-k8s.io/queue-name": "q"}')" >in
	try qjobs -o json in
	ends 0
	holds err ""
	jq -c 'with_entries(select(.value != null)) | del(.gpu, .cpu, .mem)' out >got
	holds got '{"job":"ml/a","queue":"prod","group":"ml","kind":"train","priority":"high","created":1000,"state":"pending","since":1100,"not_before":1200,"requeues":2,"preemptions":1,"queued":1050,"top":-3,"instances":1,"same":"rack","min_runtime":1800,"resumable":"no","attained":3600,"reserved":"n1,n2@2000"}'
}

@test "an annotation that cannot be read is told and passed over" {
	list "$(job a '{"suspend":true}' '' "$(notes phase=paused since=soon \
	    requeues=-1 top=1.5 priority=urgent min_runtime=1x resumable=maybe)")" >in
	try qjobs -H -o tsv --adopt -c job,state,requeues,top,priority,resumable in
	ends 0
	holds out 'ml/a	pending	-	-	-	-'
	sed 's/qjobs: in:1: sluice.//; s/ (job "a" in "ml")//' err | sort >got
	holds got 'min_runtime: "1x" cannot be read
phase: "paused" cannot be read
priority: "urgent" cannot be read
requeues: "-1" cannot be read
resumable: "maybe" is not yes or no
since: "soon" cannot be read
top: "1.5" cannot be read'
}

@test "priority by the pods' class" {
	class() {
		asks "{\"priorityClassName\":\"$1\"}"
	}
	list "$(job a "$(class high)")" "$(job b "$(class low)")" \
	    "$(job c "$(class gold)")" "$(job d "$(class gold)")" \
	    "$(job e "$(class low)" '' "$(notes priority=7)")" >in
	try qjobs -H -o tsv -c job,priority in
	ends 0
	holds out 'ml/a	high
ml/b	low
ml/c	-
ml/d	-
ml/e	7'
	holds err 'qjobs: in:1: priorityClassName: "gold" is none of high, medium and low: taken for medium (job "c" in "ml")'
}

@test "lists of one kind, single objects, and Jobs of others" {
	job a '{"suspend":true}' >in
	shows 'ml/a held' job,state
	jq -c '{kind: "JobList", apiVersion: "batch/v1", items: [del(.kind, .apiVersion)]}' \
	    in >raw
	mv raw in
	shows 'ml/a held' job,state
	jq -c '.items[0].metadata.namespace = null' in >raw
	mv raw in
	shows 'default/a - held' job,group,state
	list "$(job a '{}' | jq -c '.apiVersion = "batch.volcano.sh/v1alpha1"')" \
	    '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}}' >in
	shows '' job
}

@test "faults: each on its line, nothing written" {
	{
		echo '{"kind":"List","items":['
		job a "$(asks '{"containers":[{"resources":{"limits":{"memory":"1K"}}}]}')"
		echo ,
		job b '{"parallelism":-1}'
		echo ,
		job c '{"parallelism":"2"}'
		echo ,
		job d '{}' '{"active":1.5}'
		echo ,
		job e '{}' '{}' '{"creationTimestamp":"today"}'
		echo ,
		job f '{}'
		echo ,
		job f '{}'
		echo ']}'
	} >in
	want='qjobs: in:2: mem: "1K" has an unknown suffix (job "a" in "ml")
qjobs: in:4: parallelism is no number of at least 0 (job "b" in "ml")
qjobs: in:6: parallelism is no number of at least 0 (job "c" in "ml")
qjobs: in:8: active is no number of at least 0 (job "d" in "ml")
qjobs: in:10: created: "today" is not a time (job "e" in "ml")
qjobs: in:14: job: "ml/f" is there twice'
	faults "$want" qjobs in
	try qjobs -k -H -c job -o tsv in
	ends 1
	holds out ml/f
	holds err "$want"
}

@test "a decision of the other filters on them" {
	list "$(job a "$(asks "$gpu" '{"suspend":true,"parallelism":2}')" '' \
	    "$(notes phase=pending)")" >in
	cat >nodes <<-'END'
	node gpu_model gpu cpu mem labels
	n1 A100 8 64 512G sluice/resource=nvidia.com/gpu
	n2 A100 8 64 512G sluice/resource=nvidia.com/gpu
	n3 A100-MIG-1g.5gb 8 64 512G sluice/resource=nvidia.com/mig-1g.5gb
	END
	qjobs -o tsv in | qstep -T 5000 -N nodes -H -o tsv -c job,state,nodes >got
	holds got 'ml/a	running	n1,n2'
	# Slices are no cards.
	sed -i '/^n2/d' nodes
	qjobs -o tsv in | qstep -T 5000 -N nodes -H -o tsv -c job,state >got
	holds got 'ml/a	pending'
}

@test "names are data, whatever they hold" {
	# shellcheck disable=SC2016 # nothing may expand it
	bad=$'--x;$(touch pwned) `id` \'"|\t\n\e[31m \\ %s'
	list "$(job "$bad" "$(asks "$(jq -cn --arg b "$bad" '{nodeSelector: {($b): $b},
	    priorityClassName: $b}')" '{"suspend":true}')" '' \
	    "$(notes phase=pending "queue=$bad" "kind=$bad" "resumable=$bad")")" \
	    "$(job - '{}')" >in
	try qjobs -o json in
	ends 0
	jq -e -s --arg b "$bad" '.[0] | .job == "ml/" + $b and .queue == $b and
	    .kind == $b and .selector == $b + "=" + $b' out
	lacks $'\e' err
	[ ! -e pwned ]
	mv in k8s
	try qjobs -o tsv k8s
	ends 0
	mv out tsv
	[ "$(wc -l <tsv)" = 3 ]
	try qorder -a -o json -c job tsv
	ends 0
	jq -r .job out >got
	printf '%s\n' "ml/$bad" ml/- >want
	diff want got
}
