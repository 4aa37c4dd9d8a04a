#!/usr/bin/env bats
# Bad input: each fault is one line that says where and what, nothing is
# written, and the status is 2.

load check

records() {
	printf 'node\tgpu\tmem\nn1\t8\t512G\n' >good
}

# bad ERR [FORMAT [ARG...]]: the fault of an input that printf makes.
bad() {
	# shellcheck disable=SC2059 # the format is the input
	printf "${@:2}" >in
	faults "gpuhint: in:$1" gpuhint in
}

@test "amounts that are none" {
	bad '2: gpu: "eight" is not a count' 'node gpu\na eight\n'
	bad '3: gpu: "-1" has a sign where none is allowed' \
	    'node\tgpu\nb\t2\na\t-1\n'
	bad '2: cpu: "1.0001" is finer than a thousandth' 'node cpu\na 1.0001\n'
	bad '2: cpu: "4x" is not a count' 'node cpu\na 4x\n'
	bad '2: mem: "512Q" has an unknown unit' 'node mem\na 512Q\n'
	bad '2: mem: "9E" is out of range' 'node mem\na 9E\n'
	bad '2: mem: "0.3" is not a whole number of bytes' 'node mem\na 0.3\n'
	bad '2: mem_total: "1 G B" has an unknown unit' \
	    'node\tmem_total\na\t1 G B\n'
	bad '1: gpu: "1e3" is not a count' '{"node":"a","gpu":1e3}\n'
	bad '1: gpu_total: "-2" has a sign where none is allowed' \
	    '{"node":"a","gpu_total":-2}\n'
	bad '1: cpu: "true" is not a count' '{"node":"a","cpu":true}\n'
}

@test "other fields that are not what they should be" {
	bad '2: vgpu: "maybe" is not yes or no' 'node vgpu\na maybe\n'
	bad '3: node: is absent' 'node\tgpu\na\t1\n-\t2\n'
	bad '2: node: is absent' '{"node":"a","gpu":2}\n{"gpu":1}\n'
	bad '2: node: "a,b" cannot stand in a list of nodes' \
	    'node gpu\na,b 1\n'
	bad '2: node: "a*2" cannot stand in a list of nodes' \
	    'node gpu\na*2 1\n'
}

@test "a missing column, told once, the nearest of those that are there" {
	for t in 'cpu\tmodel\tnod\tnodes\na\t1\t1\t1\nb\t1\t1\t1\n' \
	    'cpu model nod nodes\na 1 1 1\nb 1 1 1\n' \
	    '{"cpu":1,"model":1,"nod":1,"nodes":1}\n{"cpu":1,"nod":1}\n'; do
		# shellcheck disable=SC2059
		printf "$t" >in
		try gpuhint in
		ends 2
		holds out ''
		says 'node: no such column; there are nod, nodes, model, cpu'
		[ "$(wc -l <err)" -eq 1 ]
	done
}

@test "a missing column is a fault of a header alone" {
	printf 'nod\tgpu\n' >in
	try gpuhint in
	ends 2
	holds out ''
	says 'gpuhint: in:1: node: no such column; there are nod, gpu'
}

@test "columns that are there twice, or have no name" {
	bad '1: column "gpu" is there twice' 'node\tgpu\tgpu\na\t1\t1\n'
	bad '2: column "node" is there twice' '# c\nnode gpu node\na 1 a\n'
	bad '1: column 2 of the header has no name' 'node\t\tgpu\na\t1\t1\n'
	bad '1: column 2 of the header has no name' 'node "" gpu\na 1 1\n'
	bad '2: "gpu" is there twice' \
	    '{"node":"b"}\n{"node":"a","gpu":1,"gpu":2}\n'
	bad '1: "gpu" is there twice' '{"node":"a","gpu":1,"g\\u0070u":2}\n'
	bad '1: "x" is there twice' '{"node":"a","x":null,"x":null}\n'
	bad '1: a key has no name' '{"node":"a","":2}\n'
}

