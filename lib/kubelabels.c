#include "kubelabels.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char prefix[] = "label_";

struct slice
kubelabels_product(struct promtext *t)
{
	static const char *const name[] = {
		"label_nvidia_com_gpu_product",
		"label_amd_com_gpu_product_name",
		"label_gpu_nvidia_com_model",
		"label_cloud_google_com_gke_accelerator",
		"label_karpenter_k8s_aws_instance_gpu_name",
		"label_k8s_amazonaws_com_accelerator"
	};
	struct slice s = { NULL, 0 };
	size_t i;

	for (i = 0; s.n == 0 && i < COUNT(name); i++)
		s = promtext_label(t, name[i]);
	return s;
}

static bool
can_stand(const struct promtext_label *l)
{
	return l->value.n > 0 && !l->escaped &&
	    memchr(l->value.p, ',', l->value.n) == NULL &&
	    l->name.n > strlen(prefix) &&
	    memcmp(l->name.p, prefix, strlen(prefix)) == 0;
}

void
kubelabels_list(const struct promtext *t, struct buf *out)
{
	const struct promtext_label *l;
	size_t i;

	for (i = 0; i < t->labels; i++) {
		l = &t->label[i];
		if (!can_stand(l))
			continue;
		if (out->n > 0)
			buf_char(out, ',');
		buf_add(out, l->name.p + strlen(prefix),
		    l->name.n - strlen(prefix));
		buf_char(out, '=');
		buf_add(out, l->value.p, l->value.n);
	}
}

void
kubelabels_pool(struct promtext *t, struct buf *out)
{
	static const char *const name[] = {
		"label_cloud_google_com_gke_nodepool",
		"label_eks_amazonaws_com_nodegroup",
		"label_alpha_eksctl_io_nodegroup_name",
		"label_kubernetes_azure_com_agentpool", "label_agentpool",
		"label_karpenter_sh_nodepool"
	};
	struct slice s;
	size_t i;

	for (i = 0; i < COUNT(name); i++) {
		s = promtext_label(t, name[i]);
		if (s.n == 0 || memchr(s.p, ',', s.n) != NULL)
			continue;
		if (out->n > 0)
			buf_char(out, ',');
		buf_add(out, s.p, s.n);
	}
}
