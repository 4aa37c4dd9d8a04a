#!/usr/bin/env bats
# Record streams: the three forms, several operands, and what is carried
# through unchanged.

load check

records() {
	printf 'node\tgpu\tmem\tnote\nn1\t8\t512G\thello world\n' >a.tsv
	printf 'node gpu mem note\nn1 8 512G "hello world"\n' >a.txt
	printf '%s\n' '{"node":"n1","gpu":8,"mem":549755813888,'`
	    `'"note":"hello world"}' >a.jsonl
}

# list OUT ARG...: what -l writes, without its rank.
list() {
	try gpuhint -l "${@:2}"
	ends 0
	holds err ''
	sed 's/^[0-9a-z]*	//; s/"rank":[0-9]*,//' out >records
	holds records "$1"
}

@test "the form is told by what stands in the file" {
	want=$'node\tgpu\tmem\tnote\nn1\t8\t512G\thello world'
	list "$want" a.tsv
	list "$want" a.txt
	list $'node\tgpu\tmem\tnote\nn1\t8\t549755813888\thello world' a.jsonl
	list "$want" <a.tsv
	list "$want" - <a.txt
	cp a.jsonl a.csv
	list $'node\tgpu\tmem\tnote\nn1\t8\t549755813888\thello world' a.csv
}

@test "a header of one word is TSV, whatever the rows hold" {
	printf 'node\nn 1\n"n2"\n' >t
	try gpuhint -l -o json -c node t
	holds err ''
	holds out '{"node":"n 1"}
{"node":"\"n2\""}'
}

@test "blanks: runs of spaces and tabs, quotes, doubled quotes" {
	printf '%s\n' '  node   gpu  note ' $'\ta\t 1 "x  y"' \
	    ' b  2	"say ""hi"""' 'c 3 a"b' 'd 4 ""' 'e 5 "-"' 'f 6 -' \
	    'g 7 "\t"' >t
	list $'node\tgpu\tnote
g\t7\t\\\\t
f\t6\t-
e\t5\t\\-
d\t4\t-
c\t3\ta"b
b\t2\tsay "hi"
a\t1\tx  y' t
}

@test "TSV: escapes stand for their characters, also in JSON" {
	printf '%s\n' $'node\tgpu\tnote' $'a\t5\tx\\ty\\nz\\r\\\\' \
	    $'b\t4\t\\-' $'c\t3\t\\q\\' $'d\t2\t-' $'e\t1\t' >t
	try gpuhint -l -o json -c note t
	ends 0
	holds out '{"note":"x\ty\nz\r\\"}
{"note":"-"}
{"note":"\\q\\"}
{"note":null}
{"note":null}'
	# And what jq writes as TSV is read back as the same.
	jq -r '[.note] | @tsv' out >notes
	holds notes $'x\\ty\\nz\\r\\\\\n-\n\\\\q\\\\\n\n'
}

@test "TSV to TSV: every field to the byte" {
	printf '%s\n' $'z\tnode\tgpu\t-x\tmem\tstate' \
	    $'\\q\ta\t08\t\\\\\t0.50T\tready' $' \tb\t7.000\t\t1 g\t' \
	    $'"\tc\t500m\t-\t-\t-' $'é\td\t0.25\t\\-\t0\tready' >t
	list "$(cat t)" t
	# Escapes in names of nodes too.
	printf 'node\tgpu\na\\tb\t1\n' >u
	list "$(cat u)" u
	gives '{"nodes":"a\tb"}' gpuhint -o json -c nodes u
}

@test "JSON to JSON: every token to the byte" {
	printf '%s\n' '{"node":"\u0061\/b","gpu":8.50,"mem":"320G",'`
	    `'"x":1e+400,"y":true,"z":null,"w":"\u00e9\ud83d\ude00","v":-0}' >t
	list "$(cat t)" -o json t
	printf '%s\n' '{ "node" : "a" , "gpu" : 1 } ' >u
	list '{"node":"a","gpu":1}' -o json u
}