@test "short rows and long rows" {
	bad '3: short row: 1 field where the header has 2' \
	    'node\tgpu\na\t1\nb\nc\t2\n'
	bad '2: long row: 3 fields where the header has 2' \
	    'node\tgpu\na\t1\t\n'
	bad '2: short row: 2 fields where the header has 3' \
	    'node gpu mem\na 1\n'
	bad '4: long row: 5 fields where the header has 3' \
	    'node gpu mem\n\na 1 2\nb 1 2 3 4\n'
	bad '2: long row: 2 fields where the header has 1' 'node\na\t1\n'
	bad '2: short row: 1 field where the header has 2' \
	    'node\tgpu\nlast'
}

@test "quotes that are not closed" {
	bad '2: a quote is not closed' 'node gpu\n"a 1\n'
	bad '2: no blank behind a closing quote' 'node gpu\n"a"b 1\n'
	bad '1: a quote is not closed' 'node "gpu\na 1\n'
}

@test "a NUL byte" {
	bad '2: gpu: a NUL byte' 'node\tgpu\na\t1\0\n'
	bad '2: note: a NUL byte' 'node\tnote\tgpu\na\t\0\t1\nb\t\t1\n'
	bad '2: gpu: a NUL byte' 'node gpu\na 1\0\n'
	bad '1: a NUL byte' '{"node":"a\0"}\n'
	bad '1: a NUL byte' 'no\0de\tgpu\n'
	bad '1: a bad escape inside a string' '{"node":"a\\u0000"}\n'
}

@test "invalid UTF-8" {
	bad '2: node: invalid UTF-8' 'node\tgpu\na\xff\t1\n'
	bad '2: gpu: invalid UTF-8' 'node\tgpu\n\xc3\xa9\t\xc3\n'
	bad '2: node: invalid UTF-8' 'node gpu\na\xc0\x80 1\n'
	bad '1: invalid UTF-8' '{"node":"\xed\xa0\x80"}\n'
	bad '3: node: invalid UTF-8' 'node\ngood\n\xf4\x90\x80\x80\n'
	bad '1: invalid UTF-8' 'node\tgp\xe2\x82\n'
}

@test "the column is told for a last line without LF, too" {
	bad '2: gpu: invalid UTF-8' 'node\tgpu\na\t1\xff'
	bad '2: gpu: a NUL byte' 'node\tgpu\na\t1\0'
}

# long N FORMAT: FORMAT with a value of so many bytes in place of %s.
long() {
	# shellcheck disable=SC2059
	printf "$2" "$(head -c "$1" /dev/zero | tr '\0' x)" >in
}

@test "a line of 1 MiB passes, one byte more is a fault" {
	mib=1048576
	for t in 'node\tnote\na\t%s\nb\t\n' 'node\tnote\na\t%s\r\nb\t\r\n' \
	    'node note\na %s\nb x\n' '{"node":"a","note":"%s"}\n{"node":"b"}\n' \
	    'node\tnote\nb\t\na\t%s'; do
		# What of the line is not the value.
		# shellcheck disable=SC2059
		rest=$(printf "$t" | grep 'a[	 "]' | tr -d '\r\n' | wc -c)
		long $((mib - rest)) "$t"
		try gpuhint -l -r cpu -H -c gpu in
		holds err ''
		holds out $'-\n-'
		long $((mib - rest + 1)) "$t"
		try gpuhint -l -r cpu in
		ends 2
		holds out ''
		n=$(grep -n xx in | cut -d : -f 1)
		holds err "gpuhint: in:$n: a line over 1 MiB"
	done
}

@test "lines far over 1 MiB: the lines behind are read, with their numbers" {
	{
		printf 'node\tgpu\na\t'
		head -c 5000000 /dev/zero | tr '\0' x
		printf '\nb\tbad\nc\t'
		head -c 3000000 /dev/zero | tr '\0' y
	} >in
	faults 'gpuhint: in:2: a line over 1 MiB
gpuhint: in:3: gpu: "bad" is not a count
gpuhint: in:4: a line over 1 MiB' gpuhint in
}

