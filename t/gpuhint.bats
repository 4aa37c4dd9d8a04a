#!/usr/bin/env bats
# gpuhint: the hint itself, which nodes it is read from, and how many fit.

load check

records() {
	printf '%s\n' 'node cpu mem' 'n1 80 200G' 'n2 70 200G' \
	    'n3 80 320G' >h1
	printf '%s\n' 'node gpu_model gpu cpu mem' 'n1 T4 32 100 200G' \
	    'n2 T4 16 80 160G' 'n3 T4 8 50 100G' 'n4 T4 16 80 170G' >h2
	sed '/^n1 /s/200G/100G/' h2 >h3
	sed '/^n1 /s/.*/n1 T4 32 70 100G/' h2 >h4
	# The keys disagree: gpu a, cpu b, mem c; ties behind them.
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a T4 8 10 10G' \
	    'b T4 4 40 20G' 'c T4 4 20 40G' 'd T4 4 40 40G' 'e T4 8 10 20G' \
	    'f T4 4 40 40G' >keys
}

# hint OUT ARG...: the amounts of a hint, how many fit, and its nodes.
hint() {
	gives "$1" gpuhint -H -c gpu,cpu,mem,fits,nodes "${@:2}"
}

# order NODES ARG...: the nodes of a ranking.
order() {
	try gpuhint -l -H -c node "${@:2}"
	ends 0
	holds out "${1// /$'\n'}"
}

@test "H1: cpu, ranked by cpu and then mem" {
	order 'n3 n1 n2' -r cpu -p cpu h1
	hint $'-\t80\t320G\t1\tn3' -r cpu -p cpu h1
}

@test "H2: gpu, single" {
	order 'n1 n4 n2 n3' -r gpu -p gpu h2
	hint $'32\t100\t200G\t1\tn1' -r gpu -p gpu h2
}

@test "H3: gpu, distributed over two nodes" {
	order 'n1 n4 n2 n3' -r gpu -p gpu -n 2 h3
	hint $'16\t80\t100G\t3\tn1,n4' -r gpu -p gpu -n 2 h3
}

@test "H4: vgpu local-first, single" {
	order 'n4 n2 n1 n3' -r vgpu -s local-first -p gpu h4
	order 'n1 n2 n4 n3' -r vgpu -s local-first -p gpu --rank-by gpu h4
	hint $'32\t80\t170G\t1\tn1+n4' -r vgpu -s local-first -p gpu h4
}

@test "H5: vgpu local-first, distributed" {
	order 'n4 n2 n1 n3' -r vgpu -s local-first -p gpu -n 2 h4
	order 'n1 n2 n4 n3' -r vgpu -s local-first -n 2 --rank-by gpu h4
	hint $'16\t80\t160G\t2\tn1,n2+n4,n2' -r vgpu -s local-first -n 2 h4
}

@test "H6: more instances than nodes, of which two fit" {
	printf 'node gpu\na 8\nb 8\n' >h6
	try gpuhint -n 3 -H -c gpu,fits,instances,nodes h6
	ends 0
	holds out $'8\t2\t3\ta,b'
	holds err 'gpuhint: gpu: hint is 8 gpu but only 2 of 3 instances fit'
}

@test "a whole row, its columns and modes" {
	gives $'gpu_model\tmode\tprimary\tinstances\tgpu\tcpu\tmem\tfits\tnodes
T4\tsingle\tgpu\t1\t32\t100\t200G\t1\tn1' gpuhint h2
	gives $'T4\tdistributed\tmem\t2\t16\t80\t170G\t2\tn1,n4' \
	    gpuhint -H -p mem -n 2 h2
	gives $'-\tsingle\tcpu\t1\t-\t80\t320G\t1\tn3' gpuhint -H h1
	gives $'-\tdistributed\tmem\t1\t-\t80\t320G\t1\tn3' \
	    gpuhint -H -p mem -n 1 h1
	gives $'T4\tsingle\tgpu\t1\t32\t80\t170G\t1\tn1+n4' \
	    gpuhint -H -r vgpu -s local-first h4
}

@test "gpu: the primary, then gpu, cpu, mem; ties keep input order" {
	order 'e a d f b c' -p gpu keys
	order 'd f b c e a' -p cpu keys
	order 'd f c e b a' -p mem keys
	order 'e a d f b c' keys
	hint $'8\t10\t20G\t1\te' keys
	hint $'4\t40\t40G\t2\td' -p cpu keys
	hint $'4\t40\t40G\t2\td' -p mem keys
}

@test "cpu: the primary, then the other of cpu and mem" {
	printf '%s\n' 'node cpu mem' 'a 10 40G' 'b 40 10G' 'c 40 10G' \
	    'd 40 20G' 'e 20 40G' >c
	order 'd b c e a' -r cpu -p cpu c
	order 'e a d b c' -r cpu -p mem c
	order 'd b c e a' -r cpu c
	hint $'-\t40\t20G\t1\td' -r cpu c
	hint $'-\t20\t40G\t1\te' -r cpu -p mem c
}

