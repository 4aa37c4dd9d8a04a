/* Tests of nodeset: many nodes, duplicates far apart, mixed nodes. */
#include "nodeset.h"

#include "feed.h"
#include "shown.h"
#include "tap.h"

enum { MANY = 300000 };

static struct nodeset *
set_of(struct feed *f, struct hint_ask *ask, const char *text, size_t n)
{
	feed_begin(f, ask);
	feed_operand(f, "f", text, n);
	return &f->hint.set;
}

/* Names n0 to nMANY-1, then some of them again. */
static void
many(struct feed *f)
{
	static const int again[] = { 0, 1, 127, 128, 65535, MANY / 2,
	    MANY - 1 };
	struct hint_ask ask = { .instances = 1 };
	struct nodeset *s;
	struct buf b = { 0 };
	size_t i, bad = 0;

	buf_str(&b, "node\tgpu_model\tgpu\n");
	for (i = 0; i < MANY; i++) {
		buf_char(&b, 'n');
		buf_u64(&b, i);
		buf_str(&b, i % 2 ? "\tT4\t" : "\tA100\t");
		buf_u64(&b, i % 10);
		buf_char(&b, '\n');
	}
	s = set_of(f, &ask, b.p, b.n);
	tap_is_i64((int64_t)s->n, MANY, "every node is there");
	tap_is_i64((int64_t)f->faults.n, 0, "and none is taken for another");
	for (i = 0; i < s->n; i++)
		bad += nodeset_at(s, i)->free.of[RES_GPU] !=
		    (int64_t)(i % 10) * 1000 || nodeset_at(s, i)->model !=
		    (uint32_t)(i % 2);
	tap_is_i64((int64_t)bad, 0, "with its own amounts, in input order");
	feed_end(f);
	for (i = 0; i < 7; i++) {
		buf_char(&b, 'n');
		buf_u64(&b, (uint64_t)again[i]);
		buf_str(&b, again[i] % 2 ? "\tT4\t1\n" : "\tA100\t1\n");
	}
	set_of(f, &ask, b.p, b.n);
	tap_is_i64((int64_t)f->faults.n, 7, "those that come again are seen");
	tap_is_str(shown_fault(&f->faults, 4), "f:300006: node: \"n65535\" is "
	    "there twice with gpu_model \"T4\"", "and told");
	feed_end(f);
	buf_free(&b);
}

static void
mixed(struct feed *f)
{
	static const char text[] = "node gpu_model gpu cpu mem state vgpu pool "
	    "labels\nm T4 4 64 512G - no p z=1\no T4 1 1 1 - yes - -\n"
	    "m A100 8 1 1 drain yes - -\nm - 0 2 2 - - q z=2\n";
	struct hint_ask ask = { .instances = 1, .pool = text_of("p"),
	    .selector = text_of("z=1") };
	struct nodeset *s = set_of(f, &ask, text, sizeof(text) - 1);
	const struct nodeset_item *a = nodeset_at(s, 0), *b, *c;

	b = nodeset_at(s, 2);
	c = nodeset_at(s, 3);
	tap_ok(s->n == 4 && f->faults.n == 0, "three records of one node");
	tap_ok(a->bits == (NODESET_READY | NODESET_POOL | NODESET_LABELS |
	    NODESET_ABLE),
	    "the first one's bits are its own");
	tap_ok(b->bits == (a->bits | NODESET_VGPU | NODESET_LATER),
	    "state, pool and labels are the first one's, vgpu its own");
	tap_ok(c->bits == (NODESET_READY | NODESET_LATER),
	    "pool and labels that it has are its own");
	tap_ok(b->free.of[RES_GPU] == 8000 && b->free.of[RES_CPU] == 64000 &&
	    b->free.of[RES_MEM] == INT64_C(512) << 30,
	    "cpu and mem are the first one's, gpu its own");
	tap_ok(a->model == 0 && b->model == 1 &&
	    c->model == NODESET_NO_MODEL, "each has its own model");
	tap_ok(nodeset_at(s, 1)->bits == (NODESET_READY | NODESET_VGPU),
	    "another node is another node");
	tap_is_i64(s->seen, 7, "all amounts were seen");
	feed_end(f);
}

static void
twice(struct feed *f)
{
	static const char text[] = "node\tgpu_model\tgpu\nm\tT4\t4\nm\tV1\t4\n"
	    "m\t\t0\nm\tV1\t1\nm\tT4\t1\nm\t-\t0\nm\t-\t2\nm\tgpu\t2\n";
	struct hint_ask ask = { .instances = 1 };

	set_of(f, &ask, text, sizeof(text) - 1);
	tap_is_i64((int64_t)f->faults.n, 4, "each model of a node once");
	tap_is_str(shown_fault(&f->faults, 0),
	    "f:5: node: \"m\" is there twice with gpu_model \"V1\"", "V1");
	tap_is_str(shown_fault(&f->faults, 1),
	    "f:6: node: \"m\" is there twice with gpu_model \"T4\"", "T4");
	tap_is_str(shown_fault(&f->faults, 2),
	    "f:7: node: \"m\" is there twice", "without GPUs");
	tap_is_str(shown_fault(&f->faults, 3),
	    "f:9: node: \"m\" is there twice with gpu_model \"gpu\"", "gpu");
	feed_end(f);
}

int
main(void)
{
	static struct feed f;

	many(&f);
	mixed(&f);
	twice(&f);
	return tap_done();
}
