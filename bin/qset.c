/*
 * qset: the operator's hand.
 */
#include <stdlib.h>

#include "filter.h"
#include "io.h"
#include "mem.h"
#include "operate.h"
#include "vec.h"

static const struct opt_spec spec[] = {
	{ 'j', "job", "ID[,ID...]", "these jobs, in this order" },
	{ 'J', "job-file", "FILE", "those that a file names, one a line" }
};

static const struct opt_program program = {
	"-j ID[,ID...] front|priority=P|hold|release|stop [FILE...]",
	"Reads job records; prints them with the jobs changed.",
	spec, sizeof(spec) / sizeof(spec[0]), false, false
};

struct ids {
	struct slice *id;
	size_t n, cap;
};

static void
add_ids(struct ids *s, struct slice list, char sep)
{
	struct slice id;

	while (text_cut(&list, sep, &id)) {
		if (sep == '\n' && id.n > 0 && id.p[id.n - 1] == '\r')
			id.n--;
		if (id.n == 0)
			continue;
		s->id = VEC_MORE(s->id, s->n, s->cap);
		s->id[s->n++] = id;
	}
}

int
main(int argc, char **argv)
{
	struct filter *f = filter_new();
	struct buf file = { 0 };
	struct ids ids = { 0 };
	struct operate o;
	struct diag d;
	int letter, status;

	opt_init(&f->opt, &program);
	while ((letter = opt_next(&f->opt, argc, argv)) != -1) {
		if (letter == 'j')
			add_ids(&ids, text_of(f->opt.arg), ',');
		else {
			if (file.p != NULL)
				opt_usage("--job-file is there twice");
			io_slurp(&file, f->opt.arg);
			add_ids(&ids, text_slice(file.p, file.n), '\n');
		}
	}
	if (ids.n == 0)
		opt_usage("--job is needed, or --job-file");
	if (f->opt.files == 0)
		opt_usage("what should be done to them?");
	if (operate_read(text_of(f->opt.file[0]), &o, &d) == -1)
		opt_usage("%s", d.what);
	f->opt.file++;
	f->opt.files--;
	filter_read(f, false);
	if (operate_do(&f->jobs, &o, ids.id, ids.n, f->opt.now_s,
	    &f->faults) == 0)
		filter_write(f, operate_columns(&o));
	status = filter_end(f, io_faults(&f->faults) == -1 ? IO_WRONG :
	    IO_DONE);
	free(ids.id);
	buf_free(&file);
	free(f);
	return status;
}