@test "distributed: the least of each resource over the first N nodes" {
	hint $'8\t10\t10G\t2\te,a' -n 2 keys
	hint $'4\t10\t10G\t6\te,a,d,f' -n 4 keys
	try gpuhint -H -c gpu,cpu,mem,fits,nodes -n 20 keys
	ends 0
	holds out $'4\t10\t10G\t6\te,a,d,f,b,c'
	says 'hint is 4 gpu but only 6 of 20 instances fit'
	hint $'-\t70\t200G\t3\tn3,n1,n2' -r cpu -n 3 h1
	hint $'-\t80\t200G\t2\tn3,n1' -r cpu -p mem -n 2 h1
}

@test "vgpu local-only: nodes with virtual cards, then as gpu" {
	printf '%s\n' 'node gpu_model gpu cpu mem vgpu' \
	    'n1 T4 32 70 100G no' 'n2 T4 16 80 160G yes' \
	    'n3 T4 8 50 100G yes' 'n4 T4 16 80 170G yes' \
	    'n5 T4 64 99 900G -' 'n6 A1 4 4 4G no' >v
	order 'n4 n2 n3' -r vgpu v
	hint $'16\t80\t170G\t1\tn4' -r vgpu v
	hint $'16\t80\t160G\t2\tn4,n2' -r vgpu -s local-only -n 2 v
	order 'n4 n2 n3' -r vgpu -p cpu v
	denies '' gpuhint -r vgpu h2
}

@test "vgpu local-first: all nodes of the model, two orders" {
	vf() { hint "$1" -r vgpu -s local-first "${@:2}" keys; }
	vf $'8\t40\t40G\t2\ta+d'
	vf $'8\t40\t40G\t2\ta+d' -p cpu
	vf $'8\t40\t40G\t2\ta+d' -p mem
	vf $'8\t40\t40G\t2\ta,e+d,f' -n 2
	vf $'4\t40\t20G\t3\ta,e,b+d,f,b' -n 3
	vf $'4\t20\t40G\t3\ta,e,b+d,f,c' -n 3 -p mem
	order 'd f b c e a' -r vgpu -s local-first keys
	order 'd f c b e a' -r vgpu -s local-first -p mem keys
	order 'a e b c d f' -r vgpu -s local-first --rank-by gpu keys
	order 'a e b c d f' -r vgpu -s local-first -p mem --rank-by gpu keys
}

@test "local-first counts GPUs and the rest apart, each whole on one node" {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a T4 8 0 1G' \
	    'b T4 0 64 64G' 'c T4 4 30 10G' >apart
	hint $'8\t64\t64G\t1\ta+b' -r vgpu -s local-first apart
	hint $'4\t30\t10G\t3\ta,c+b,c' -r vgpu -s local-first -n 2 apart
	# Three hold 1 GPU's worth of 4, but no third has 10G and 30 cores.
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a T4 8 30 10G' \
	    'b T4 8 30 10G' >two
	try gpuhint -H -c gpu,cpu,mem,fits -r vgpu -s local-first -n 3 two
	ends 0
	holds out $'8\t30\t10G\t2'
	says 'hint is 8 gpu but only 2 of 3 instances fit'
}

@test "a row for each model, in order of bytes; -m takes one" {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a b 1 1 1G' \
	    'b "Tesla T4" 2 2 2G' 'c ä 3 3 3G' 'd Z 4 4 4G' 'e - 5 5 5G' \
	    'f - 0 6 6G' 'g b 7 7 7G' >m
	models() { gives "$1" gpuhint -H -c gpu_model,gpu,nodes "${@:2}" m; }
	models $'Tesla T4\t2\tb\nZ\t4\td\nb\t7\tg\ngpu\t5\te\nä\t3\tc'
	models $'Tesla T4\t2\tb' -m 'Tesla T4'
	models $'gpu\t5\te' -m gpu
	models $'ä\t3\tc' --model=ä
	try gpuhint -l -H -c rank,node m
	holds out $'1\tb\n1\td\n1\tg\n2\ta\n1\te\n1\tc'
}

@test "a model that no node has: status 1, and the models that are there" {
	printf '%s\n' 'node gpu_model gpu' 'a T4 1' 'b A100 2' >m
	denies '' gpuhint -m H200 m
	holds err 'gpuhint: no node qualifies; the models are T4, A100'
	denies '' gpuhint -m t4 m
	denies '' gpuhint -m T m
	denies '' gpuhint -r cpu --pool x m
}

@test "without -r: gpu when any node has GPUs, else cpu" {
	hint $'-\t80\t320G\t1\tn3' h1
	hint $'32\t100\t200G\t1\tn1' h2
	# Far behind many nodes without, and not even ready.
	{
		echo 'node gpu cpu state'
		seq 1000 | sed 's/.*/n& - 4 ready/'
		echo 'last 2 1 down'
	} >late
	denies '' gpuhint late
	sed 's/down/ready/' late >late2
	hint $'2\t1\t-\t1\tlast' late2
	printf 'node gpu cpu\na 0 4\nb 0.0 5\n' >none
	hint $'-\t5\t-\t1\tb' none
}

