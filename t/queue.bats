#!/usr/bin/env bats
# One step of the queue: who is admitted, who starts, and what each job that
# waits is told.  The cases of the design have its names, Q1 to Q5b.

load check
load queue

# The jobs of Q4 and Q4b; with a medium A those of Q2.
four() {
	records_of list <<-END
	job priority created state instances gpu
	A $1 10:00 inqueue 2 8
	B high 11:00 pending 1 8
	C high 13:00 pending 2 8
	D medium 12:00 pending 2 8
	END
}

# A, B, C, D ahead of E; A went inqueue at 11:00, when E came.
five() {
	records_of list <<-END
	job priority created state since instances gpu
	A high 10:00 inqueue 11:00 2 8
	B high 10:00 pending - 2 8
	C high 10:00 pending - 2 8
	D high 10:00 pending - 2 8
	E high 11:00 pending - 1 8
	END
}

@test "Q1: fifo: all wait behind the first, which does not fit" {
	nodes 8 8
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 3 8
	B high 12:00 pending 2 8
	C medium 11:00 pending 2 8
	END
	steps 'A pending - quota needs 24 gpu, 16 idle, 0 inqueue
B pending - behind A
C pending - behind A' -d fifo
}

@test "Q1b: fifo: A medium, B to the front: B runs" {
	nodes 8 8
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 3 8
	B high 12:00 pending 2 8
	C medium 11:00 pending 2 8
	END
	change A priority=medium
	change B front
	steps 'A pending - quota needs 24 gpu, 0 idle, 0 inqueue
B running n1,n2 -
C pending - behind A' -d fifo
}

@test "Q2: fifo: a later job of higher priority takes the place of A" {
	nodes 8 4 4
	four medium
	steps 'A pending - displaced B
B running n1 -
C pending - quota needs 16 gpu, 8 idle, 0 inqueue
D pending - behind C' -d fifo
}

@test "Q3: besteffort: who does not fit is skipped" {
	nodes 8 8
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 3 8
	B high 11:00 pending 2 8
	C medium 12:00 pending 2 8
	END
	steps 'A pending - quota needs 24 gpu, 0 idle, 0 inqueue
B running n1,n2 -
C pending - quota needs 16 gpu, 0 idle, 0 inqueue' -d besteffort
}

@test "Q4: besteffort: A fits by its sum, not on nodes, and holds up B" {
	nodes 8 4 4
	four high
	steps 'A inqueue - fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)
B pending - quota needs 8 gpu, 16 idle, 16 inqueue
C pending - quota needs 16 gpu, 16 idle, 16 inqueue
D pending - quota needs 16 gpu, 16 idle, 16 inqueue' -d besteffort
}

@test "Q4b: besteffort: A timed out, B runs" {
	nodes 8 4 4
	four high
	try qrequeue -T 2026-11-30T14:00:00Z -t 1h -C 10m list
	ends 0
	mv out list
	steps 'A pending - cooldown 2026-11-30T14:10:00Z
B running n1 -
C pending - quota needs 16 gpu, 8 idle, 0 inqueue
D pending - quota needs 16 gpu, 8 idle, 0 inqueue' -d besteffort
}

# passes COOLDOWN N: N passes from 11:00 on, every ten minutes, the timeout;
# prints when E starts.
passes() {
	local t

	t=$(date -u -d 2026-11-30T11:00:00Z +%s)
	for ((i = 0; i < $2; i++)); do
		qrequeue -T "$t" -t 10m -C "$1" list |
		    qstep -T "$t" -N nodes >next
		mv next list
		t=$((t + 600))
	done
	view list | grep '^E '
	qstep -N nodes -H -c job,started list | grep '^E'
}

@test "Q5: besteffort: E starts at 4T when the cooldown is over 3T" {
	nodes 8 4 4
	five
	passes 1801 4 >got
	holds got "E pending - quota needs 8 gpu, 16 idle, 16 inqueue
E$(printf '\t')-"
	five
	passes 1801 5 >got
	holds got "E running n1 -
E$(printf '\t')2026-11-30T11:40:00Z"
}

@test "Q5: besteffort: E never starts when the cooldown is 3T or less" {
	nodes 8 4 4
	five
	passes 30m 20 >got
	holds got "E pending - quota needs 8 gpu, 16 idle, 16 inqueue
E$(printf '\t')-"
	five
	passes 1m 20 >got
	holds got "E pending - quota needs 8 gpu, 16 idle, 16 inqueue
E$(printf '\t')-"
}

@test "Q5b: besteffort: A stopped, B, C and D low: E runs" {
	nodes 8 4 4
	five
	change A stop
	change B,C,D priority=low
	steps 'A stopped - -
B pending - quota needs 16 gpu, 8 idle, 0 inqueue
C pending - quota needs 16 gpu, 8 idle, 0 inqueue
D pending - quota needs 16 gpu, 8 idle, 0 inqueue
E running n1 -' -d besteffort
}

@test "never-fits: one instance, the resources that are short" {
	cat >nodes <<-END
	node gpu_total cpu_total mem_total
	n1 8 64 512G
	n2 4 128 256G
	END
	cat >list <<-END
	job created state instances gpu cpu mem
	a 1 pending 1 9 1 -
	b 2 pending 1 1 129 513G
	c 3 pending 1 8 128 -
	d 4 pending 1 0.5 128.5 -
	e 5 pending 1 1 1 1
	END
	steps 'a pending - never-fits needs 9 gpu, at most 8
b pending - never-fits needs 129 cpu, at most 128; needs 513G mem, at most 512G
c pending - never-fits needs 8 gpu + 128 cpu, no node has all
d pending - never-fits needs 128.5 cpu, at most 128
e running n2 -'
}

