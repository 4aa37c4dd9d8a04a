#!/usr/bin/env bats
# gpuhint: options, their long names, and how a wrong use is told.

load check

records() {
	printf '%s\n' 'node gpu_model gpu cpu mem vgpu' 'a T4 8 64 512G yes' \
	    'b T4 4 80 256G yes' >two
}

# wrong ARG...: a usage error.
wrong() {
	try gpuhint "$@"
	ends 2
	holds out ''
	says 'try: gpuhint --help'
	[ "$(wc -l <err)" -eq 2 ]
	[ "$(grep -c '^gpuhint: ' err)" -eq 2 ]
}

@test "-h: every option, on standard output, status 0" {
	try gpuhint -h
	ends 0
	holds err ''
	for o in resource model primary instances scheduling want frontier \
	    list rank-by pool selector output columns no-header now quiet \
	    verbose help version; do
		grep -q -- "--$o" out
	done
	for o in r m p n s w F l o c H T q v h V; do
		grep -q -- " -$o, --" out
	done
	[ "$(awk 'length > 80' out)" = '' ]
	mv out short
	gives "$(cat short)" gpuhint --help
}

@test "-V: name and version" {
	try gpuhint -V
	ends 0
	grep -qE '^gpuhint \(sluice\) [0-9]+(\.[0-9]+)+$' out
	[ "$(wc -l <out)" -eq 1 ]
	mv out short
	gives "$(cat short)" gpuhint --version
}

@test "each option has a long name that does the same" {
	same() {
		# shellcheck disable=SC2086 # several words
		try gpuhint $1 two
		mv out want
		# shellcheck disable=SC2086
		try gpuhint $2 two
		cmp out want
		[ -s out ]
	}
	same '-r cpu' '--resource cpu'
	same '-r vgpu -s local-first' '--resource=vgpu --scheduling=local-first'
	same '-m T4' '--model T4'
	same '-p cpu' '--primary cpu'
	same '-n 2' '--instances 2'
	same '-w 2x2' '--want 2x2'
	same -F --frontier
	same -l --list
	same '-o json' '--output json'
	same '-c gpu' '--columns gpu'
	same -H --no-header
	same '-T 5' '--now 5'
}

@test "-q prints nothing, warnings included" {
	gives '' gpuhint -q two
	gives '' gpuhint -q -n 3 two
	gives '' gpuhint --quiet -l two
	gives '' gpuhint -q -F -o json two
	denies '' gpuhint -q -m none two
	holds err ''
	denies '' gpuhint -q <(printf 'node gpu_model gpu\na T4 0\n')
	holds err ''
}

@test "-q does not hide a fault" {
	faults 'gpuhint: gone: No such file or directory' gpuhint -q gone
}

@test "-v and a warning for each row" {
	try gpuhint -v -n 4 -H -c fits two
	ends 0
	holds out 2
	says 'gpuhint: T4: 2 of 2 records qualify'
	says 'gpuhint: T4: hint is 4 gpu but only 2 of 4 instances fit'
	try gpuhint -n 9 -p mem -H -c fits two
	says 'hint is 256G mem but only'
	try gpuhint -n 9 -p cpu -H -c fits two
	says 'hint is 64 cpu but only'
	try gpuhint -n 9 -H -c fits <(sed 's/^b T4/b A100/' two)
	says 'A100: hint is 4 gpu but only 1 of 9'
	says 'T4: hint is 8 gpu but only 1 of 9'
}

@test "-n 1 and no -n differ in mode alone" {
	try gpuhint two
	sed 's/single/distributed/' out >want
	try gpuhint -n 1 two
	cmp out want
}

@test "options may follow operands, -- ends them" {
	gives 8 gpuhint two -H -c gpu
	cp two ./-l
	gives 8 gpuhint -H -c gpu -- -l
	gives 8 gpuhint -H -c gpu - <two
	gives 8 gpuhint -H -c gpu <two
}

@test "no option, or no argument" {
	wrong --nope
	wrong -Z
	wrong -n
	wrong --list=3
	wrong --model
}

@test "words and numbers that an option does not take" {
	wrong -r foo two
	wrong -r '' two
	wrong -p gpus two
	wrong -s local two
	wrong -o xml two
	wrong --rank-by cpu two
	wrong -n 0 two
	wrong -n -1 two
	wrong -n 1.5 two
	wrong -n '' two
	wrong -n 1x two
	wrong -n 9223372036854775808 two
	wrong -T yesterday two
	try gpuhint -r foo two
	says 'gpuhint: --resource: "foo" is not cpu, gpu or vgpu'
	try gpuhint -n 0 two
	says 'gpuhint: --instances'
}

@test "a very large -n is taken" {
	try gpuhint -H -n 9223372036854775807 -c instances,gpu two
	ends 0
	holds out $'9223372036854775807\t4'
}

@test "shapes that -w does not take" {
	for w in '' 8 x x8 2x 0x8 2x0 2x8x2 -1x8 2x-8 a=1 gpu=0 gpu= gpu \
	    gpu=1,gpu=2 instances=2 instances=0,gpu=1 mem=1X cpu=1.2345 \
	    gpu=1,,cpu=1 2x8,cpu=1 'gpu=1 ,cpu=1' gpu=99999999999999999999 \
	    instances=1,instances=1,gpu=1; do
		wrong -w "$w" two
	done
}

@test "options that do not go together" {
	wrong -r cpu -p gpu two
	wrong -r cpu -m T4 two
	wrong -r cpu -w 1x1 two
	wrong -F -r vgpu -s local-first two
	wrong --rank-by gpu two
	wrong -l --rank-by gpu two
	wrong -r vgpu -s local-first --rank-by gpu two
	wrong -l -F two
	wrong -l -w 1x1 two
	wrong -F -w 1x1 two
	wrong -o prom -l two
	wrong -o prom -F two
	wrong -n 3 -w 2x8 two
}

@test "a usage error comes before any file is read" {
	wrong -r foo gone
	wrong -r cpu -p gpu gone
}

@test "a usage error shows what was given safely" {
	wrong -r $'\033[2J\n' two
	says '"\x1b[2J\n"'
	wrong -r $'\377' two
	says '"\xff"'
	wrong -c $'\033]0;x\a' two
	lacks $'\033' err
	wrong -w $'\302\233=1' two
	lacks $'\302\233' err
	wrong $'--\033[1m' two
	lacks $'\033' err
}

@test "the environment changes nothing" {
	try gpuhint -n 2 two
	mv out want
	for v in LC_ALL=de_DE.UTF-8 LANG=C LC_NUMERIC=de_DE TZ=Asia/Tokyo \
	    COLUMNS=20 NO_COLOR=1 HOME=/nowhere; do
		try env "$v" gpuhint -n 2 two
		ends 0
		cmp out want
	done
	try env -i PATH="$PATH" gpuhint -n 2 two
	cmp out want
}
