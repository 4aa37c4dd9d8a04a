# sluice.  config.mk holds what a builder may change; this file, the lists of
# what is built.  Only what POSIX promises of make is used.

.POSIX:
.SUFFIXES:
.SUFFIXES: .c .o .replay .fuzz

include config.mk

# Lists to extend: a new program, module or test is a word here.

PROGS = bin/gpuhint bin/gpunodes bin/qapply bin/qjobs bin/qorder \
	bin/qpreempt bin/qreport bin/qrequeue bin/qset bin/qshare bin/qsim \
	bin/qstep

OBJS = lib/diag.o lib/mem.o lib/vec.o lib/column.o lib/backlog.o \
	lib/keysort.o lib/buf.o lib/text.o lib/quant.o lib/intern.o \
	lib/match.o lib/when.o lib/tsv.o lib/blank.o lib/jsonl.o \
	lib/jsondoc.o lib/foreign.o lib/gres.o lib/hostlist.o lib/slurmkey.o \
	lib/slurmmark.o lib/scontrol.o lib/nodestate.o lib/tres.o lib/kind.o \
	lib/row.o lib/k8squant.o lib/k8sobj.o lib/k8spod.o lib/k8scard.o \
	lib/k8sgang.o lib/k8swish.o lib/k8ssaid.o lib/k8sphase.o lib/res.o \
	lib/fields.o lib/prom.o lib/header.o lib/format.o lib/ask.o \
	lib/reader.o lib/table.o lib/node.o lib/queue.o lib/budget.o \
	lib/nodeset.o lib/listing.o lib/job.o lib/jobrow.o lib/rank.o \
	lib/frontier.o lib/treap.o lib/order.o lib/state.o lib/cluster.o \
	lib/hint.o lib/room.o lib/hourly.o lib/usage.o lib/owed.o \
	lib/share.o lib/requeue.o lib/operate.o lib/hintrow.o lib/place.o \
	lib/bound.o lib/why.o lib/profile.o lib/ratio.o lib/sharerow.o \
	lib/gate.o lib/turn.o lib/request.o lib/outcome.o lib/step.o \
	lib/reserve.o lib/lane.o lib/victim.o lib/trial.o lib/stage.o \
	lib/booking.o lib/preempt.o lib/later.o lib/backfill.o lib/live.o \
	lib/cycle.o lib/window.o lib/service.o lib/deal.o lib/aside.o \
	lib/sim.o lib/arrival.o lib/lanes.o lib/due.o lib/wave.o \
	lib/leaves.o lib/twophase.o lib/easy.o lib/flow.o lib/course.o \
	lib/sheet.o lib/census.o lib/intake.o lib/memo.o lib/slurmhost.o \
	lib/sinfo.o lib/tasklist.o lib/slurmword.o lib/slurmerr.o \
	lib/slurmask.o lib/slurmdep.o lib/slurmjson.o lib/slurmtext.o \
	lib/slurmrun.o lib/slurmfeed.o lib/slurmstate.o lib/apply.o \
	lib/quote.o lib/toslurm.o lib/tok8s.o lib/slurmnode.o lib/k8snode.o \
	lib/promnum.o lib/promtext.o lib/promhost.o lib/kuberes.o \
	lib/kubepods.o lib/kubelabels.o lib/nodeexp.o lib/dcgm.o \
	lib/kubestate.o lib/promnode.o lib/slurmjob.o lib/anchor.o \
	lib/sacctrow.o lib/sacct.o lib/k8sjob.o lib/swf.o lib/quantile.o \
	lib/hashorder.o lib/runlog.o lib/delivery.o lib/report.o \
	lib/reportrow.o lib/io.o lib/opt.o lib/filter.o lib/adapter.o \
	lib/queueopt.o lib/simopt.o

# Modules that are a header alone.
ONLY_HDRS = lib/num.h lib/cell.h lib/slurmsaid.h

UNITS = t/unit/anchor t/unit/arrival t/unit/aside t/unit/ask t/unit/backfill \
	t/unit/backlog t/unit/blank t/unit/booking t/unit/bound \
	t/unit/budget t/unit/buf t/unit/census t/unit/cluster t/unit/column \
	t/unit/cycle t/unit/deal t/unit/diag t/unit/due t/unit/fields \
	t/unit/foreign t/unit/format t/unit/gate t/unit/gres \
	t/unit/hashorder t/unit/header t/unit/hint t/unit/hostlist \
	t/unit/intern t/unit/job t/unit/jsondoc t/unit/jsonl t/unit/k8sphase \
	t/unit/k8squant t/unit/keysort t/unit/kind t/unit/kuberes \
	t/unit/lane t/unit/lanes t/unit/later t/unit/live t/unit/match \
	t/unit/mem t/unit/memo t/unit/node t/unit/nodeset t/unit/num \
	t/unit/operate t/unit/order t/unit/place t/unit/profile t/unit/prom \
	t/unit/promhost t/unit/promnum t/unit/promtext t/unit/quant \
	t/unit/quantile t/unit/queue t/unit/quote t/unit/rank t/unit/ratio \
	t/unit/reader t/unit/report t/unit/requeue t/unit/res t/unit/reserve \
	t/unit/room t/unit/row t/unit/scontrol t/unit/service t/unit/share \
	t/unit/sheet t/unit/slurmrun t/unit/slurmword t/unit/stage \
	t/unit/state t/unit/table t/unit/tasklist t/unit/text t/unit/treap \
	t/unit/tres t/unit/trial t/unit/tsv t/unit/turn t/unit/usage \
	t/unit/vec t/unit/victim t/unit/when
PROPS = t/prop/backfill t/prop/frontier t/prop/hint t/prop/owed \
	t/prop/preempt t/prop/quant t/prop/record t/prop/report t/prop/share \
	t/prop/sim t/prop/step t/prop/syntax t/prop/window