@test "never-fits: the gang, on all matching nodes when empty" {
	cat >nodes <<-END
	node gpu_model gpu gpu_total state
	n1 T4 8 8 ready
	n2 T4 0 4 ready
	n3 T4 0 8 drain
	n4 A100 8 8 ready
	END
	cat >list <<-END
	job created state instances gpu gpu_model
	a 1 pending 3 8 T4
	b 2 pending 6 4 T4
	c 3 pending 5 8 -
	d 4 pending 2 8 A100
	e 5 pending 2 8 T4
	END
	steps 'a pending - never-fits needs 3 x 8 gpu, at most 2 fit
b pending - never-fits needs 6 x 4 gpu, at most 5 fit
c pending - never-fits needs 5 x 8 gpu, at most 3 fit
d pending - never-fits needs 2 x 8 gpu, at most 1 fits
e pending - quota needs 16 gpu, 8 idle, 0 inqueue'
}

@test "never-fits: of a gang only what is short by itself is named" {
	printf '%s\n' 'node gpu_total cpu_total' 'n1 8 64' 'n2 4 64' >nodes
	cat >list <<-END
	job created state instances gpu cpu
	a 1 pending 2 8 1
	b 2 pending 4 1 40
	c 3 pending 2 8 65
	d 4 pending 3 4 32
	END
	steps 'a pending - never-fits needs 2 x 8 gpu, at most 1 fits
b pending - never-fits needs 4 x 40 cpu, at most 2 fit
c pending - never-fits needs 65 cpu, at most 64
d running n2,n1*2 -'
	# Each is there, but not together.
	printf '%s\n' 'node gpu_total cpu_total' 'n1 8 8' 'n2 4 64' >nodes
	printf '%s\n' 'job created instances gpu cpu' 'e 5 2 4 16' >list
	steps 'e - - never-fits needs 2 x 4 gpu + 16 cpu, at most 1 fits'
}

@test "sums over nodes and gangs may be more than an amount can be" {
	printf '%s\n' 'node mem' 'n1 7E' 'n2 7E' >nodes
	cat >list <<-END
	job created state instances mem
	a 1 pending 2 6E
	b 2 pending 3 1E
	c 3 pending 1 1G
	END
	cp list was
	steps 'a running n1,n2 -
b pending - quota needs 3E mem, 2147483647G idle, 0 inqueue
c running n1 -'
	cp was list
	steps 'a running n1,n2 -
b pending - quota needs 3E mem, 2E idle, 0 inqueue
c pending - behind b' -d conservative
}

@test "never-fits: more than the queue's quota; equal is not more" {
	nodes 8 8
	cat >list <<-END
	job created state instances gpu cpu
	a 1 pending 3 4 1
	b 2 pending 1 1 6
	c 3 pending 3 4 6
	d 4 pending 1 5 5
	e 5 pending 2 2.5 1
	END
	steps 'a pending - never-fits needs 12 gpu, quota 10
b pending - never-fits needs 6 cpu, quota 5
c pending - never-fits needs 12 gpu, quota 10; needs 18 cpu, quota 5
d running n1 -
e pending - quota needs 2 cpu, 0 idle, 0 inqueue' --quota gpu=10,cpu=5
}

@test "never-fits: without a total there is no bound" {
	nodes 8
	cat >list <<-END
	job created state instances gpu
	a 1 pending 1 1000
	b 2 pending 1000 1
	END
	steps 'a pending - quota needs 1000 gpu, 8 idle, 0 inqueue
b pending - quota needs 1000 gpu, 8 idle, 0 inqueue'
}

@test "never-fits: one that was let in goes back, and claims nothing" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	cat >was <<-END
	job created state instances gpu gpu_model
	a 1 inqueue 1 9 -
	b 2 inqueue 3 4 H200
	c 3 inqueue 3 8 -
	d 4 pending 2 8 -
	END
	for d in besteffort fifo easy conservative; do
		cp was list
		steps 'a pending - never-fits needs 9 gpu, at most 8
b pending - no-node gpu_model=H200
c pending - never-fits needs 3 x 8 gpu, at most 2 fit
d running n1,n2 -' -d $d
	done
	printf '%s\n' 'job created state gpu' 'a 1 inqueue 8' 'b 2 pending 4' \
	    >list
	steps 'a pending - never-fits needs 8 gpu, quota 6
b running n1 -' --quota gpu=6
}

@test "no-node: the model, pool, selector or label that nothing has" {
	cat >nodes <<-END
	node gpu_model gpu pool labels
	n1 T4 8 a,b zone=x
	n2 A100 8 c zone=y,gen=2
	END
	cat >list <<-END
	job created state gpu gpu_model pool selector same
	a 1 pending 1 H200 - - -
	b 2 pending 1 - d - -
	c 3 pending 1 - - zone=z -
	d 4 pending 1 T4 c - -
	e 5 pending 1 A100 c zone=x -
	f 6 pending 1 - - - rack
	g 7 pending 1 T4 b zone=x zone
	END
	steps 'a pending - no-node gpu_model=H200
b pending - no-node pool=d
c pending - no-node selector=zone=z
d pending - no-node gpu_model=T4 pool=c
e pending - no-node gpu_model=A100 pool=c selector=zone=x
f pending - no-node same=rack
g running n1 -' -d fifo
}