@test "from JSON to TSV: the same values" {
	printf '%s\n' '{"node":"\u0061\/b","gpu":8.5,"mem":"320G","x":1e3,'`
	    `'"y":true,"z":null,"w":"\t-\\\n\u00e9","v":"-","u":""}' >t
	list $'node\tgpu\tmem\tx\ty\tz\tw\tv\tu
a/b\t8.5\t320G\t1e3\ttrue\t-\t\\t-\\\\\\n\xc3\xa9\t\\-\t-' t
}

@test "to JSON: amounts as numbers, all else as strings" {
	printf '%s\n' 'node gpu cpu mem gpu_total mem_total state n' \
	    'a 500m 2.125 1.5Ti 8 "200 GB" ready 7' >t
	list '{"node":"a","gpu":0.5,"cpu":2.125,"mem":1649267441664,'`
	    `'"gpu_total":8,"mem_total":214748364800,"state":"ready","n":"7"}' \
	    -o json t
}

@test "several operands: each its own header and form" {
	printf 'gpu\tnode\n4\tn2\n' >b.tsv
	printf '# by hand\nnode pool gpu\nn3 p 2\n' >c.txt
	printf '{"rack":7,"node":"n4","gpu":1}\n' >d.jsonl
	list $'node\tgpu\tmem\tnote\tpool\track
n1\t8\t512G\thello world\t-\t-
n2\t4\t-\t-\t-\t-
n3\t2\t-\t-\tp\t-
n4\t1\t-\t-\t-\t7' a.tsv b.tsv c.txt d.jsonl
	list $'rack\tnode\tgpu\tpool\tmem\tnote
-\tn1\t8\t-\t549755813888\thello world
-\tn2\t4\t-\t-\t-
-\tn3\t2\tp\t-\t-
7\tn4\t1\t-\t-\t-' d.jsonl b.tsv - a.jsonl <c.txt
}

@test "JSON: columns in order of first sight, any key may be left out" {
	printf '%s\n' '{"node":"a","gpu":3}' '{"x":"1","node":"b","gpu":2}' \
	    '{"gpu":1,"node":"c","y":"2","x":"3"}' >t
	list $'node\tgpu\tx\ty\na\t3\t-\t-\nb\t2\t1\t-\nc\t1\t3\t2' t
	list '{"node":"a","gpu":3,"x":null,"y":null}
{"node":"b","gpu":2,"x":"1","y":null}
{"node":"c","gpu":1,"x":"3","y":"2"}' -o json t
}

@test "JSON: more columns with every record, over many records" {
	seq 600 | sed 's/.*/{"c&":"&","node":"n&","gpu":1}/' >t
	try gpuhint -l t
	ends 0
	[ "$(head -n 1 out | tr '\t' '\n' | grep -c '^c')" -eq 600 ]
	[ "$(wc -l <out)" -eq 601 ]
	[ "$(awk -F '\t' 'NR > 1 {
		for (i = 2; i <= NF; i++)
			if ($i != "-")
				n++
	} END { print n }' out)" -eq 1800 ]
}

@test "JSON: a column that comes up late shifts nothing before it" {
	printf '%s\n' '{"node":"a","gpu":1}' '{"node":"b","gpu":4}' \
	    '{"node":"c","gpu":3,"x":1}' '{"y":1,"cpu":7,"node":"d"}' >t
	gives $'4\t0\tb' gpuhint -H -c gpu,cpu,nodes t
	gives $'-\t7\td' gpuhint -r cpu -H -c gpu,cpu,nodes t
	seq 1000 | awk '{ printf "{\"node\":\"n%d\",\"k%d\":1,\"gpu\":%d}\n",
	    $1, $1 / 50, $1 }' >t
	gives $'1000\tn1000' gpuhint -H -c gpu,nodes t
}

@test "CR LF becomes LF in every form" {
	for f in a.tsv a.txt a.jsonl; do
		try gpuhint -l $f
		mv out want
		sed 's/$/\r/' $f >cr
		try gpuhint -l cr
		ends 0
		cmp out want
		# Without a last LF, the CR is still no part of the value.
		printf %s "$(cat cr)" >bare
		try gpuhint -l bare
		ends 0
		cmp out want
	done
}