@test "a last JSON line that is cut short" {
	for t in '{"node":"b","gp' '{"node":"b","gpu":1' '{"node":"b",' '{' \
	    '{"node":"b' '{"node":' '{"node"' '{"node":"b"'; do
		printf '%s' "{\"node\":\"a\"}"$'\n'"$t" >in
		faults 'gpuhint: in:2: the last line is cut short' gpuhint in
	done
	bad '1: the line ends inside an object' '{"node":"b",\n{"node":"c"}\n'
	bad '1: the last line is cut short' '{"node":"b"'
}

@test "JSON that is no flat object" {
	bad '1: a nested value' '{"node":"a","gpu":[1]}\n'
	bad '2: a nested value' '{"node":"b"}\n{"node":{"a":1}}\n'
	bad '2: not a JSON object' '{"node":"b"}\n["a"]\n'
	bad '2: not a JSON object' '{"node":"b"}\nnode\tgpu\n'
	bad '1: bytes behind the object' '{"node":"a"} {"node":"b"}\n'
	bad '1: a bad number' '{"node":"a","gpu":01}\n'
	bad '1: not a JSON value' '{"node":"a","gpu":nil}\n'
	bad '1: no comma between members' '{"node":"a" "gpu":1}\n'
	bad '1: no colon behind a key' '{"node" "a"}\n'
	bad '1: no string where a key should be' '{node:"a"}\n'
	bad '1: no string where a key should be' '{"node":"a",}\n'
	bad '1: a bad escape inside a string' '{"node":"\\x61"}\n'
	bad '1: a bad escape inside a string' '{"node":"\\ud800"}\n'
	bad '1: a control byte inside a string' '{"node":"a\tb"}\n'
}

@test "JSON records without a key" {
	printf '{}\n' >in
	try gpuhint in
	ends 2
	holds out ''
	[ "$(wc -l <err)" -eq 1 ]
	says 'gpuhint: in:1: node: '
	yes '{}' | head -n 500 >in
	try gpuhint good in
	ends 2
	holds out ''
}

@test "JSON: a fault behind new keys gives no other" {
	{
		seq 20 | sed 's/.*/{"node":"n&","gpu":1}/'
		echo '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":[1]}'
	} >in
	try gpuhint in
	ends 2
	holds out ''
	[ "$(wc -l <err)" -eq 1 ]
	says 'gpuhint: in:21: '
	says 'a nested value'
}

@test "operands that cannot be read" {
	faults 'gpuhint: gone: No such file or directory' gpuhint good gone
	mkdir dir
	faults 'gpuhint: dir: Is a directory' gpuhint dir
	faults 'gpuhint: gone: No such file or directory
gpuhint: dir: Is a directory' gpuhint gone good dir
	if [ "$(id -u)" -ne 0 ]; then
		cp good shut
		chmod 0 shut
		faults 'gpuhint: shut: Permission denied' gpuhint shut
	fi
	status=0
	gpuhint <&- >out 2>err || status=$?
	ends 2
	says 'gpuhint: -: Bad file descriptor'
}

@test "standard input twice" {
	try gpuhint - - <good
	ends 2
	holds out ''
	holds err 'gpuhint: -: standard input is named twice'
}

@test "zero bytes: a stage before has failed" {
	: >empty
	faults 'gpuhint: empty: no input: not even a header' gpuhint empty
	faults 'gpuhint: empty: no input: not even a header' gpuhint good empty
	faults 'gpuhint: -: no input: not even a header' gpuhint </dev/null
	faults 'gpuhint: -: no input: not even a header' \
	    gpuhint good - </dev/null
}

@test "only comments is a fault" {
	bad ' only comments: no header' '# a\n# b\n'
}