@test "no-node and never-fits: a node counts whatever its state" {
	cat >nodes <<-END
	node gpu_model gpu gpu_total state
	n1 T4 8 8 drain
	n2 A100 8 8 ready
	END
	cat >list <<-END
	job created state gpu gpu_model
	a 1 pending 8 T4
	b 2 pending 9 T4
	END
	steps 'a pending - quota needs 8 gpu, 0 idle, 0 inqueue
b pending - never-fits needs 9 gpu, at most 8'
}

@test "cooldown: until when, in the style of created; its end counts as past" {
	nodes 8
	cat >list <<-END
	job created state gpu not_before
	a 2026-11-30T10:00:00Z pending 1 2026-11-30T14:00:01Z
	b 2026-11-30T18:00:00+08:00 pending 1 1796050000
	c 1796032800 pending 1 2026-11-30T15:00:00Z
	d 2026-11-30T13:00:00Z pending 1 2026-11-30T14:00:00Z
	END
	steps 'a pending - cooldown 2026-11-30T14:00:01Z
b pending - cooldown 2026-11-30T22:46:40+08:00
c pending - cooldown 1796050800
d running n1 -' -d fifo
}

@test "quota: of all nodes, several resources joined" {
	cat >nodes <<-END
	node gpu cpu mem
	n1 4 32 64G
	n2 4 32 64G
	END
	cat >list <<-END
	job created state instances gpu cpu mem
	a 1 pending 2 8 50 -
	b 2 pending 1 2 65 1G
	c 3 pending 3 3 30 50G
	d 4 pending 1 0.5 64.5 129G
	END
	steps 'a pending - quota needs 16 gpu, 8 idle, 0 inqueue; needs 100 cpu, 64 idle, 0 inqueue
b pending - quota needs 65 cpu, 64 idle, 0 inqueue
c pending - quota needs 9 gpu, 8 idle, 0 inqueue; needs 90 cpu, 64 idle, 0 inqueue; needs 150G mem, 128G idle, 0 inqueue
d pending - quota needs 64.5 cpu, 64 idle, 0 inqueue; needs 129G mem, 128G idle, 0 inqueue'
}

@test "quota: what is claimed is told, too" {
	cat >nodes <<-END
	node gpu cpu
	n1 4 8
	n2 4 8
	END
	cat >list <<-END
	job created state gpu cpu
	a 1 inqueue 5 8
	b 2 pending 4 8
	c 3 pending 4 1
	d 4 pending 3 7
	END
	steps 'a inqueue - fragmented needs 1 x 5 gpu, 0 fit (free 4+1)
b pending - quota needs 4 gpu, 5 idle, 5 inqueue; needs 8 cpu, 9 idle, 8 inqueue
c pending - quota needs 4 gpu, 5 idle, 5 inqueue
d running n1 -'
}

@test "quota: a resource of which nodes tell nothing is no bound" {
	nodes 8
	cat >list <<-END
	job created state gpu cpu mem
	a 1 pending 1 1000 1E
	END
	steps 'a running n1 -'
}

@test "quota: of the queue, less what it runs and claims" {
	nodes 2 2 2 2
	cat >list <<-END
	job queue created state gpu started nodes
	r q 1 running 1 1 n9
	a q 2 inqueue 4 - -
	b q 3 pending 3 - -
	c q 4 pending 1 - -
	d p 5 pending 2 - -
	END
	steps 'r running n9 -
a inqueue - fragmented needs 1 x 4 gpu, 0 fit (free 2+2+1)
b pending - quota needs 3 gpu, 5 idle, 4 inqueue
c running n1 -
d running n2 -' --quota gpu=7
}

@test "quota: of the class, which others do not share" {
	cat >nodes <<-END
	node gpu_model gpu
	n1 T4 2
	n2 T4 2
	n3 A100 8
	END
	cat >list <<-END
	job created state gpu gpu_model
	a 1 inqueue 3 T4
	b 2 pending 2 T4
	c 3 pending 8 A100
	d 4 pending 1 A100
	END
	steps 'a inqueue - fragmented needs 1 x 3 gpu, 0 fit (free 2+2)
b pending - quota needs 2 gpu, 4 idle, 3 inqueue
c running n3 -
d pending - quota needs 1 gpu, 0 idle, 0 inqueue'
}

@test "behind: the job that blocks, of the same queue" {
	nodes 8 8
	cat >list <<-END
	job queue created state instances gpu
	a p 1 pending 3 8
	b q 2 pending 1 8
	c p 3 pending 1 1
	d q 4 pending 2 8
	e q 5 pending 1 1
	f p 6 pending 1 1
	END
	steps 'a pending - quota needs 24 gpu, 8 idle, 0 inqueue
b running n1 -
c pending - behind a
d pending - quota needs 16 gpu, 8 idle, 0 inqueue
e pending - behind d
f pending - behind a' -d fifo
}

@test "behind: one that was admitted and cannot be placed" {
	nodes 3 3
	cat >list <<-END
	job created state instances gpu
	a 1 pending 1 4
	b 2 pending 1 1
	c 3 inqueue 1 1
	END
	steps 'a inqueue - fragmented needs 1 x 4 gpu, 0 fit (free 3+3)
b inqueue - behind a
c inqueue - behind a' -d fifo
}

