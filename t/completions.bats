#!/usr/bin/env bats
# What bash offers behind each program is what the program takes.

load check

top=$BATS_TEST_DIRNAME/..

records() {
	[ -z "${T_WRAP-}" ] || skip 'texts of help, the same behind no wrapper'
	printf '%s\n' 'node gpu gpu_model vgpu' 'n1 8 A yes' >nodes
	printf '%s\n' 'job created' 'a 1' >list
	echo 'NodeName=n1 CPUAlloc=0 CPUEfctv=8 CPUTot=8 RealMemory=100' \
	    'AllocMem=0 State=IDLE CfgTRES=cpu=8 AllocTRES=' >slurm
	echo '{"kind":"Node","metadata":{"name":"n1"},"status":{}}' >k8s
	echo 'node_uname_info{nodename="n1"} 1' >prom
	printf '%s\n' 'group share' 'a 1' >budgets
	echo job >none
	echo '{"jobs":[]}' >jobs.slurm
	echo 'JobID|Start|End|State|NodeList|AllocTRES' >jobs.sacct
	echo '{"kind":"JobList","items":[]}' >jobs.k8s
	echo '; Version: 2.2' >jobs.swf
	printf '%s\n' 'job created runtime' 'a 1 1' >trace
	touch err got options out want
	mkdir results
	PATH=$PATH:$top/share
	ls . >files
}

# The programs that are there, and sweep.
programs() {
	for f in "$top"/bin/*.c; do
		basename "$f" .c
	done
	echo sweep
}

# offers PROGRAM WORD...: what is offered for the last of these words.
offers() {
	local COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()

	# shellcheck disable=SC1090 # one for each program
	. "$top/share/completions/$1"
	"_$1"
	[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort
}

# A line for each option of a program that has an argument: letter or a
# hyphen, long name, argument, what the help says of it.
with_argument() {
	"$1" --help | sed -n \
	    -e 's/^  -\(.\), --\([a-z-]*\) \([^ ][^ ]*\)  *\(.*\)/\1 \2 \3 \4/p' \
	    -e 's/^      --\([a-z-]*\) \([^ ][^ ]*\)  *\(.*\)/- \1 \2 \3/p'
}

# accepts PROGRAM OPTION: the program takes it, be it with a "no".
accepts() {
	case $1$2 in
	gpuhint--rank-by*) set -- "$@" -l -r vgpu -s local-first nodes ;;
	gpuhint--scheduling*) set -- "$@" -r vgpu nodes ;;
	gpunodes--from*) set -- "$@" "${2#*=}" ;;
	gpunodes*) set -- "$@" prom ;;
	gpuhint*) set -- "$@" nodes ;;
	qapply--to*) set -- "$@" --was none none ;;
	qpreempt*) set -- "$@" -B budgets -N nodes list ;;
	qjobs--from*) set -- "$@" "jobs.${2#*=}" ;;
	qjobs*) set -- "$@" jobs.slurm ;;
	qorder*) set -- "$@" -B budgets --capacity 1 list ;;
	qreport*) set -- "$@" list ;;
	qrequeue*) set -- "$@" -t 1m list ;;
	qsim*=las*) set -- "$@" --preemptive -N nodes trace ;;
	qsim*=fairshare | qsim*=deserved) set -- "$@" -B budgets -N nodes trace ;;
	qsim*) set -- "$@" -N nodes trace ;;
	qset*) set -- "$@" -j a hold list ;;
	qshare*) set -- "$@" -B budgets --capacity 1 list ;;
	qstep*) set -- "$@" -B budgets -N nodes list ;;
	sweep*=las*) set -- "$@" -N nodes -w results --part 1/1 trace -- \
	    --preemptive ;;
	sweep*) set -- "$@" -B budgets -N nodes -w results --part 1/1 trace ;;
	esac
	try "$@"
	[ "$status" -lt 2 ] || { cat err; return 1; }
}

@test "every program has its file, and every file its program" {
	programs >want
	(cd "$top/share/completions" && ls) | diff -u want -
}

@test "behind a hyphen: its long options, all of them and no others" {
	for p in $(programs); do
		"$p" --help | sed -n 's/^  .*\(--[a-z-]*\) .*/\1/p' | sort >want
		[ -s want ]
		offers "$p" - | diff -u --label "--help of $p" want -
		offers "$p" --ver | diff -u <(grep ^--ver want) -
	done
}

@test "behind an option: the same for letter, long name and an =" {
	for p in $(programs); do
		with_argument "$p" >options
		[ -s options ]
		while read -r letter name _; do
			offers "$p" "--$name" '' >want
			offers "$p" "--$name" = >got
			diff -u --label "$p --$name" want got
			offers "$p" "--$name" = '' >got
			diff -u --label "$p --$name" want got
			[ "$letter" != - ] || continue
			offers "$p" "-$letter" '' >got
			diff -u --label "$p --$name" want got
		done <options
	done
}

@test "behind an option: files for a FILE, else words that it takes" {
	for p in $(programs); do
		with_argument "$p" >options
		while read -r _ name argument _; do
			offers "$p" "--$name" '' >got
			if [ "$argument" = FILE ]; then
				diff -u --label "$p --$name" files got
				continue
			fi
			while read -r word; do
				echo "$p --$name=$word"
				accepts "$p" "--$name=$word"
			done <got
		done <options
	done
}

@test "behind an option whose help is a list of words: all of them" {
	for p in $(programs); do
		with_argument "$p" >options
		while read -r _ name _ text; do
			[[ $text =~ ^[a-z-]+(,\ [a-z-]+)*\ or\ [a-z-]+$ ]] ||
			    continue
			tr ' ' '\n' <<<"${text/ or / }" | tr -d , | sort >want
			offers "$p" "--$name" '' >got
			diff -u --label "$p --$name" want got
		done <options
	done
}

@test "where an operand may stand: files, and for qset a change first" {
	for p in gpuhint qorder qpreempt qrequeue qshare qstep; do
		offers "$p" '' | diff -u --label "$p" files -
		offers "$p" -v no | diff -u --label "$p" <(ls no* 2>/dev/null) -
	done
	offers qset -j a '' >got
	diff -u <(printf '%s\n' front hold priority={high,low,medium} release \
	    stop) got
	while read -r change; do
		try qset -T 9 -j a "$change" list
		[ "$status" -eq 0 ] || [ "$change" = release ]
	done <got
	for change in 'hold' 'priority=low' 'priority = low'; do
		# shellcheck disable=SC2086 # as bash parts it
		offers qset -j a $change '' | diff -u files -
	done
	offers qset -j a priority = m >got
	holds got medium
}