FUZZ = t/fuzz/job t/fuzz/jobtext t/fuzz/k8s t/fuzz/preempt t/fuzz/prom \
	t/fuzz/record t/fuzz/report t/fuzz/scontrol t/fuzz/share t/fuzz/sim

BENCH = t/bench/gen t/bench/jobs t/bench/pods t/bench/runs t/bench/slurm \
	t/bench/timeit t/bench/trace

# What follows is the same for every entry above.

STD = -std=c11 -D_DEFAULT_SOURCE -I lib
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wswitch-enum -Wconversion \
	-Wno-sign-conversion $(WERROR)
COMPILE = $(CC) $(STD) $(CPPFLAGS) $(WARN) $(CFLAGS)

HDRS = $(OBJS:.o=.h) $(ONLY_HDRS)
REPLAYS = $(FUZZ:=.replay)
TESTS = $(UNITS) $(PROPS) $(REPLAYS)

SAN = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=all
VALGRIND = valgrind -q --error-exitcode=99 --leak-check=full \
	--errors-for-leak-kinds=definite,possible --track-fds=no
VALGRIND_TESTS =
FUZZ_SECONDS = 60

all: $(PROGS)

tests: all $(TESTS)

check: tests
	t/run

# Against the software itself; what is not installed is skipped, loudly.
check-real: all
	t/run t/real/*.bats

.c.o:
	$(COMPILE) -c -o $@ $<

.c:
	$(COMPILE) $(LDFLAGS) -o $@ $< libsluice.a $(LDLIBS)

.c.replay:
	$(COMPILE) $(LDFLAGS) -o $@ $< t/fuzz/replay.o libsluice.a $(LDLIBS)

.c.fuzz:
	$(COMPILE) $(LDFLAGS) -fsanitize=fuzzer -o $@ $< libsluice.a $(LDLIBS)

libsluice.a: $(OBJS)
	rm -f $@
	$(AR) -rc $@ $(OBJS)

# The headers are few, so everything depends on all of them.
$(OBJS) t/fuzz/replay.o: build/need $(HDRS)
$(PROGS) $(BENCH): libsluice.a
$(UNITS) $(PROPS): libsluice.a t/unit/tap.h
$(REPLAYS): libsluice.a t/fuzz/replay.o
$(FUZZ:=.fuzz): libsluice.a

# Says what is missing before the compiler does so less clearly.
build/need: config.mk share/need
	share/need '$(CC)' '$(AR)' '$(LDLIBS)'
	mkdir -p build
	touch $@

# The whole suite, built with the sanitizers, in a copy of the tree.
san:
	t/copy build/san
	cd build/san && T_SLOW=yes $(MAKE) check CFLAGS='$(SAN)'

valgrind: tests
	t/run -w '$(VALGRIND)' $(VALGRIND_TESTS)

fuzz:
	t/copy build/fuzz
	cd build/fuzz && $(MAKE) fuzzers CC=clang \
	    CFLAGS='$(SAN) -fsanitize=fuzzer-no-link'
	t/fuzz/run $(FUZZ_SECONDS) $(FUZZ)

fuzzers: $(FUZZ:=.fuzz)

lint: compile_commands.json
	t/lint

compile_commands.json: Makefile config.mk t/compdb FRC
	t/compdb '$(COMPILE)' >$@

bench: all $(BENCH)
	t/bench/run

distcheck:
	t/distcheck '$(MAKE)'

install: all
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(COMPDIR)' \
	    '$(DESTDIR)$(DOCDIR)/cron' '$(DESTDIR)$(LIBEXECDIR)' \
	    '$(DESTDIR)$(DOCDIR)/examples' '$(DESTDIR)$(MANDIR)/man1' \
	    '$(DESTDIR)$(MANDIR)/man5' '$(DESTDIR)$(MANDIR)/man7'
	install -m 755 $(PROGS) '$(DESTDIR)$(BINDIR)'
	install -m 755 share/sweep '$(DESTDIR)$(LIBEXECDIR)'
	install -m 644 man/*.1 '$(DESTDIR)$(MANDIR)/man1'
	install -m 644 man/*.5 '$(DESTDIR)$(MANDIR)/man5'
	install -m 644 man/*.7 '$(DESTDIR)$(MANDIR)/man7'
	install -m 644 share/completions/* '$(DESTDIR)$(COMPDIR)'
	install -m 644 share/examples/* '$(DESTDIR)$(DOCDIR)/examples'
	install -m 644 share/cron/* '$(DESTDIR)$(DOCDIR)/cron'
	chmod 755 '$(DESTDIR)$(DOCDIR)/cron/sluice-slurm' \
	    '$(DESTDIR)$(DOCDIR)/cron/gpuhint-textfile'

uninstall:
	for f in $(PROGS); do \
		rm -f '$(DESTDIR)$(BINDIR)'/$${f##*/}; \
	done
	for f in man/*.[157]; do \
		rm -f '$(DESTDIR)$(MANDIR)'/man$${f##*.}/$${f##*/}; \
	done
	for f in share/completions/*; do \
		rm -f '$(DESTDIR)$(COMPDIR)'/$${f##*/}; \
	done
	rm -rf '$(DESTDIR)$(DOCDIR)' '$(DESTDIR)$(LIBEXECDIR)'

clean:
	rm -f lib/*.o t/fuzz/*.o libsluice.a compile_commands.json
	rm -f $(PROGS) $(TESTS) $(BENCH) $(FUZZ:=.fuzz)
	rm -rf build

FRC:

.PHONY: all tests check check-real san valgrind fuzz fuzzers lint bench \
	distcheck install uninstall clean FRC