@test "displaced: by the last that was admitted ahead of it" {
	nodes 8 8
	cat >list <<-END
	job priority created state instances gpu
	x low 1 inqueue 2 8
	a high 2 pending 1 2
	b high 3 pending 1 2
	y 9 4 inqueue 1 1
	c low 5 pending 2 8
	END
	steps 'x pending - displaced b
a running n1 -
b running n1 -
y pending - displaced b
c pending - behind x' -d fifo
}

@test "displaced: by whom the walk stopped at, if it admitted nobody" {
	nodes 8 8
	cat >list <<-END
	job priority created state instances gpu
	x low 1 inqueue 2 8
	a high 2 pending 3 8
	END
	steps 'x pending - displaced a
a pending - quota needs 24 gpu, 16 idle, 0 inqueue' -d fifo
}

@test "displaced: not by itself: quota; nor by one that was running" {
	nodes 8 4
	cat >list <<-END
	job priority created state instances gpu started nodes
	r high 0 running 1 4 1 n2
	x low 1 inqueue 2 8 - -
	y low 2 inqueue 1 1 - -
	END
	steps 'r running n2 -
x pending - quota needs 16 gpu, 12 idle, 0 inqueue
y pending - displaced x' -d fifo
}

@test "displaced: kept while it is blocked, gone when it is let in" {
	nodes 8 8
	cat >list <<-END
	job priority created state instances gpu
	x low 1 inqueue 2 8
	a high 2 pending 1 8
	END
	steps 'x pending - displaced a
a running n1 -' -d fifo
	nodes 0 8
	at 2026-11-30T15:00:00Z
	steps 'x pending - displaced a
a running n1 -' -d fifo
	nodes 8 8
	at 2026-11-30T16:00:00Z
	steps 'x running n1,n2 -
a running n1 -' -d fifo
}

@test "fragmented: how many fit, and what is free on the matching nodes" {
	cat >nodes <<-END
	node gpu_model gpu
	n1 T4 3
	n2 T4 7
	n3 A100 8
	n4 T4 3
	END
	cat >list <<-END
	job created state instances gpu gpu_model
	a 1 pending 3 4 T4
	END
	steps 'a inqueue - fragmented needs 3 x 4 gpu, 1 fits (free 7+3+3)'
	sed -i 's/T4 7/T4 8/' nodes
	steps 'a inqueue - fragmented needs 3 x 4 gpu, 2 fit (free 8+3+3)'
	sed -i 's/T4 8/T4 3.5/' nodes
	steps 'a inqueue - fragmented needs 3 x 4 gpu, 0 fit (free 3.5+3+3)'
	sed -i 's/T4 3$/T4 4/; s/T4 3.5/T4 4.5/' nodes
	steps 'a running n1,n4,n2 -'
}

@test "fragmented: only the resources that are short" {
	cat >nodes <<-END
	node gpu cpu mem
	n1 8 6 64G
	n2 8 6 64G
	END
	cat >list <<-END
	job created state instances gpu cpu mem
	a 1 pending 3 2 4 8G
	END
	steps 'a inqueue - fragmented needs 3 x 4 cpu, 2 fit (free 6+6)'
	sed -i 's/64G/12G/' nodes
	steps 'a inqueue - fragmented needs 3 x 4 cpu + 8G mem, 2 fit (free 6+6)'
}

@test "reserved: until when and for whom, in the style of created" {
	cat >nodes <<-END
	node gpu_total
	n1 8
	n2 4
	END
	records_of list <<-END
	job priority created state instances gpu time_limit started nodes
	r high 10:00 running 1 8 2h 13:00 n1
	h high 11:00 pending 3 4 1h - -
	l low 11:00 pending 1 4 61m - -
	m low 2026-11-30T19:00:00+08:00 pending 1 4 - - -
	END
	steps 'r running n1 -
h pending - quota needs 12 gpu, 4 idle, 0 inqueue
l pending - reserved 2026-11-30T15:00:00Z for h
m pending - reserved 2026-11-30T23:00:00+08:00 for h' -d easy
	sed -i 's/61m/1h/' list
	steps 'r running n1 -
h pending - quota needs 12 gpu, 0 idle, 0 inqueue
l running n2 -
m pending - quota needs 4 gpu, 0 idle, 0 inqueue' -d easy
}

@test "easy, conservative: nobody passes a first blocked job without a time" {
	printf '%s\n' 'node gpu_total state' 'n1 8 -' 'n2 8 -' 'n3 8 drain' \
	    >nodes
	cat >was <<-END
	job created state instances gpu time_limit started nodes
	r 1 running 1 4 - 1 n1
	h 2 pending 2 8 1h - -
	s 3 pending 1 1 1m - -
	END
	for d in easy conservative; do
		# Without a limit r never ends.
		cp was list
		steps 'r running n1 -
h pending - quota needs 16 gpu, 12 idle, 0 inqueue
s pending - behind h' -d $d
		# What is drained does not come back.
		sed '/^h/s/2 8/3 8/; /^r/s/ - / 1h /' was >list
		steps 'r running n1 -
h pending - quota needs 24 gpu, 12 idle, 0 inqueue
s pending - behind h' -d $d
		# One that no node could ever hold is no such job.
		sed '/^h/s/2 8/1 9/' was >list
		steps 'r running n1 -
h pending - never-fits needs 9 gpu, at most 8
s running n1 -' -d $d
	done
}