@test "only nodes that are ready count" {
	printf '%s\n' 'node gpu cpu state' 'a 8 80 drain' 'b 4 40 ready' \
	    'c 8 80 down' 'd 8 80 Ready' 'e 2 20 -' 'f 8 80 cordoned' >s
	order 'b e' s
	order 'b e' -r cpu s
	hint $'4\t40\t-\t1\tb' s
	sed 's/ready$/idle/; s/ -$/ allocated/' s >n
	denies '' gpuhint n
	says 'no node qualifies'
}

@test "fits: all the nodes of the ranking, several instances to a node" {
	printf '%s\n' 'node gpu cpu mem' 'a 16 64 64G' 'b 4 64 64G' \
	    'c 8 16 64G' 'd 40 12 9G' >f
	hint $'4\t12\t9G\t7\td,a,c,b' -n 4 f
	hint $'16\t12\t9G\t2\td,a' -n 2 f
	printf 'node gpu\na 0.5\nb 2.125\nc 1500m\n' >g
	hint $'0.5\t-\t-\t8\tb,c,a' -n 3 g
}

@test "fits: a resource of which the hint is 0 limits nothing" {
	printf '%s\n' 'node gpu cpu mem' 'a 8 0 0' 'b 4 8 0' 'c 4 8 8G' >z
	hint $'8\t0\t0\t1\ta' z
	hint $'4\t0\t0\t4\ta,c' -n 2 z
	printf '%s\n' 'node cpu mem' 'a 8 0' 'b 4 9G' >y
	hint $'-\t8\t0\t1\ta' y
	hint $'-\t4\t0\t3\ta,b' -n 2 y
	hint $'-\t4\t9G\t1\tb' -p mem y
}

@test "fits 0: a gpu hint of 0, or a cpu hint of 0 and 0; status 1" {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a T4 0 9 9G' \
	    'b T4 2 1 1G' >z
	denies $'0\t9\t9G\t0' gpuhint -H -c gpu,cpu,mem,fits -p cpu z
	says 'hint is 9 cpu but only 0 of 1 instances fit'
	denies $'0\t1\t1G\t0' gpuhint -H -c gpu,cpu,mem,fits -n 2 z
	grep -v '^b' z >a
	denies $'0\t9\t9G\t0' gpuhint -H -c gpu,cpu,mem,fits \
	    -r vgpu -s local-first a
	printf '%s\n' 'node cpu mem' 'a 0 0' 'b 0 0' >y
	denies $'-\t0\t0\t0' gpuhint -H -c gpu,cpu,mem,fits y
	# One row that fits is enough for status 0.
	{ cat z; echo 'c V1 1 1 1G'; } >w
	try gpuhint -H -c gpu_model,fits -p cpu w
	ends 0
	holds out $'T4\t0\nV1\t1'
}

@test "a column absent from every record is - and limits nothing" {
	cut -d ' ' -f 1-4 h2 >nomem
	hint $'32\t100\t-\t1\tn1' nomem
	hint $'16\t80\t-\t3\tn1,n2' -n 2 nomem
	cut -d ' ' -f 1-3 h2 >nocpu
	hint $'16\t-\t-\t4\tn1,n2' -n 2 nocpu
	sed 's/ [0-9]*G/ -/' h2 >dashes
	hint $'32\t100\t-\t1\tn1' dashes
	printf 'node gpu_model cpu mem\na T4 4 8G\nb T4 8 2G\n' >nogpu
	hint $'-\t8\t2G\t1\tb' nogpu
	hint $'-\t4\t2G\t2\tb,a' -n 2 nogpu
}

@test "a column absent from some records is 0 there" {
	printf 'node gpu cpu mem\na 8 - 8G\nb 8 4 -\nc 8 - -\n' >some
	order 'b a c' some
	hint $'8\t4\t0\t1\tb' some
	hint $'8\t0\t0\t3\tb,a,c' -n 3 some
	printf 'node gpu\na 8\n' >one
	printf 'node gpu mem\nb 16 1G\n' >two
	hint $'8\t-\t0\t3\tb,a' -n 2 one two
}

@test "totals are taken where no free amount is given" {
	printf '%s\n' 'node gpu gpu_total cpu cpu_total mem mem_total' \
	    'a - 8 - 64 - 512G' 'b 2 8 3 64 4G 512G' 'c 0 8 0 64 0 512G' >t
	order 'a b c' t
	hint $'8\t64\t512G\t1\ta' t
	hint $'2\t3\t4G\t5\ta,b' -n 2 t
	printf 'node gpu_total cpu_total mem_total\na 8 64 512G\n' >only
	hint $'8\t64\t512G\t1\ta' only
}

@test "the worked cases in the other forms" {
	for h in h2 h3 h4; do
		tr ' ' '\t' <$h >$h.tsv
		gpuhint -l -o json $h >$h.jsonl
		for n in 1 2 3 9; do
			try gpuhint -n $n $h
			mv out want
			try gpuhint -n $n $h.tsv
			cmp out want
			try gpuhint -n $n $h.jsonl
			cmp out want
		done
	done
}
