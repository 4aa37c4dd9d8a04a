#!/usr/bin/env bats
# gpuhint: which nodes are asked: mixed nodes, pools, selectors, duplicates.

load check

records() {
	printf '%s\n' 'node gpu_model gpu cpu mem state' \
	    'mix A100 4 64 512G -' 'a A100 2 32 256G -' \
	    'mix T4 8 1 1G drain' 'b T4 2 48 128G -' >mixed
	printf '%s\n' 'node gpu pool labels' 'a 8 batch zone=a,rack=3' \
	    'b 4 batch,debug zone=a,rack=4' 'c 2 debug rack=3' \
	    'd 1 - -' 'e 16 bat zone=ab,rack=33' >pools
}

# order NODES ARG...: the nodes of a ranking.
order() {
	try gpuhint -l -H -c node "${@:2}"
	ends 0
	holds out "${1// /$'\n'}"
}

@test "mixed: a model's own GPUs, the first record's cpu, mem and state" {
	gives $'A100\t4\t64\t512G\tmix\nT4\t8\t64\t512G\tmix' \
	    gpuhint -H -c gpu_model,gpu,cpu,mem,nodes mixed
	gives $'A100\t4\t64\t512G\tmix\nT4\t8\t64\t512G\tmix' \
	    gpuhint -H -c gpu_model,gpu,cpu,mem,nodes -p cpu mixed
	gives $'T4\t2\t48\t128G\t5\tmix,b' \
	    gpuhint -H -c gpu_model,gpu,cpu,mem,fits,nodes -m T4 -n 2 \
	    <(sed 's/mix T4 8/mix T4 9/; s/^b T4 2/b T4 2/; 2s/64/200/' mixed)
}

@test "mixed: a first record that is not ready takes the others with it" {
	sed '2s/-$/drain/; 4s/drain/ready/' mixed >drained
	gives $'A100\t2\ta\nT4\t2\tb' \
	    gpuhint -H -c gpu_model,gpu,nodes drained
	gives $'-\tb' gpuhint -r cpu -H -c gpu_model,nodes drained
}

@test "mixed: with -r cpu the node counts once" {
	order 'mix b a' -r cpu mixed
	gives $'-\t-\t64\t512G\t1\tmix' \
	    gpuhint -r cpu -H -c gpu_model,gpu,cpu,mem,fits,nodes mixed
	gives $'-\t-\t32\t128G\t4\tmix,b,a' gpuhint -r cpu -n 3 -H \
	    -c gpu_model,gpu,cpu,mem,fits,nodes mixed
}

@test "mixed: the first record may be in another operand, far before" {
	{
		echo 'node gpu_model gpu cpu mem'
		echo 'mix A100 4 64 512G'
		seq 5000 | sed 's/.*/n& A100 1 2 2G/'
	} >first
	printf '%s\n' 'mem cpu gpu gpu_model node' '1G 1 8 T4 mix' \
	    '- - 2 - mix' >second
	gives $'A100\t4\t64\nT4\t8\t64\ngpu\t2\t64' \
	    gpuhint -H -c gpu_model,gpu,cpu first second
}

@test "mixed: a record without GPUs first" {
	printf '%s\n' 'node gpu_model gpu cpu' 'a - 0 64' 'a T4 8 1' \
	    'a V1 4 2' >m
	gives $'T4\t8\t64\nV1\t4\t64' gpuhint -H -c gpu_model,gpu,cpu m
	gives $'-\t64\t1' gpuhint -r cpu -H -c gpu_model,cpu,fits m
}

@test "mixed: vgpu is a record's own" {
	printf '%s\n' 'node gpu_model gpu cpu vgpu' 'a T4 8 64 no' \
	    'a V1 4 1 yes' >m
	gives $'V1\t4\t64' gpuhint -r vgpu -H -c gpu_model,gpu,cpu m
}

@test "--pool: nodes that have it in their list" {
	order 'a b' --pool batch pools
	order 'b c' --pool debug pools
	order 'e' --pool=bat pools
	denies '' gpuhint --pool none pools
	denies '' gpuhint --pool batch,debug pools
}

@test "--selector: nodes that have all the labels" {
	order 'a b' --selector zone=a pools
	order 'a c' --selector rack=3 pools
	order 'a' --selector zone=a,rack=3 pools
	order 'a' --selector rack=3,zone=a pools
	denies '' gpuhint --selector zone=b pools
	denies '' gpuhint --selector zone pools
	order 'b' --selector zone=a --pool debug pools
}

@test "pool and selector bound every question" {
	gives $'4\t4\t2' gpuhint -H -c gpu,fits,instances -n 2 \
	    --pool batch <(sed 's/ 8 batch/ 12 batch/' pools)
	gives $'gpu\t1\t1\tb' gpuhint -H --pool debug -w 1x4 pools
	denies $'1\t0' gpuhint -H --pool debug -w 1x8 -c instances,fits pools
	gives $'gpu\t1\t4' gpuhint -H -F --pool debug \
	    -c gpu_model,instances,gpu pools
}

@test "-v says how many records qualify, and still answers" {
	try gpuhint -v -H -c gpu,nodes --pool batch pools
	ends 0
	holds out $'8\ta'
	holds err 'gpuhint: gpu: 2 of 5 records qualify'
	try gpuhint --verbose -r cpu -H -c nodes mixed
	holds err 'gpuhint: 3 of 4 records qualify'
}

@test "a node twice with one model is a fault, in any operand" {
	printf '%s\n' 'node gpu_model gpu' 'a T4 1' 'b T4 1' 'a V1 1' \
	    'a T4 2' >twice
	faults 'gpuhint: twice:5: node: "a" is there twice with gpu_model "T4"' \
	    gpuhint twice
	head -n 4 twice >once
	gives 'T4' gpuhint -H -m T4 -c gpu_model once
	faults $'gpuhint: twice:2: node: "a" is there twice with gpu_model "T4"
gpuhint: twice:3: node: "b" is there twice with gpu_model "T4"
gpuhint: twice:4: node: "a" is there twice with gpu_model "V1"
gpuhint: twice:5: node: "a" is there twice with gpu_model "T4"' \
	    gpuhint once twice
	printf 'node cpu\na 1\na 1\n' >cpus
	faults 'gpuhint: cpus:3: node: "a" is there twice' gpuhint cpus
	# Without a model the card is called gpu.
	printf 'node gpu_model gpu\na gpu 1\na - 2\n' >named
	faults \
	    'gpuhint: named:3: node: "a" is there twice with gpu_model "gpu"' \
	    gpuhint named
}

@test "a duplicate far behind, among many, is found" {
	{
		echo 'node gpu'
		seq 300000 | sed 's/$/	1/; s/^/n/'
		printf 'n7\t1\nN7\t1\nn300001\t1\n'
	} | tr ' ' '\t' >many
	faults \
	    'gpuhint: many:300002: node: "n7" is there twice with gpu_model "gpu"' \
	    gpuhint many
}