@test "easy, conservative: a later job without a time holds up nobody" {
	printf '%s\n' 'node gpu_model gpu_total' 'n1 A 8' 'n2 B 8' >nodes
	records_of was <<-END
	job created state gpu gpu_model time_limit started nodes
	r 10:00 running 4 A 5h 10:00 n1
	x 10:00 running 8 B - 10:00 n2
	h 11:00 pending 8 A 1h - -
	y 12:00 pending 8 B 1h - -
	s 13:00 pending 4 A 1h - -
	END
	for d in easy conservative; do
		cp was list
		steps 'r running n1 -
x running n2 -
h pending - quota needs 8 gpu, 0 idle, 0 inqueue
y pending - quota needs 8 gpu, 0 idle, 0 inqueue
s running n1 -' -d $d
	done
}

@test "easy, conservative: who is over a quota holds up nobody" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	printf '%s\n' 'queue gpu' 'p 6' >queues
	cat >was <<-END
	job queue created state gpu time_limit started nodes
	r p 1 running 4 1h 1 n1
	h p 2 pending 4 1h - -
	a q 3 pending 8 5h - -
	b q 4 pending 6 5h - -
	c q 5 pending 2 5h - -
	END
	for d in easy conservative; do
		for o in '' '-e placement' '--per-pool'; do
			cp was list
			# shellcheck disable=SC2086 # several words
			steps 'r running n1 -
h pending - quota needs 4 gpu, 2 idle, 0 inqueue
a running n2 -
b pending - quota needs 6 gpu, 2 idle, 0 inqueue
c running n1 -' -Q queues -d $d $o
		done
	done
}

@test "easy, conservative: the first to end on a node that holds too much" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 1' >nodes
	cat >was <<-END
	job created state gpu time_limit started nodes
	a 1 running 6 1h 1 n1
	b 2 running 6 - 1 n1
	h 3 pending 4 1h - -
	s 4 pending 1 1m - -
	END
	for d in easy conservative; do
		cp was list
		# When a has ended b leaves 2, not 6.
		steps 'a running n1 -
b running n1 -
h pending - quota needs 4 gpu, 1 idle, 0 inqueue
s pending - behind h' -d $d
	done
}

@test "easy, conservative: who may run no time at all ends in a second" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 4' >nodes
	cat >was <<-END
	job created state instances gpu time_limit
	a 1 pending 1 8 0
	h 2 pending 3 4 1m
	s 3 pending 1 4 1
	END
	for d in easy conservative; do
		cp was list
		steps 'a running n1 -
h pending - quota needs 12 gpu, 0 idle, 0 inqueue
s running n2 -' -d $d
	done
	# So its reservation is of a second.
	at 9
	cat >was <<-END
	job created state gpu time_limit started nodes
	r 1 running 4 1h 1 n1
	h 2 pending 8 0 - -
	s 3 pending 4 1m - -
	END
	for limit in 0 1; do
		sed "/^h/s/0/$limit/" was >list
		steps 'r running n1 -
h pending - fragmented needs 1 x 8 gpu, 0 fit (free 4+4)
s pending - reserved 9 for h' -d conservative
	done
}

@test "easy, conservative: the figures are those of the end of the step" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 4' 'n3 4' 'n4 2' 'n5 2' \
	    >nodes
	records_of was <<-END
	job created state instances gpu time_limit started nodes
	r 10:00 running 1 8 5h 10:00 n1
	h 11:00 pending 3 3 1h - -
	s 12:00 pending 1 3 1h - -
	END
	for d in easy conservative; do
		cp was list
		steps 'r running n1 -
h pending - fragmented needs 3 x 3 gpu, 1 fits (free 4+2+2+1)
s running n2 -' -d $d
	done
	# m could have started when it had its turn, but for h.
	sed -i '/^n[45]/d' nodes
	records_of was <<-END
	job created state instances gpu time_limit started nodes
	r 10:00 running 1 8 5h 10:00 n1
	h 11:00 pending 4 4 1h - -
	m 11:30 pending 2 3 - - -
	s 12:00 pending 1 2 1h - -
	END
	for d in easy conservative; do
		cp was list
		steps 'r running n1 -
h pending - quota needs 16 gpu, 6 idle, 0 inqueue
m pending - fragmented needs 2 x 3 gpu, 1 fits (free 4+2)
s running n2 -' -d $d
	done
}

@test "easy, conservative: nobody takes the quota of who has been promised" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	printf '%s\n' 'queue gpu' 'p 8' >queues
	records_of was <<-END
	job queue created state gpu time_limit started nodes
	r q 10:00 running 8 5h 10:00 n1
	x q 10:00 running 4 - 10:00 n2
	h p 11:00 pending 8 1h - -
	s p 12:00 pending 4 - - -
	y q 13:00 pending 4 - - -
	END
	for d in easy conservative; do
		sed '/^y/d' was >list
		steps 'r running n1 -
x running n2 -
h pending - quota needs 8 gpu, 4 idle, 0 inqueue
s pending - reserved 2026-11-30T15:00:00Z for h' -Q queues -d $d
		cp was list
		steps 'r running n1 -
x running n2 -
h pending - quota needs 8 gpu, 0 idle, 0 inqueue
s pending - quota needs 4 gpu, 0 idle, 0 inqueue
y running n2 -' -Q queues -d $d
	done
}

