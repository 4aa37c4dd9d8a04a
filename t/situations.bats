#!/usr/bin/env bats
# Situations that people meet, each with its answer.

load check
load queue

# number N FORMAT: the format with every number up to N.
number() {
	# shellcheck disable=SC2059 # a format
	seq "$1" | while read -r i; do
		printf "$2\n" "$i"
	done
}

# count STATE N: so many jobs of the file list are in this state.
count() {
	view list | awk -v s="$1" '$2 == s { n++ } END { print n + 0 }' >n
	holds n "$2"
}

@test "an instance bigger than every node never enters, and blocks nobody" {
	printf '%s\n' 'node cpu_total' 'n1 8' 'n2 8' 'n3 8' >nodes
	cat >was <<-END
	job priority created state instances cpu
	a high 1 pending 1 9
	b high 2 pending 3 9
	c low 3 pending 3 8
	d high 4 pending 1 9
	END
	for d in besteffort fifo easy conservative; do
		cp was list
		steps 'a pending - never-fits needs 9 cpu, at most 8
b pending - never-fits needs 9 cpu, at most 8
c running n1,n2,n3 -
d pending - never-fits needs 9 cpu, at most 8' -d $d
	done
	sed 's/high/-/' was >list
	steps 'a pending - never-fits needs 9 cpu, at most 8
b pending - never-fits needs 9 cpu, at most 8
c running n1,n2,n3 -
d pending - never-fits needs 9 cpu, at most 8' -d fifo --per-pool \
	    -e placement
}

@test "free 1+1 and an ask of 1.5: it waits, and under placement is not let in" {
	nodes 1 1
	printf '%s\n' 'job created state gpu' 'a 1 pending 1.5' >was
	cp was list
	steps 'a pending - fragmented needs 1 x 1.5 gpu, 0 fit (free 1+1)' \
	    -e placement
	cp was list
	steps 'a inqueue - fragmented needs 1 x 1.5 gpu, 0 fit (free 1+1)'
}

@test "free 1+1 and an ask of 1.5: under placement it keeps nothing from others" {
	nodes 1 1
	printf '%s\n' 'job created state gpu' 'a 1 pending 1.5' \
	    'b 2 pending 1' 'c 3 pending 1' >was
	cp was list
	starts 'b c' -e placement
	cp was list
	starts ''
	cp was list
	starts '' -e placement -d fifo
}

@test "10 nodes with 6 cpu and 10G: a gang of 12 x 4 cpu, 8G waits: 10 fit" {
	{
		echo 'node cpu mem'
		number 10 'n%d 6 10G'
	} >nodes
	printf '%s\n' 'job created state instances cpu mem' \
	    'a 1 pending 12 4 8G' >was
	cp was list
	steps 'a inqueue - fragmented needs 12 x 4 cpu + 8G mem, 10 fit (free 6+6+6+6+6+6+6+6+...)'
	cp was list
	steps 'a pending - fragmented needs 12 x 4 cpu + 8G mem, 10 fit (free 6+6+6+6+6+6+6+6+...)' \
	    -e placement
	sed 's/ 12 / 10 /' was >list
	starts a
}

@test "1,000 low jobs that want model A do not hold up a high one for B" {
	cat >nodes <<-END
	node gpu_model gpu
	a1 A 8
	b1 B 8
	END
	{
		echo 'job priority created state gpu gpu_model'
		number 1000 'a%d low 1 pending 8 A'
		echo 'b high 2 pending 8 B'
	} >was
	for d in besteffort fifo easy conservative; do
		cp was list
		starts 'a1 b' -d $d
	done
}

@test "1,000 low jobs ahead, inqueue for A, do not hold up a high one for B" {
	cat >nodes <<-END
	node gpu_model gpu
	a1 A 5
	a2 A 5
	b1 B 8
	END
	{
		echo 'job priority created state gpu gpu_model'
		number 1000 'a%d low 1 inqueue 6 A'
		echo 'b high 2 pending 8 B'
	} >list
	starts b
	count inqueue 1000
}

@test "jobs that wait for 4 GPUs do not stall those for cpu: besteffort" {
	cat >nodes <<-END
	node gpu cpu
	n1 3 16
	n2 3 16
	END
	{
		echo 'job created state gpu cpu'
		number 50 'g%d 1 pending 4 2'
		number 3 'c%d 2 pending - 8'
	} >list
	starts 'c1 c2 c3'
	view list | grep '^g1 ' >first
	holds first \
	    'g1 inqueue - fragmented needs 1 x 4 gpu, 0 fit (free 3+3)'
	view list | grep '^g50 ' >last
	holds last 'g50 pending - quota needs 4 gpu, 6 idle, 4 inqueue'
}

@test "500 jobs at the head that never fit do not stop the 501st" {
	cat >nodes <<-END
	node gpu_total
	n1 8
	n2 8
	END
	{
		echo 'job priority created state instances gpu'
		number 250 'a%d high 1 pending 1 9'
		number 250 'b%d high 1 pending 3 8'
		echo 'c low 2 pending 2 8'
	} >was
	for d in besteffort fifo easy conservative; do
		cp was list
		starts c -d $d
	done
	for o in '--per-pool' '-e placement' '--spread'; do
		cp was list
		# shellcheck disable=SC2086 # an option and its value
		starts c -d fifo $o
	done
}

@test "nodes used 7, 6, 7 of 8: four are free, and a job of 4 is fragmented" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' 'n3 8' >nodes
	cat >list <<-END
	job created state instances gpu started nodes
	x 1 running 1 7 10 n1
	y 2 running 2 3 10 n2*2
	z 3 running 1 7 10 n3
	a 4 pending 1 4 - -
	END
	steps 'x running n1 -
y running n2*2 -
z running n3 -
a inqueue - fragmented needs 1 x 4 gpu, 0 fit (free 2+1+1)'
	sed -i 's/pending	1	4	/pending	4	1	/; s/inqueue	1	4	/inqueue	4	1	/' list
	starts 'x y z a'
}

@test "free 2, 1, 1: jobs of 2x1 and of 1x2 both start" {
	nodes 2 1 1
	for order in '1 2' '2 1'; do
		for d in besteffort fifo easy conservative; do
			for e in quota placement; do
				# shellcheck disable=SC2086 # two numbers
				printf '%s\n' 'job created state instances gpu' \
				    "a ${order% *} pending 2 1" \
				    "b ${order#* } pending 1 2" >list
				steps 'a running n2,n3 -
b running n1 -' -d $d -e $e
			done
		done
	done
}

@test "claims on a model whose nodes have drained do not hold up another" {
	cat >nodes <<-END
	node gpu_model gpu gpu_total state
	n1 A 8 8 drain
	n2 A 8 8 drain
	n3 B 8 8 ready
	END
	cat >was <<-END
	job created state instances gpu gpu_model
	a 1 inqueue 2 8 A
	b 2 pending 1 8 B
	c 3 pending 1 8 A
	END
	cp was list
	steps 'a inqueue - fragmented needs 2 x 8 gpu, 0 fit (free nothing)
b running n3 -
c pending - quota needs 8 gpu, 0 idle, 0 inqueue'
	sed -i '/^n2/s/drain/ready/; /^n2/s/ 8 8/ 4 8/' nodes
	cp was list
	steps 'a inqueue - fragmented needs 2 x 8 gpu, 0 fit (free 4)
b running n3 -
c pending - quota needs 8 gpu, 4 idle, 4 inqueue'
}
