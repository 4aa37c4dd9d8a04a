#include "k8scard.h"

#include <stdbool.h>
#include <string.h>

#include "k8spod.h"

struct slice
k8scard_label(const struct k8sobj *o, struct slice resource,
    const char *ending)
{
	struct buf key = { 0 };
	struct slice s;

	buf_add(&key, resource.p, resource.n);
	buf_str(&key, ending);
	buf_char(&key, '\0');
	s = k8sobj_label(o, key.p);
	buf_free(&key);
	return s;
}

struct slice
k8scard_product(const struct k8sobj *o, struct slice resource)
{
	static const char *const cloud[] = {
		"gpu.nvidia.com/model", "cloud.google.com/gke-accelerator",
		"karpenter.k8s.aws/instance-gpu-name",
		"k8s.amazonaws.com/accelerator"
	};
	struct slice s = k8scard_label(o, resource, ".product");
	size_t i;

	if (s.n == 0)
		s = k8scard_label(o, resource, ".product-name");
	if (!text_is(resource, "nvidia.com/gpu"))
		return s;
	for (i = 0; s.n == 0 && i < sizeof(cloud) / sizeof(cloud[0]); i++)
		s = k8sobj_label(o, cloud[i]);
	return s;
}

void
k8scard_model(const struct k8sobj *o, struct slice resource,
    struct buf *out)
{
	static const char shared[] = "-SHARED", mig[] = "nvidia.com/mig-";
	const bool shares = k8spod_is_shared(resource);
	struct slice base = resource, name;
	const char *profile = NULL;
	size_t n;

	if (shares)
		base.n -= strlen(".shared");
	name = k8scard_product(o, base);
	if (name.n == 0 && base.n > strlen(mig) &&
	    memcmp(base.p, mig, strlen(mig)) == 0) {
		name = k8sobj_label(o, "nvidia.com/gpu.product");
		profile = base.p + strlen(mig);
	}
	if (name.n == 0) {
		buf_add(out, resource.p, resource.n);
		return;
	}
	buf_add(out, name.p, name.n);
	if (profile != NULL) {
		buf_str(out, "-MIG-");
		buf_add(out, profile, (size_t)(base.p + base.n - profile));
	}
	n = strlen(shared);
	if (shares && (out->n < n ||
	    memcmp(out->p + out->n - n, shared, n) != 0))
		buf_str(out, shared);
}