@test "easy: what is spare is sought until nobody passes" {
	printf '%s\n' 'node gpu_total' 'n1 6' 'n2 8' >nodes
	records_of list <<-END
	job created state gpu time_limit started nodes
	r 10:00 running 3 5h 10:00 n1
	x 10:00 running 5 5h 10:00 n2
	h 11:00 pending 4 1h - -
	a 12:00 pending 3 - - -
	b 13:00 pending 3 - - -
	END
	# With a on n2, that is where h will go: so n1 is spare.
	steps 'r running n1 -
x running n2 -
h pending - quota needs 4 gpu, 0 idle, 0 inqueue
a running n2 -
b running n1 -' -d easy
}

@test "easy: who passes keeps off reserved nodes" {
	printf '%s\n' 'node gpu_model gpu_total' 'n1 A 8' 'n2 A 8' 'n3 B 8' \
	    >nodes
	at 10
	cat >list <<-END
	job created state instances gpu gpu_model min_runtime time_limit started nodes reserved
	x 1 running 1 4 - - - 1 n1 -
	r 1 running 1 8 B - 1h 1 n3 -
	h 2 pending 1 8 B - 1h - - -
	j 3 pending 1 4 - 1h - - - -
	g 9 pending 2 8 A 1h - - - n1@500
	END
	steps 'x running n1 -
r running n3 -
h pending - quota needs 8 gpu, 0 idle, 0 inqueue
j running n2 -
g pending - quota needs 16 gpu, 8 idle, 0 inqueue' -d easy
}

@test "timeout, drained: a later step replaces them" {
	nodes 8
	tr ' _' '\t ' >list <<-END
	job created state gpu reason
	a 1 pending 4 timeout
	b 2 pending 9 timeout
	c 3 pending 9 drained_n1
	d 4 pending 9 preempted_a
	END
	steps 'a running n1 -
b pending - quota needs 9 gpu, 4 idle, 0 inqueue
c pending - quota needs 9 gpu, 4 idle, 0 inqueue
d pending - quota needs 9 gpu, 4 idle, 0 inqueue'
}

@test "preempted: who was stopped at that very instant waits, and J is first" {
	cat >nodes <<-END
	node gpu_total
	n1 8
	END
	tr ' _' '\t ' >list <<-END
	job priority created state gpu started ended nodes reason
	a high 1 pending 4 100 1796047200 n1 preempted_j
	b high 2 pending 4 100 1796047200 n1 drained_n1
	k high 3 pending 8 - - - -
	j low 9 pending 8 - - - -
	END
	steps 'a pending n1 preempted j
b pending n1 drained n1
k pending - quota needs 8 gpu, 0 idle, 0 inqueue
j running n1 -' -e placement
	at 2026-11-30T14:00:01Z
	steps 'a pending n1 quota needs 4 gpu, 0 idle, 0 inqueue
b pending n1 quota needs 4 gpu, 0 idle, 0 inqueue
k pending - quota needs 8 gpu, 0 idle, 0 inqueue
j running n1 -' -e placement
}

@test "-d: inqueue jobs of besteffort queues claim from the start" {
	nodes 4 4
	cat >list <<-END
	job queue priority created state gpu
	i q low 1 inqueue 8
	f p high 2 pending 4
	END
	cp list was
	printf 'queue discipline\nq besteffort\np fifo\n' >queues
	steps 'i inqueue - fragmented needs 1 x 8 gpu, 0 fit (free 4+4)
f pending - quota needs 4 gpu, 8 idle, 8 inqueue' -Q queues
	cp was list
	steps 'i pending - quota needs 8 gpu, 4 idle, 0 inqueue
f running n1 -' -d fifo
}

@test "-d: fifo stops at who does not fit, besteffort skips" {
	nodes 6
	cat >list <<-END
	job created state gpu
	a 1 pending 4
	b 2 pending 4
	c 3 pending 2
	END
	cp list was
	steps 'a running n1 -
b pending - quota needs 4 gpu, 2 idle, 0 inqueue
c pending - behind b' -d fifo
	cp was list
	steps 'a running n1 -
b pending - quota needs 4 gpu, 0 idle, 0 inqueue
c running n1 -' -d besteffort
}

@test "--per-pool: a blocked job blocks its own class alone" {
	cat >nodes <<-END
	node gpu_model gpu
	n1 T4 4
	n2 A100 8
	END
	cat >list <<-END
	job created state gpu gpu_model
	t1 1 pending 8 T4
	t2 2 pending 1 T4
	a1 3 pending 4 A100
	n1 4 pending 1 -
	a2 5 pending 2 A100
	END
	cp list was
	steps 't1 pending - quota needs 8 gpu, 4 idle, 0 inqueue
t2 pending - behind t1
a1 pending - behind t1
n1 pending - behind t1
a2 pending - behind t1' -d fifo
	cp was list
	steps 't1 pending - quota needs 8 gpu, 6 idle, 0 inqueue
t2 pending - behind t1
a1 running n2 -
n1 pending - behind t1
a2 running n2 -' -d fifo --per-pool
}

@test "--per-pool: one that names no class blocks none that does" {
	cat >nodes <<-END
	node gpu_model gpu
	n1 T4 4
	n2 A100 8
	END
	cat >list <<-END
	job created state gpu gpu_model
	n1 1 pending 13 -
	n2 2 pending 1 -
	a1 3 pending 4 A100
	t1 4 pending 5 T4
	t2 5 pending 1 T4
	END
	steps 'n1 pending - quota needs 13 gpu, 8 idle, 0 inqueue
n2 pending - behind n1
a1 running n2 -
t1 pending - quota needs 5 gpu, 4 idle, 0 inqueue
t2 pending - behind t1' -d fifo --per-pool
}

