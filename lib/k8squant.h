/*
 * k8squant: quantities as Kubernetes writes them, read exactly.
 *
 *	131788776Ki  1500m  1G  1e3  1E  140295278766400m  773746094400e-3
 *
 * A decimal number of any length with one of the suffixes n u m k M G T P E
 * (powers of 1000), Ki Mi Gi Ti Pi Ei (of 1024), or a decimal exponent, e or
 * E with digits behind it: 1E is an exa, 1E0 is one.  1K is none of these.
 *
 * What does not land on the unit is rounded to the safe side, which the
 * caller knows: up what is asked for, as the scheduler does, and down what
 * can be had.  A negative amount, and one beyond int64_t, is a fault.
 */
#ifndef K8SQUANT_H
#define K8SQUANT_H

#include <stdint.h>

#include "quant.h"
#include "text.h"

enum k8squant_round { K8SQUANT_DOWN, K8SQUANT_UP };

/*
 * Each reads the whole of s; on a fault *out is unchanged.  O(s.n).  Cards
 * come whole, in thousandths; a part of one is QUANT_FRACTION.
 */
enum quant_fault	k8squant_count(struct slice s, enum k8squant_round,
			    int64_t *out_m);
enum quant_fault	k8squant_mem(struct slice s, enum k8squant_round,
			    int64_t *out_b);
enum quant_fault	k8squant_cards(struct slice s, int64_t *out_m);

/* The words of a fault, to stand behind the quoted value.  A constant. */
const char	*k8squant_why(enum quant_fault);

#endif
