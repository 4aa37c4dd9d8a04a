#!/usr/bin/env bats
# gpuhint: --want, --frontier and --list.

load check

records() {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'n1 T4 32 100 200G' \
	    'n2 T4 16 80 160G' 'n3 T4 8 50 100G' 'n4 T4 16 80 170G' >h2
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a A100 8 64 512G' \
	    'b T4 8 32 256G' 'c A100 8 64 256G' 'd T4 4 32 64G' >two
}

@test "want: a row a model, its columns, and status 0" {
	gives $'gpu_model\tinstances\tfits\tnodes
A100\t2\t2\ta,c
T4\t2\t1\tb' gpuhint -w 2x8 two
	gives $'T4\t4\t4\tn1*2,n4,n2' gpuhint -H -w 4x16 h2
	gives $'T4\t1\t9\tn1' gpuhint -H -w 1x8 h2
}

@test "want: status 1 when no model holds all, and the rows all the same" {
	denies $'A100\t3\t2\nT4\t3\t1' \
	    gpuhint -H -w 3x8 -c gpu_model,instances,fits two
	denies $'T4\t5\t4' gpuhint -H -w 5x16 -c gpu_model,instances,fits h2
	denies $'T4\t1\t0\t-' gpuhint -H -w 1x64 h2
}

@test "want: a gang does not span models" {
	# Three of 8 GPUs are there, but one of them is another card.
	denies '' gpuhint -q -w 3x8 two
	gives '' gpuhint -q -w 3x8 <(sed 's/T4/A100/' two)
	gives '' gpuhint -q -w 2x8 -m A100 two
	denies '' gpuhint -q -w 2x8 -m T4 two
}

@test "want: both grammars" {
	w() { gives "$1" gpuhint -H -c instances,fits -w "$2" h2; }
	w $'2\t9' 2x8
	w $'1\t9' gpu=8
	w $'2\t9' instances=2,gpu=8
	w $'2\t3' instances=2,gpu=8,cpu=64,mem=128G
	w $'2\t3' mem=131072M,cpu=64,gpu=8,instances=2
	w $'1\t5' gpu=1,mem=100G
	w $'1\t144' 1x0.5
	w $'1\t144' gpu=500m
	w $'3\t72' 3x1
	gives $'4\t4' gpuhint -H -c instances,fits -n 4 -w gpu=16 h2
	gives $'4\t4' gpuhint -H -c instances,fits -n 4 \
	    --want=gpu=16,cpu=1 h2
}

@test "want: of cpu and mem, on any node" {
	printf '%s\n' 'node cpu mem' 'a 80 320G' 'b 70 200G' >c
	gives $'-\t2\t2\ta,b' gpuhint -H -r cpu -w instances=2,cpu=64 c
	gives $'-\t3\t3\ta*2,b' gpuhint -H -w instances=3,mem=150G,cpu=2 c
	denies $'-\t1\t0\t-' gpuhint -H -w cpu=81 c
}

@test "want: on virtual cards, local-only and local-first" {
	printf '%s\n' 'node gpu_model gpu cpu vgpu' 'a T4 8 4 yes' \
	    'b T4 2 64 no' >v
	gives $'1\ta' gpuhint -H -c fits,nodes -r vgpu -w 1x8 v
	denies $'0' gpuhint -H -c fits -r vgpu -w gpu=8,cpu=8 v
	gives $'1\ta+b' gpuhint -H -c fits,nodes -r vgpu -s local-first \
	    -w gpu=8,cpu=8 v
	gives $'4\ta*2+b*2' gpuhint -H -c fits,nodes -r vgpu \
	    -s local-first -w instances=2,gpu=2,cpu=16 \
	    <(sed 's/64/65/' v)
}

@test "want: the nodes named hold so many of the shape" {
	gives $'T4\t6\t9\tn1*4,n4*2' gpuhint -H -w 6x8 h2
	gives $'T4\t7\t9\tn1*4,n4*2,n2' gpuhint -H -w 7x8 h2
	gives $'T4\t2\t3\tn1,n4' gpuhint -H -p mem \
	    -w instances=2,gpu=8,mem=120G h2
}

@test "want: -q says nothing, the status tells" {
	gives '' gpuhint -q -w 2x8 two
	denies '' gpuhint -q -w 3x8 two
	holds err ''
	denies '' gpuhint -q -m none -w 1x1 two
	holds err ''
	try gpuhint -q -w 1x1 missing
	ends 2
	says 'missing'
}

@test "want: a column that no record has limits nothing" {
	gives $'T4\t1\t2\tn1' gpuhint -H -w gpu=16,mem=1T \
	    <(cut -d ' ' -f 1-3 h2 | head -n 2)
	printf 'node gpu\na 16\n' >one
	printf 'node gpu mem\nb 8 8G\n' >two
	gives $'gpu\t1\t4\ta' gpuhint -H -w gpu=4,mem=1G one
	# With one that comes later the first has none of it.
	gives $'gpu\t1\t2\tb' gpuhint -H -w gpu=4,mem=1G one two
	gives $'gpu\t1\t2\tb' gpuhint -H -w gpu=4,mem=1G two one
	# What nothing tells of by itself fits nowhere.
	denies $'-\t1\t0\t-' gpuhint -H -w mem=1G one
	printf 'node cpu\na 8\n' >three
	denies '' gpuhint -H -w 1x8 three
}

