#!/usr/bin/env bats
# Thirty days of a cluster whose demand is 2.6 times what it can do: the load
# is what it says it is, and budgets keep what they promise on it.

load check

top=$BATS_TEST_DIRNAME/..
end=$((37 * 86400))
lane='gpus<=8,min_runtime<=15m'

setup_file() {
	cd "$BATS_FILE_TMPDIR" && "$BATS_TEST_DIRNAME/load/gen" 1
}

@test "the load: the same for a seed, and as much as it says" {
	cp "$BATS_FILE_TMPDIR"/{trace,nodes,budgets} .
	mkdir again other
	(cd again && "$top/t/load/gen" 1)
	(cd other && "$top/t/load/gen" 2 3)
	cmp trace again/trace
	[ "$(cksum <trace)" != "$(cksum <other/trace)" ]
	awk -F '\t' '
	NR == FNR { if (FNR > 1) claim[$1] = $2 * 10.24; next }
	FNR == 1 { next }
	$5 < last || $7 > 8 || ($6 > 1 && $7 < 8) || $9 != $8 { bad++ }
	$2 == "long" && $6 * $7 > 8 && $6 * $7 > 2 * claim[$3] { bad++ }
	($2 == "filler") != ($10 == 0) { bad++ }
	{ last = $5; work[$2] += $6 * $7 * $8 / (1024 * 37 * 86400); jobs++ }
	$2 == "debug" { debug++ }
	END {
		asked = work["long"] + work["medium"] + work["debug"]
		print jobs, debug, asked, work["filler"], bad + 0
		exit !(debug == 1500 * 37 && asked > .70 && asked < .86 &&
		    work["filler"] > 1.7 && work["filler"] < 1.9 && !bad)
	}' budgets trace
}

# figures ARG...: runs the load by policy deserved; sets strict, worst,
# occupancy, debug and big (p90 waits in seconds), and asks for the first four.
figures() {
	local report

	cd "$BATS_FILE_TMPDIR" || return
	qsim -N nodes -e placement -P deserved -B budgets --contracts "$@" \
	    -o tsv trace >out
	report="qreport -H -o tsv -N nodes -T $end --window 30d"
	read -r strict worst occupancy < <($report -B budgets --summary \
	    -c figure,value out | awk '{ v[$1] = $2 }
	    END { print v["delivered"], v["delivered_worst"],
	    v["occupancy"] }')
	debug=$($report --debug-lane "$lane" -c value,wait_p90 out |
	    awk '$1 == "debug" { print $2 }')
	big=$($report --debug-lane 'gpus>=64' -c value,wait_p90 out |
	    awk '$1 == "debug" { print $2 }')
	echo "$strict $worst $occupancy $debug $big"
	awk -v s="$strict" -v w="$worst" -v o="$occupancy" -v d="$debug" '
	BEGIN { exit !(s >= .98 && w >= .95 && o >= .98 && d <= 30) }'
}

@test "deserved with contracts keeps the promise; reservations help gangs" {
	local alone

	[ -z "${T_WRAP-}${T_SLOW-}" ] || skip 'too long here'
	figures
	alone=$big
	figures --reserve 64
	[ $((big * 10)) -le $((alone * 7)) ]
}
