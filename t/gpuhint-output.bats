#!/usr/bin/env bats
# gpuhint: the four formats, columns, names that are not safe, and writes that
# fail.

load check

records() {
	printf '%s\n' 'node gpu_model gpu cpu mem' 'n1 "Tesla T4" 32 100 200G' \
	    'n2 A100 1.5 80 1536M' >two
	# A name that clears a screen, and one that turns the text around.
	printf 'node\tgpu_model\tgpu\nn\033[2J\tT\302\2334\t8\n%s\tV\t2\n' \
	    $'b\342\200\256a"\\\\\\tz' >unsafe
	printf '{"node":"x \\"y\\"\\n","gpu_model":"a\\"b\\\\c\\nd","gpu":2}\n' \
	    >labels
}

@test "tsv is the default when standard output is no terminal" {
	gives $'gpu_model\tgpu\tcpu\tmem\tnodes
A100\t1.5\t80\t1536M\tn2
Tesla T4\t32\t100\t200G\tn1' gpuhint -c gpu_model,gpu,cpu,mem,nodes two
	mv out want
	try gpuhint -o tsv -c gpu_model,gpu,cpu,mem,nodes two
	cmp want out
}

@test "table: words left, numbers right, nothing behind the last" {
	gives 'gpu_model  gpu  cpu    mem  nodes
A100       1.5   80  1536M  n2
Tesla T4    32  100   200G  n1' \
	    gpuhint -o table -c gpu_model,gpu,cpu,mem,nodes two
	gives $'n2  1.5\nn1   32' gpuhint -H -o table -c nodes,gpu two
	gives $'node   mem\nä       1G\nb     200G' gpuhint -l -o table \
	    -c node,mem <(printf 'node mem cpu\nä 1G 2\nb 200G 1\n')
}

@test "table is the default on a terminal" {
	command -v script >/dev/null || skip "no script(1)"
	script -qec 'gpuhint -c gpu_model,gpu two' /dev/null </dev/null >out
	tr -d '\r' <out >seen
	holds seen $'gpu_model  gpu\nA100       1.5\nTesla T4    32'
	script -qec 'gpuhint -o tsv -H -c gpu_model,gpu two' /dev/null \
	    </dev/null >out
	tr -d '\r' <out >tsv
	holds tsv $'A100\t1.5\nTesla T4\t32'
}

@test "table: no control sequence reaches the terminal" {
	gives $'nodes          gpu_model  gpu\nn\\x1b[2J       T\\u009b4     8
b\\u202ea"\\\\tz  V            2' gpuhint -o table -c nodes,gpu_model,gpu unsafe
	gpuhint -l -o table unsafe >shown
	[ "$(tr -d '\n' <shown | tr -cd '\000-\037\177' | wc -c)" -eq 0 ]
	lacks $'\302\233' shown
	lacks $'\342\200\256' shown
}

@test "tsv: names come out as they went in" {
	try gpuhint -l -H -c node,gpu_model,gpu unsafe
	ends 0
	cmp out <(tail -n 2 unsafe)
}