@test "a carriage return inside a value stays there" {
	printf 'node\tgpu\tnote\na\t1\tx\\r\r\n' >t
	list $'node\tgpu\tnote\na\t1\tx\\r' t
	printf 'node\tnote\tgpu\na\tx\ry\t1\n' >t
	try gpuhint -l -o json -c note t
	holds out '{"note":"x\ry"}'
}

@test "a carriage return at the end of a value is not lost in a next stage" {
	for v in x '' $'\\q\\' '\\n'; do
		printf 'node\tgpu\tnote\na\t1\t%s\r\r\n' "$v" >t
		gpuhint -l -o json -c note t >one
		gpuhint -l t | gpuhint -l -o json -c note >two
		cmp one two
		# In the middle it is safe; as the last column it is not.
		printf 'node\tnote\tgpu\na\t%s\r\t1\n' "$v" >t
		gpuhint -l -c node,gpu,note t | gpuhint -l -o json -c note >two
		cmp one two
	done
}

@test "comments and blank lines before the header, blank lines behind it" {
	for f in a.tsv a.txt a.jsonl; do
		try gpuhint -l $f
		mv out want
		{ printf '\n# one\n#\n  \n\t\n#two\tthree\n'; cat $f
		    printf '\n\n'; } >t
		try gpuhint -l t
		ends 0
		cmp out want
	done
	printf 'node gpu\n\n \t \na 2\n\nb 1\n\n' >t
	list $'node\tgpu\na\t2\nb\t1' t
}

@test "behind the header # is no comment" {
	printf 'node gpu\n#a 1\n' >t
	list $'node\tgpu\n#a\t1' t
}

@test "a missing last LF is no fault" {
	for f in a.tsv a.txt a.jsonl; do
		try gpuhint -l $f
		mv out want
		printf %s "$(cat $f)" >t
		try gpuhint -l t
		ends 0
		cmp out want
	done
}

@test "a byte order mark is no part of the first column" {
	for f in a.tsv a.txt a.jsonl; do
		try gpuhint -l $f
		mv out want
		{ printf '\xef\xbb\xbf'; cat $f; } >t
		try gpuhint -l t
		ends 0
		cmp out want
		{ printf '\xef\xbb\xbf# c\n'; cat $f; } >t
		try gpuhint -l t
		ends 0
		cmp out want
	done
}

@test "a header alone, and in JSON an empty line, is a stream of no records" {
	for t in $'node\tgpu\n' $'node\tgpu' 'node gpu' $'# c\nnode\n' $'\n' \
	    $'\n\n' $'\r\n'; do
		printf %s "$t" >t
		denies '' gpuhint t
		holds err 'gpuhint: no node qualifies'
	done
	printf '\n' >none
	list $'node\tgpu\tmem\tnote\nn1\t8\t512G\thello world' none a.tsv
}

@test "amounts are read exactly, in every grammar" {
	printf '%s\n' 'node gpu cpu mem' 'a 0.5 500m 1.5Ti' \
	    'b 2.125 64 1073741824' 'c 1500m 0.001 "200 GB"' \
	    'd 9007199254740.993 1 8191P' >t
	gives '{"gpu":9007199254740.993,"cpu":1,"mem":9222246136947933184}' \
	    gpuhint -o json -c gpu,cpu,mem t
	gives $'0.5\t0.001\t1G' gpuhint -H -c gpu,cpu,mem -n 4 t
}

@test "forms through a pipe of filters: the same answer" {
	{
		echo 'node gpu_model gpu cpu mem note'
		seq 200 | awk '{ print "n" $1, "m" $1 % 3, $1 * 7 % 9,
		    $1 * 5 % 32, $1 * 3 % 64 "G", "\"x\\ty " $1 "\"" }'
	} >t
	gpuhint -n 5 t >want
	for o in tsv json; do
		for p in tsv json; do
			gpuhint -l -o $o t | gpuhint -l -o $p -c \
			    node,gpu_model,gpu,cpu,mem,note |
			    gpuhint -n 5 >got
			diff got want
		done
	done
}