@test "--per-pool: in the walk that starts jobs, too" {
	cat >nodes <<-END
	node gpu_model gpu
	n1 T4 4
	n2 T4 4
	n3 A100 8
	END
	cat >list <<-END
	job created state gpu gpu_model
	t1 1 inqueue 6 T4
	t2 2 inqueue 1 T4
	a1 3 inqueue 4 A100
	n1 4 inqueue 1 -
	END
	cp list was
	steps 't1 inqueue - fragmented needs 1 x 6 gpu, 0 fit (free 4+4)
t2 inqueue - behind t1
a1 inqueue - behind t1
n1 inqueue - behind t1' -d fifo
	cp was list
	steps 't1 inqueue - fragmented needs 1 x 6 gpu, 0 fit (free 4+4)
t2 inqueue - behind t1
a1 running n3 -
n1 inqueue - behind t1' -d fifo --per-pool
}

@test "a job packs: fewest GPUs left, then cpu, then mem, then input order" {
	cat >nodes <<-END
	node gpu cpu mem
	n1 8 9 9G
	n2 4 8 9G
	n3 4 7 9G
	n4 4 7 8G
	n5 4 7 8G
	END
	cat >list <<-END
	job created state gpu cpu mem
	a 1 pending 4 1 1G
	b 2 pending 4 1 1G
	c 3 pending 4 1 1G
	d 4 pending 4 1 1G
	e 5 pending 4 1 1G
	f 6 pending 4 1 1G
	END
	steps 'a running n4 -
b running n5 -
c running n3 -
d running n2 -
e running n1 -
f running n1 -'
}

@test "--spread: where most is left" {
	nodes 4 8 7
	cat >list <<-END
	job created state instances gpu
	a 1 pending 1 2
	b 2 pending 3 2
	END
	cp list was
	steps 'a running n2 -
b running n2,n3*2 -' --spread
	cp was list
	steps 'a running n1 -
b running n1,n3*2 -'
}

@test "a gang may have several on a node, written once" {
	nodes 4 1 9
	cat >list <<-END
	job created state instances gpu
	a 1 pending 6 2
	END
	steps 'a running n1*2,n3*4 -'
}

@test "same: all its instances share a label's value" {
	cat >nodes <<-END
	node gpu labels
	n1 8 rack=1
	n2 4 rack=1
	n3 4 rack=2,zone=a
	n4 4 zone=a,rack=2
	n5 4 zone=a
	END
	cat >list <<-END
	job created state instances gpu same
	a 1 pending 2 4 rack
	b 5 pending 4 4 rack
	c 3 pending 3 4 rack
	d 4 pending 2 4 zone
	END
	steps 'a running n3,n4 -
b pending - quota needs 16 gpu, 4 idle, 0 inqueue
c running n2,n1*2 -
d pending - quota needs 8 gpu, 4 idle, 0 inqueue'
}

@test "same: what its values hold apart is fragmented" {
	cat >nodes <<-END
	node gpu labels
	n1 4 rack=1
	n2 4 rack=1
	n3 4 rack=2
	n4 4 rack=2
	END
	cat >list <<-END
	job created state instances gpu same
	a 1 pending 3 4 rack
	END
	steps 'a inqueue - fragmented needs 3 x 4 gpu, 2 fit (free 4+4+4+4)'
}

@test "-e placement: only what the nodes hold is admitted" {
	nodes 8 4 4
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 2 8
	B high 11:00 pending 1 4
	END
	cp list was
	steps 'A inqueue - fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)
B pending - quota needs 4 gpu, 16 idle, 16 inqueue' -e quota
	cp was list
	steps 'A pending - quota needs 16 gpu, 12 idle, 0 inqueue
B running n2 -' -e placement
	sed 2q was >list
	steps 'A pending - fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)' \
	    -e placement
	cp was list
	steps 'A pending - fragmented needs 2 x 8 gpu, 1 fits (free 8+4+4)
B pending - behind A' -e placement -d fifo
}

@test "-e placement: two that fit alone are not both let in" {
	nodes 8 4 4
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 1 8
	B high 11:00 pending 1 8
	C high 12:00 pending 2 4
	END
	cp list was
	steps 'A running n1 -
B inqueue - fragmented needs 1 x 8 gpu, 0 fit (free 4+4)
C pending - quota needs 8 gpu, 8 idle, 8 inqueue' -e quota
	cp was list
	steps 'A running n1 -
B pending - quota needs 8 gpu, 0 idle, 0 inqueue
C running n2,n3 -' -e placement
}

@test "-e placement: one that was let in before starts in its turn" {
	nodes 8 4 4
	records_of list <<-END
	job priority created state instances gpu
	A high 10:00 pending 1 4
	B high 11:00 inqueue 1 4
	C high 12:00 inqueue 1 8
	D high 13:00 inqueue 1 8
	END
	steps 'A pending - quota needs 4 gpu, 4 idle, 4 inqueue
B running n2 -
C running n1 -
D inqueue - fragmented needs 1 x 8 gpu, 0 fit (free 4)' -e placement
}

