#!/usr/bin/env bats
# A real node_exporter: what it says of this machine is read right, and what
# gpuhint writes for it comes back from it.

load ../check
load real

exporter=prometheus-node-exporter

# Starts it on a port that the kernel picks, with its own collectors and a
# folder of text files; its address goes to $address.
records() {
	needs $exporter prometheus-node-exporter
	needs curl curl
	mkdir files
	$exporter --web.listen-address=127.0.0.1:0 \
	    --collector.textfile.directory="$PWD/files" >log 2>&1 3>&- &
	pid=$!
	until_so grep -q 'Listening on' log
	address=$(sed -n 's/.*Listening on.*address=\([0-9.:]*\).*/\1/p' log)
	until_so curl -sfo /dev/null "http://$address/metrics"
}

teardown() {
	[ -z "${pid-}" ] || kill "$pid"
}

scrape() {
	curl -sf "http://$address/metrics" >"$1"
}

# value NAME: a series without labels, in the last scrape.
value() {
	sed -n "s/^$1 //p" scrape
}

@test "node_exporter: CPUs, memory and the name of this machine" {
	scrape scrape
	try gpunodes scrape
	ends 0
	holds err ''
	try gpunodes -H -c node,gpu_model,gpu,cpu_total,state scrape
	holds out "$(uname -n)	-	-	$(getconf _NPROCESSORS_ONLN)	ready"
	try gpunodes -o json -c mem_total scrape
	kib=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
	holds out "{\"mem_total\":$((kib * 1024))}"
}

@test "node_exporter: what is free is what it says" {
	scrape scrape
	try gpunodes -o json -c cpu scrape
	ends 0
	awk -v busy="$(value node_load1)" \
	    -v n="$(getconf _NPROCESSORS_ONLN)" 'BEGIN {
		free = n > busy ? n - busy : 0
		printf "{\"cpu\":%.10g}\n", free
	}' >want
	diff -u want out
	try gpunodes -o json -c mem scrape
	holds out "{\"mem\":$(printf %.0f \
	    "$(value node_memory_MemAvailable_bytes)")}"
}

@test "node_exporter: the hint of this machine is what it has free" {
	scrape scrape
	gpunodes scrape >nodes
	try gpuhint -r cpu -H -c cpu,mem,nodes nodes
	ends 0
	cut -f 4,5 nodes | sed -n 2p | awk -v n="$(uname -n)" '
	{ print $0 "\t" n }' | diff -u - out
}

@test "node_exporter: two scrapes, one behind the other" {
	scrape one
	until_so scrape scrape
	cat one scrape >both
	gpunodes scrape >want
	gives "$(cat want)" gpunodes both
}

@test "node_exporter: metrics of gpuhint come back with their labels" {
	printf '%s\n' $'node\tgpu_model\tgpu\tcpu\tmem' \
	    $'n1\tT4\t8\t96.5\t200G' \
	    $'n2\tA "x" \\\\ $(id), }=\t2\t4\t1025' >nodes
	gpuhint -o prom nodes >files/hint.tmp
	mv files/hint.tmp files/hint.prom
	gpuhint -o prom -w gpu=2 nodes >files/want.tmp
	mv files/want.tmp files/want.prom
	scrape scrape
	[ "$(value node_textfile_scrape_error)" = 0 ]
	grep '^sluice_' scrape >out
	# The exporter sorts labels and writes large numbers in its own way.
	rest='instances="1",mode="single",primary="gpu"'
	a="gpu_model=\"T4\",$rest"
	# shellcheck disable=SC2016 # nothing in there is to be done
	b='gpu_model="A \"x\" \\ $(id), }=",'$rest
	holds out "sluice_hint_cpus{$b} 4
sluice_hint_cpus{$a} 96.5
sluice_hint_fits{$b} 1
sluice_hint_fits{$a} 1
sluice_hint_gpus{$b} 2
sluice_hint_gpus{$a} 8
sluice_hint_memory_bytes{$b} 1025
sluice_hint_memory_bytes{$a} 2.147483648e+11
sluice_want_fits{$b} 1
sluice_want_fits{$a} 4"
	# What is in files of others does not hinder gpunodes.
	gives "$(uname -n)" gpunodes -H -c node scrape
}
