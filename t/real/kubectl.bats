#!/usr/bin/env bats
# kubectl: the real one takes the commands that qapply prints, and what they
# make of a Job is read back as it was decided.
#
# It runs without a server: a kubectl of our own, first on PATH, checks that a
# command has the words of the protocol and lets the real one patch the
# object in a file.  Where kubectl is missing the tests are skipped, or fail
# with T_REAL=must.

load ../check
load real

records() {
	command -v gpuhint >/dev/null ||
	    PATH=$BATS_TEST_DIRNAME/../../bin:$PATH
	needs kubectl kubernetes-client
	real=$(command -v kubectl)
	mkdir bin objects
	cat >bin/kubectl <<-'END'
	#!/bin/sh
	# kubectl patch job -n NAMESPACE NAME --type=merge -p PATCH
	[ $# -eq 8 ] && [ "$1 $2 $3 $6 $7" = 'patch job -n --type=merge -p' ] || {
		echo "not of the protocol: $*" >&2
		exit 64
	}
	file=objects/$4.$5.json
	"$REAL" patch --local -f "$file" --type=merge -p "$8" -o json >new &&
	    mv new "$file"
	END
	chmod +x bin/kubectl
	# No configuration of the user's, and none to write.
	export REAL=$real HOME=$PWD KUBECONFIG=/dev/null
	# Commands are run with this PATH alone.
	cluster=$PWD/bin:$PATH
}

# job NAME SUSPEND [ANNOTATIONS]: a Job in the cluster.
job() {
	local notes=${3:-'{}'}
	jq -n --arg name "$1" --argjson suspend "$2" --argjson notes "$notes" '
	{apiVersion: "batch/v1", kind: "Job", metadata: {name: $name,
	    namespace: "ml", uid: ("uid-" + $name), annotations: $notes,
	    creationTimestamp: "1970-01-01T00:16:40Z"},
	    spec: {suspend: $suspend, parallelism: 2, template: {spec: {
	    restartPolicy: "Never", containers: [{name: "t", image: "x",
	    resources: {limits: {"nvidia.com/gpu": "8"}}}]}}}}' \
	    >"objects/ml.$1.json"
}

# apply: runs the commands in the file commands, as sh would from a pipe.
apply() {
	try env PATH="$cluster" sh -e <commands
	ends 0
	holds err ""
}

# is NAME JQ: what holds of a Job.
is() {
	jq -e "$2" "objects/ml.$1.json" >/dev/null || {
		echo "not $2:"
		cat "objects/ml.$1.json"
		return 1
	}
}

# states WANT ARG...: what qjobs says of all Jobs.
states() {
	cat objects/*.json >all
	try qjobs -T 5000 -H -o tsv -c job,state,since,requeues "${@:2}" all
	ends 0
	tr '\t' ' ' <out >got
	holds got "$1"
}

@test "the protocol's commands, written by hand" {
	job a true '{"team":"x","sluice/requeues":"1"}'
	cat >commands <<-'END'
	kubectl patch job -n ml a --type=merge -p '{"spec":{"suspend":false},"metadata":{"annotations":{"sluice/phase":"inqueue","sluice/since":"2000"}}}'
	END
	apply
	is a '.spec.suspend == false and .metadata.annotations ==
	    {team: "x", "sluice/phase": "inqueue", "sluice/since": "2000",
	    "sluice/requeues": "1"}'
	is a '.spec.parallelism == 2 and .spec.template.spec.containers[0]
	    .resources.limits["nvidia.com/gpu"] == "8"'
	states 'ml/a inqueue 2000 1'
	cp objects/ml.a.json once
	apply
	cmp once objects/ml.a.json
	# Sent back, preempted: suspended again; a null takes a note away.
	cat >commands <<-'END'
	kubectl patch job -n ml a --type=merge -p '{"spec":{"suspend":true},"metadata":{"annotations":{"sluice/phase":"pending","sluice/since":"2600","sluice/requeues":"2","sluice/reserved":null}}}'
	END
	apply
	is a '.spec.suspend == true and
	    (.metadata.annotations | has("sluice/reserved") | not)'
	states 'ml/a pending 2600 2'
	cat >commands <<-'END'
	kubectl patch job -n ml a --type=merge -p '{"spec":{"suspend":true},"metadata":{"annotations":{"sluice/phase":"stopped","sluice/since":"2700"}}}'
	END
	apply
	states 'ml/a stopped 2700 2'
}

@test "a text with quotes comes through the shell to the object" {
	job a true
	cat >commands <<-'END'
	kubectl patch job -n ml a --type=merge -p '{"metadata":{"annotations":{"sluice/reserved":"it'\''s \"$(x)\" `y` é"}}}'
	END
	apply
	# shellcheck disable=SC2016 # nothing may expand it
	is a '.metadata.annotations["sluice/reserved"] == "it'\''s \"$(x)\" `y` é"'
}

@test "the kubectl of these tests takes nothing else" {
	for words in 'delete job -n ml a --wait=false' \
	    'patch job -n ml a --type=json -p x' 'patch job ml a'; do
		echo "kubectl $words" >commands
		try env PATH="$cluster" sh -e <commands
		ends 64
	done
}

# decided NEW: applies what turns old into it, twice; then nothing is to do.
decided() {
	try qapply --to k8s --was old "$1"
	ends 0
	holds err ""
	mv out commands
	[ "$(grep -c '^kubectl patch job -n ml ' commands)" = "$(wc -l <commands)" ]
	apply
	cat objects/*.json >once
	apply
	cat objects/*.json | cmp - once
	qjobs -T 5000 --adopt -o tsv once >old
}

@test "qapply: let in, sent back, held, stopped, and read again" {
	for j in a b c; do
		job $j true
	done
	cat objects/*.json >all
	qjobs -T 5000 --adopt -o tsv all >old
	printf '%s\n' 'node gpu labels' 'n1 8 sluice/resource=nvidia.com/gpu' \
	    'n2 8 sluice/resource=nvidia.com/gpu' >nodes
	qstep -T 5000 -N nodes -o tsv old >new
	decided new
	states 'ml/a inqueue 5000 -
ml/b pending - -
ml/c pending - -' --adopt
	is a '.spec.suspend == false'
	is b '.spec.suspend == true'
	qrequeue -T 5600 -t 10m -o tsv old >new
	decided new
	states 'ml/a pending 5600 1
ml/b pending - -
ml/c pending - -' --adopt
	is a '.spec.suspend == true'
	qset -T 5700 -j ml/b hold -o tsv old | qset -T 5700 -j ml/c stop -o tsv >new
	decided new
	states 'ml/a pending 5600 1
ml/b held 5700 -
ml/c stopped 5700 -'
	denies '' qapply --to k8s --was old old
}
