/* Tests of kuberes: resources by kube-state-metrics' names. */
#include "kuberes.h"

#include "shown.h"
#include "tap.h"

static void
is(const char *resource, enum kuberes kind, const char *name,
    const char *model)
{
	struct buf b = { 0 };

	tap_is_i64(kuberes_kind(text_of(resource)), kind, "kind of %s",
	    resource);
	if (kind != KUBERES_CARD)
		return;
	kuberes_name(&b, text_of(resource));
	tap_is_str(shown_buf(&b), name, "name of %s", resource);
	b.n = 0;
	kuberes_model(&b, text_of(resource), text_of(""));
	tap_is_str(shown_buf(&b), name, "model without a product");
	b.n = 0;
	kuberes_model(&b, text_of(resource), text_of("T4"));
	tap_is_str(shown_buf(&b), model, "model of a T4");
	buf_free(&b);
}

int
main(void)
{
	struct buf b = { 0 };

	is("cpu", KUBERES_CPU, "", "");
	is("memory", KUBERES_MEM, "", "");
	is("nvidia_com_gpu", KUBERES_CARD, "nvidia.com/gpu", "T4");
	is("amd_com_gpu", KUBERES_CARD, "amd.com/gpu", "T4");
	is("nvidia_com_gpu_shared", KUBERES_CARD, "nvidia.com/gpu.shared",
	    "T4-SHARED");
	is("nvidia_com_mig_3g_20gb", KUBERES_CARD, "nvidia.com/mig-3g.20gb",
	    "T4-MIG-3g.20gb");
	is("nvidia_com_mig_1g_10gb_me", KUBERES_CARD,
	    "nvidia.com/mig-1g.10gb.me", "T4-MIG-1g.10gb.me");
	is("nvidia_com_mig_1g_5gb_shared", KUBERES_CARD,
	    "nvidia.com/mig-1g.5gb.shared", "T4-MIG-1g.5gb-SHARED");
	is("pods", KUBERES_OTHER, "", "");
	is("ephemeral_storage", KUBERES_OTHER, "", "");
	is("nvidia_com_gpumem", KUBERES_OTHER, "", "");
	is("nvidia_com_mig_", KUBERES_OTHER, "", "");
	is("hugepages_2Mi", KUBERES_OTHER, "", "");
	is("", KUBERES_OTHER, "", "");
	kuberes_model(&b, text_of("nvidia_com_gpu_shared"),
	    text_of("Tesla-T4-SHARED"));
	tap_is_str(shown_buf(&b), "Tesla-T4-SHARED", "the product says so");
	buf_free(&b);
	tap_is_i64(kuberes_places(KUBERES_MEM), 0, "bytes");
	tap_is_i64(kuberes_places(KUBERES_CPU), 3, "thousandths");
	return tap_done();
}