@test "want: no node qualifies" {
	denies '' gpuhint -w 1x1 -m none two
	says 'no node qualifies'
}

@test "frontier: one shape when one node is largest in all" {
	gives $'gpu_model\tinstances\tgpu\tcpu\tmem
T4\t1\t32\t100\t200G' gpuhint -F h2
	gives $'T4\t3\t16\t80\t160G' gpuhint -H -F -n 3 h2
	gives $'A100\t1\t8\t64\t512G\nT4\t1\t8\t32\t256G' gpuhint -H -F two
}

@test "frontier: every largest shape" {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'a T4 8 16 64G' \
	    'b T4 4 64 32G' 'c T4 8 16 64G' 'd T4 2 8 16G' >f
	gives $'8\t16\t64G\n4\t64\t32G' gpuhint -H -F -c gpu,cpu,mem f
	gives $'T4\t2\t8\t16\t64G\nT4\t2\t2\t32\t16G' \
	    gpuhint -H -F -n 2 f
}

@test "frontier: whole GPUs, cores and GiB" {
	printf '%s\n' 'node gpu cpu mem' 'a 2.9 7.5 1535M' >w
	gives $'gpu\t1\t2\t7\t1G' gpuhint -H -F w
	gives $'gpu\t2\t1\t3\t0' gpuhint -H -F -n 2 w
}

@test "frontier: with -r cpu, and of columns that are absent" {
	printf '%s\n' 'node cpu mem' 'a 80 100G' 'b 40 320G' >c
	gives $'-\t1\t-\t80\t100G\n-\t1\t-\t40\t320G' gpuhint -H -F c
	gives $'-\t1\t-\t100\t200G' gpuhint -H -F -r cpu h2
	gives $'T4\t1\t32\t100\t-' gpuhint -H -F <(cut -d ' ' -f 1-4 h2)
}

@test "frontier: every shape of it fits, and none larger does" {
	gpuhint -F -n 9 -H -c gpu,cpu,mem h2 >shapes
	[ "$(wc -l <shapes)" -gt 1 ]
	while read -r gpu cpu mem; do
		gives '' gpuhint -q -n 9 -w "gpu=$gpu,cpu=$cpu,mem=$mem" h2
		denies '' gpuhint -q -n 9 \
		    -w "gpu=$((gpu + 1)),cpu=$cpu,mem=$mem" h2
		denies '' gpuhint -q -n 9 \
		    -w "gpu=$gpu,cpu=$((cpu + 1)),mem=$mem" h2
		denies '' gpuhint -q -n 9 \
		    -w "gpu=$gpu,cpu=$cpu,mem=$((${mem%G} + 1))G" h2
	done <shapes
}

@test "list: the records behind their rank, from 1 for each model" {
	gives $'rank\tnode\tgpu_model\tgpu\tcpu\tmem
1\ta\tA100\t8\t64\t512G
2\tc\tA100\t8\t64\t256G
1\tb\tT4\t8\t32\t256G
2\td\tT4\t4\t32\t64G' gpuhint -l two
	gives $'1\td\n2\tb' gpuhint -l -H -c rank,node -m T4 -p mem \
	    <(sed 's/64G/264G/' two)
	try gpuhint --list -n 3 h2
	mv out one
	try gpuhint -l h2
	cmp one out
}

@test "list: local-first prints order 2, with --rank-by gpu order 1" {
	sed '/^n1 /s/.*/n1 T4 32 70 100G/' h2 >h4
	vf() { gives "$1" gpuhint -r vgpu -s local-first -l -H -c rank,node \
	    "${@:2}" h4; }
	vf $'1\tn4\n2\tn2\n3\tn1\n4\tn3'
	vf $'1\tn1\n2\tn2\n3\tn4\n4\tn3' --rank-by gpu
	vf $'1\tn4\n2\tn2\n3\tn1\n4\tn3' -p mem
}

@test "list: carries columns that gpuhint does not know" {
	printf 'rack\tnode\tgpu\tnote\n7\ta\t1\tx y\n8\tb\t2\t-\n' >t
	gives $'rank\track\tnode\tgpu\tnote\n1\t8\tb\t2\t-\n2\t7\ta\t1\tx y' \
	    gpuhint -l t
	gives $'-\tb\nx y\ta' gpuhint -l -H -c note,node t
}

@test "list: of a list, the rank is written anew" {
	gpuhint -l -p mem h2 >list
	try gpuhint -l list
	ends 0
	mv out again
	gives "$(cat again)" gpuhint -l again
	gives $'rank\tnode\tgpu_model\tgpu\tcpu\tmem' head -n 1 again
}
