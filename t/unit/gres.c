/*
 * gres: every way in which Slurm was seen to write one, and what is none.
 */
#include "gres.h"

#include "shown.h"
#include "tap.h"

/* The items as `name type count`, parted by semicolons; or the fault. */
static const char *
items(const char *text)
{
	static char out[600];
	struct slice rest = text_of(text);
	struct gres_item g;
	static struct diag why;
	size_t n = 0;
	int r;

	out[0] = '\0';
	while ((r = gres_next(&rest, &g, &why)) == 1)
		n += (size_t)snprintf(out + n, sizeof(out) - n,
		    "%s%s %s %" PRId64, n > 0 ? "; " : "",
		    shown_slice(g.name), shown_slice(g.type), g.count);
	if (r == -1)
		return why.what;
	return out;
}

static void
is(const char *text, const char *want)
{
	tap_is_str(items(text), want, "%s", text);
}

static void
what_nodes_have(void)
{
	is("", "");
	is("(null)", "");
	is("N/A", "");
	/* vpenso/prometheus-slurm-exporter#64, #124 */
	is("gpu:a100:8", "gpu a100 8");
	is("gpu:a100:8(S:0-1)", "gpu a100 8");
	/* basnijholt/slurm-usage#11 */
	is("gpu:8(S:0-3)", "gpu  8");
	/* OSC/ood_core#973 */
	is("gpu:nvidia_h200_nvl_4g.71gb:2", "gpu nvidia_h200_nvl_4g.71gb 2");
	is("gpu:a100:2,gpu:a100_3g.20gb:4", "gpu a100 2; gpu a100_3g.20gb 4");
	is("gpu:fake1:1(S:0),gpu:fake2:1(S:0)", "gpu fake1 1; gpu fake2 1");
	is("gpu:4,shard:16,nic:mlx5:2", "gpu  4; shard  16; nic mlx5 2");
	is("craynetwork:4", "craynetwork  4");
	is("bandwidth:lustre:no_consume:4G", "bandwidth lustre 4294967296");
	is("gpu", "gpu  1");
	is("gpu:a100", "gpu a100 1");
	is("gpu:1080:2", "gpu 1080 2");
	is("mps:2k", "mps  2048");
}

static void
what_is_used(void)
{
	/* CLIP-HPC/SlurmCommander#5 */
	is("gpu:(null):4(IDX:0-3)", "gpu  4");
	is("gpu:(null):0(IDX:N/A)", "gpu  0");
	/* vpenso/prometheus-slurm-exporter#83 */
	is("gpu:tesla:3(IDX:0,2-3)", "gpu tesla 3");
	is("gpu:a100:0(IDX:N/A),gpu:a100_3g.20gb:2(IDX:2-3)",
	    "gpu a100 0; gpu a100_3g.20gb 2");
	is("shard:a100:4(0/2,4/4),gpu:a100:1(IDX:0)",
	    "shard a100 4; gpu a100 1");
	is("gpu:0", "gpu  0");
}

static void
what_jobs_ask(void)
{
	is("gres:gpu:a100:4", "gpu a100 4");
	is("gres:gpu:1", "gpu  1");
	is("gres/gpu=16,gres/gpu:a100=16", "gpu  16; gpu a100 16");
	is("gres:gpu:a100:2,gres:gpu:a100_3g.20gb:1",
	    "gpu a100 2; gpu a100_3g.20gb 1");
	is("gres/gpu:2", "gpu  2");
}

static void
what_is_none(void)
{
	is("gpu:a100:0(IDX:N/A", "\"gpu:a100:0(IDX:N/A\" has a parenthesis "
	    "without its other");
	is("gpu:4)", "\"gpu:4)\" has a parenthesis without its other");
	/* Two columns of sinfo run together (OSC/ood_core#945). */
	is("gpu:a100_gpu:a100:0", "\"gpu:a100_gpu:a100:0\" is no generic "
	    "resource");
	is("gpu::4", "\"gpu::4\" is no generic resource");
	is(":4", "\":4\" is no generic resource");
	is("gpu=", "\"gpu=\" is no generic resource");
	is("gpu=-1", "\"gpu=-1\" is no generic resource");
	is("gpu:a:b=4", "\"gpu:a:b=4\" is no generic resource");
	is("gpu=9223372036854775808", "\"gpu=9223372036854775808\" is no "
	    "generic resource");
	is("gpu=8388608P", "\"gpu=8388608P\" is no generic resource");
	is("gpu:4,\x1b[2J:(", "\"\\x1b[2J:(\" has a parenthesis without its "
	    "other");
}

static void
whole_gpus(void)
{
	struct gres_item g = { .name = text_of("gpu") };

	tap_ok(gres_is_gpu(&g), "a GPU");
	g.name = text_of("shard");
	tap_ok(!gres_is_gpu(&g), "a part of one");
	g.name = text_of("1056gpu");
	tap_ok(!gres_is_gpu(&g), "two columns run together");
}

int
main(void)
{
	what_nodes_have();
	what_is_used();
	what_jobs_ask();
	what_is_none();
	whole_gpus();
	return tap_done();
}