@test "json: numbers are numbers, jq reads every line" {
	gives '{"gpu_model":"A100","mode":"single","primary":"gpu",'`
	    `'"instances":1,"gpu":1.5,"cpu":80,"mem":1610612736,"fits":1,'`
	    `'"nodes":"n2"}
{"gpu_model":"Tesla T4","mode":"single","primary":"gpu",'`
	    `'"instances":1,"gpu":32,"cpu":100,"mem":214748364800,"fits":1,'`
	    `'"nodes":"n1"}' gpuhint -o json two
	gpuhint -o json two >rows
	gives $'1610612736\n214748364800' jq .mem rows
	gives '{"gpu":null,"cpu":100,"mode":"single"}' \
	    gpuhint -r cpu -o json -c gpu,cpu,mode two
	gives '{"rank":1,"node":"n1"}' \
	    gpuhint -l -o json -c rank,node -m 'Tesla T4' two
}

@test "json: names of any bytes are read back by jq" {
	gpuhint -l -o json unsafe >rows
	try jq -j '.node, "\n", .gpu_model, "\n"' rows
	ends 0
	printf '%s\n' $'n\033[2J' $'T\302\2334' $'b\342\200\256a"\\\tz' V |
	    cmp - out
	gpuhint -o json labels >row
	gives '"a\"b\\c\nd"' jq .gpu_model row
	gives '"x \"y\"\n"' jq .nodes row
}

@test "prom: gauges that promtool takes" {
	gives '# HELP sluice_hint_gpus GPUs an instance can ask for without waiting.
# TYPE sluice_hint_gpus gauge
sluice_hint_gpus{gpu_model="A100",mode="single",primary="gpu",instances="1"} 1.5
sluice_hint_gpus{gpu_model="Tesla T4",mode="single",primary="gpu",instances="1"} 32' \
	    head -n 4 <(gpuhint -o prom two)
	gpuhint -o prom -n 2 two >gauges 2>err
	for m in sluice_hint_cpus sluice_hint_memory_bytes sluice_hint_fits; do
		[ "$(grep -c "^$m{" gauges)" -eq 2 ]
		[ "$(grep -c "^# TYPE $m gauge" gauges)" -eq 1 ]
		[ "$(grep -c "^# HELP $m " gauges)" -eq 1 ]
	done
	[ "$(sed -n 's/^sluice_hint_memory_bytes{.*A100.*} //p' gauges)" = \
	    1610612736 ]
	[ "$(sed -n 's/^sluice_hint_fits{.*A100.*} //p' gauges)" = 1 ]
	command -v promtool >/dev/null || skip "no promtool"
	gives '' promtool check metrics <gauges
}

@test "prom: label values are escaped, -w says how many fit" {
	try gpuhint -o prom labels
	ends 0
	grep -qF 'sluice_hint_gpus{gpu_model="a\"b\\c\nd",' out
	mv out gauges
	try gpuhint -o prom -w 1x1 labels
	ends 0
	grep -q '^sluice_want_fits{gpu_model="a\\"b.* 2$' out
	mv out want
	denies "$(sed 's/ 2$/ 0/; s/} 2/} 0/' want)" \
	    gpuhint -o prom -w 1x4 labels
	command -v promtool >/dev/null || skip "no promtool"
	gives '' promtool check metrics <gauges
	gives '' promtool check metrics <want
}

@test "prom: an amount that is not known has no sample" {
	gpuhint -r cpu -o prom two >gauges
	lacks 'sluice_hint_gpus{' gauges
	grep -q '^sluice_hint_cpus{.*} 100$' gauges
	command -v promtool >/dev/null || skip "no promtool"
	gives '' promtool check metrics <gauges
}

@test "-c: any columns in any order; what is defined but absent is -" {
	gives $'fits\tgpu\tgpu_total\tstate\n1\t1.5\t-\t-
1\t32\t-\t-' gpuhint -c fits,gpu,gpu_total,state two
	try gpuhint -c fits,gpu,fits two
	ends 2
	says '--columns: "fits" is there twice'
	gives $'{"labels":null,"node":"n2"}\n{"labels":null,"node":"n1"}' \
	    gpuhint -l -o json --columns=labels,node two
	gives 'labels  node
-       n2
-       n1' gpuhint -l -o table --columns labels,node two
}

@test "-c: a column that nobody defines is a fault" {
	try gpuhint -c gpu,gpus two
	ends 2
	holds out ''
	says 'gpuhint: --columns: there is no column "gpus"'
	try gpuhint -c rank two
	ends 2
	says '"rank"'
	try gpuhint -l -c node,nodes two
	ends 2
	says '"nodes"'
	try gpuhint -c gpu,,cpu two
	ends 2
	holds out ''
}

@test "-c: an unknown column is a fault whatever the answer" {
	try gpuhint -m none -c gpus two
	ends 2
	try gpuhint -q -c gpus two
	ends 2
}

@test "-H: no header in tsv and table, nothing else changes" {
	for o in tsv table json prom; do
		gpuhint -o $o two >with
		gpuhint -H -o $o two >without
		case $o in
		tsv) cmp without <(tail -n +2 with) ;;
		table) diff -bw without <(tail -n +2 with) ;;
		*) cmp without with ;;
		esac
	done
	gives $'n2\nn1' gpuhint --no-header -c nodes two
}

@test "a full disk is status 2 in every format, and is told" {
	for o in tsv table json prom; do
		status=0
		gpuhint -o $o two >/dev/full 2>err || status=$?
		ends 2
		holds err 'gpuhint: standard output: No space left on device'
	done
	for o in -l -F '-w 1x1' -h -V; do
		status=0
		# shellcheck disable=SC2086 # an option and its argument
		gpuhint $o two >/dev/full 2>err || status=$?
		ends 2
		says 'No space left on device'
	done
	seq 200000 | sed 's/^/n/; 1s/^/node cpu\n/; s/$/ 1/; 1s/cpu.*/cpu/' |
	    sed '2s/.*/n1 1/' >big
	status=0
	gpuhint -l big >/dev/full 2>err || status=$?
	ends 2
	holds err 'gpuhint: standard output: No space left on device'
}

@test "standard output closed is status 2" {
	status=0
	gpuhint two >&- 2>err || status=$?
	ends 2
	says 'standard output'
}

@test "a closed pipe ends it without a word" {
	{ echo 'node	cpu'; seq 300000 | sed 's/.*/n&	1/'; } >big
	for o in tsv json table; do
		gpuhint -l -o $o big 2>err | head -n 1 >out
		[ "${PIPESTATUS[0]}" -eq 141 ]
		[ -s out ]
		holds err ''
	done
}