@test "one with nodes reserved starts on them, whoever claims as much" {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' 'n3 4' 'n4 4' >nodes
	records_of list <<-END
	job created state instances gpu min_runtime reserved
	A 10:00 inqueue 3 3 90 -
	g 11:00 pending 2 8 90 n1,n2@2026-11-30T11:30:00Z
	END
	cp list was
	# A is tried first, and is to keep off what is reserved.
	steps 'A inqueue - fragmented needs 3 x 3 gpu, 2 fit (free 4+4)
g running n1,n2 -'
	sed 's/n1,n2@.*/-/' was >list
	steps 'A running n3,n4,n1 -
g pending - quota needs 16 gpu, 15 idle, 0 inqueue'
	# Nothing is idle: that is told, not where it is not.
	cat >list <<-END
	job created state instances gpu min_runtime nodes started reserved
	r 100 running 6 4 90 n1*2,n2*2,n3,n4 200 -
	g 110 pending 2 8 90 - - n1,n2@1900000000
	END
	steps 'r running n1*2,n2*2,n3,n4 -
g pending - quota needs 16 gpu, 0 idle, 0 inqueue'
}

@test "--quota: what each queue may have, for itself" {
	nodes 8 8
	cat >list <<-END
	job queue created state gpu
	a p 1 pending 2
	b p 2 pending 3
	c q 3 pending 4
	d p 4 pending 2
	END
	steps 'a running n1 -
b pending - quota needs 3 gpu, 0 idle, 0 inqueue
c running n1 -
d running n1 -' --quota gpu=4
}

@test "--quota: several resources" {
	cat >nodes <<-END
	node gpu cpu mem
	n1 8 64 64G
	END
	cat >list <<-END
	job queue created state gpu cpu mem
	a p 1 pending 2 3 1G
	b p 2 pending 2 2 2G
	END
	steps 'a running n1 -
b pending - quota needs 2 cpu, 1 idle, 0 inqueue; needs 2G mem, 1536M idle, 0 inqueue' \
	    --quota gpu=4,cpu=4,mem=2.5G
}

@test "-Q: each queue has its discipline and quota, else those of the options" {
	nodes 8 8 8
	cat >queues <<-END
	queue discipline gpu
	p fifo 10
	q besteffort -
	s - 4
	END
	cat >list <<-END
	job queue created state gpu
	p1 p 1 pending 6
	p2 p 2 pending 5
	p3 p 3 pending 1
	q1 q 4 pending 3
	q2 q 5 pending 3
	q3 q 6 pending 1
	s1 s 7 pending 3
	s2 s 8 pending 2
	s3 s 9 pending 1
	d1 - 10 pending 3
	d2 - 11 pending 3
	d3 - 12 pending 1
	END
	steps 'p1 running n1 -
p2 pending - quota needs 5 gpu, 4 idle, 0 inqueue
p3 pending - behind p2
q1 running n2 -
q2 pending - quota needs 3 gpu, 1 idle, 0 inqueue
q3 running n1 -
s1 running n2 -
s2 pending - quota needs 2 gpu, 1 idle, 0 inqueue
s3 pending - behind s2
d1 running n3 -
d2 pending - quota needs 3 gpu, 2 idle, 0 inqueue
d3 pending - behind d2' -Q queues -d fifo --quota gpu=5
}

@test "a job is not blocked by the head of another queue" {
	nodes 8 8
	cat >list <<-END
	job queue priority created state instances gpu
	a p high 1 pending 3 8
	b q low 2 pending 1 8
	c - low 3 pending 1 8
	d p high 4 pending 1 1
	END
	steps 'a pending - quota needs 24 gpu, 0 idle, 0 inqueue
b running n1 -
c running n2 -
d pending - behind a' -d fifo
}

@test "what a start sets, and what it clears" {
	nodes 8
	cat >list <<-END
	job created state since not_before requeues gpu nodes started ended attained reserved reason
	a 2026-11-30T10:00:00Z pending 1796040000 1796047200 2 4 n7 1 60 59 n1@2026-11-30T18:00:00Z timeout
	END
	step
	holds list "$(tr ' ' '\t' <<-END
	job created state since not_before requeues gpu nodes started ended attained reserved reason
	a 2026-11-30T10:00:00Z running 2026-11-30T14:00:00Z - 2 4 n1 2026-11-30T14:00:00Z - 59 - -
	END
	)"
}

@test "what an admission and a displacement set" {
	nodes 4 4
	cat >list <<-END
	job created state since not_before gpu
	a 100 pending 110 120 5
	END
	at 500
	steps 'a inqueue - fragmented needs 1 x 5 gpu, 0 fit (free 4+4)'
	[ "$(awk -F '\t' 'NR == 2 { print $4, $5 }' list)" = '500 -' ]
	nodes 4
	at 600
	steps 'a pending - quota needs 5 gpu, 4 idle, 0 inqueue' -d fifo
	[ "$(awk -F '\t' 'NR == 2 { print $4, $5 }' list)" = '600 -' ]
}

@test "jobs that run, are held or have finished are not touched" {
	nodes 8
	tr ' _' '\t ' >list <<-END
	job created state gpu reason nodes
	a 1 held 1 why_not -
	b 2 succeeded 1 - n1
	c 3 failed 1 x n1
	d 4 stopped 1 - n1
	e 5 running 1 y n1
	END
	try qstep -T 2026-11-30T14:00:00Z -N nodes -c job,created,state,gpu,reason,nodes list
	ends 0
	cmp list out
}