@test "faults come in the order of their lines, over all operands" {
	printf '%s\n' $'node\tgpu\tmem' $'a\tx\t1' b $'c\ty\tz' $'c\t1\t1' \
	    $'c\t1\t1' $'e\te\t1' $'d\t\xff\t1' $'-\t1\t1' >one
	printf 'node gpu\ne f\n' >two
	faults $'gpuhint: one:2: gpu: "x" is not a count
gpuhint: one:3: short row: 1 field where the header has 3
gpuhint: one:4: gpu: "y" is not a count
gpuhint: one:4: mem: "z" is not an amount of memory
gpuhint: one:6: node: "c" is there twice with gpu_model "gpu"
gpuhint: one:7: gpu: "e" is not a count
gpuhint: one:8: gpu: invalid UTF-8
gpuhint: one:9: node: is absent
gpuhint: two:2: gpu: "f" is not a count' gpuhint good one two
}

@test "20 faults are shown, then how many there are" {
	{ echo 'node gpu'; seq 20 | sed 's/.*/n& x&/'; } >in
	try gpuhint in
	ends 2
	[ "$(wc -l <err)" -eq 20 ]
	{ echo 'node gpu'; seq 5000 | sed 's/.*/n& x&/'; } >in
	try gpuhint in
	ends 2
	holds out ''
	[ "$(wc -l <err)" -eq 21 ]
	says 'gpuhint: in:21: gpu: "x20" is not a count'
	lacks x21 err
	[ "$(tail -n 1 err)" = 'gpuhint: 5000 faults in all' ]
}

@test "values are shown safely and cut at 60 bytes" {
	x60=$(printf '%060d' 0 | tr 0 x)
	bad "2: gpu: \"$x60\" is not a count" 'node gpu\na %s\n' "$x60"
	bad "2: gpu: \"$x60\"... is not a count" 'node gpu\na %s\n' "${x60}y"
	bad '2: gpu: "\x1b]0;x\x07\x1b[2J" is not a count' \
	    'node gpu\na \033]0;x\a\033[2J\n'
	bad '2: gpu: "\t\n\rx" is not a count' 'node\tgpu\na\t\\t\\n\\rx\n'
	bad '2: gpu: "\u009b1m\u202e\u200bé" is not a count' \
	    'node gpu\na \302\2331m\342\200\256\342\200\213\303\251\n'
	bad '2: gpu: "\x7f" is not a count' 'node gpu\na \177\n'
}

@test "names of columns and files are shown safely, too" {
	bad '1: column "\x1b[m" is there twice' \
	    'node\t\033[m\t\033[m\na\t1\t1\n'
	printf 'n\033[m\tgpu\na\t1\n' >in
	try gpuhint in
	says 'there are n\x1b[m, gpu'
	lacks $'\033' err
	cp good $'\033[m'
	printf 'x\n' >>$'\033[m'
	faults 'gpuhint: \x1b[m:3: short row: 1 field where the header has 3' \
	    gpuhint $'\033[m'
	printf 'node\t\033[1m\na\t\xff\n' >in
	faults 'gpuhint: in:2: \x1b[1m: invalid UTF-8' gpuhint in
}

@test "a state file behind filter && mv is never half written" {
	printf 'x\n' >>good
	cp good state
	gpuhint -l state >new 2>err && mv new state
	cmp good state
	[ ! -s new ]
}

@test "one wrong field in row 900,000 of a million" {
	${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -O1 -o gen \
	    "$BATS_TEST_DIRNAME/bench/gen.c" -lbsd
	./gen -n 1000000 | awk -F '\t' -v OFS='\t' \
	    'NR == 900001 { $4 = "many" } { print }' >in
	faults 'gpuhint: in:900001: cpu: "many" is not a count' gpuhint in
	./gen -j -n 1000000 | sed '900000s/"cpu":[0-9]*/"cpu":"many"/' >in
	faults 'gpuhint: in:900000: cpu: "many" is not a count' gpuhint in
}
