#include "text.h"

#include <stdlib.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "buf.h"
#include "mem.h"
#include "num.h"

int
text_cmp(struct slice a, struct slice b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n > 0 ? memcmp(a.p, b.p, n) : 0;

	return c != 0 ? c : (a.n > b.n) - (a.n < b.n);
}

#ifdef __SSE2__
static inline bool
any_of(__m128i v, char a, char b)
{
	return _mm_movemask_epi8(_mm_or_si128(
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(a)),
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(b)))) != 0;
}

static inline __m128i
load(const char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline __m128i
load_half(const char *p)
{
	return _mm_loadl_epi64((const __m128i *)(const void *)p);
}
#endif

bool
text_any(struct slice s, char a, char b)
{
	size_t i = 0;

#ifdef __SSE2__
	/* The last bytes may be looked at twice. */
	if (s.n >= 16) {
		for (; s.n - i > 16; i += 16)
			if (any_of(load(s.p + i), a, b))
				return true;
		return any_of(load(s.p + s.n - 16), a, b);
	}
	if (s.n >= 8)
		return any_of(_mm_unpacklo_epi64(load_half(s.p),
		    load_half(s.p + s.n - 8)), a, b);
#endif
	for (; i < s.n; i++)
		if (s.p[i] == a || s.p[i] == b)
			return true;
	return false;
}

uint64_t
text_hash(struct slice s)
{
	uint64_t h = s.n;
	size_t i = 0;

	if (s.n < 8)
		return text_hash_mix(text_few(s.p, s.n), h);
	/* The last two words may overlap those before. */
	for (; s.n - i > 16; i += 16)
		h = text_hash_mix(text_word(s.p + i) ^ h,
		    text_word(s.p + i + 8));
	h = text_hash_mix(text_word(s.n - i > 8 ? s.p + i : s.p) ^ h,
	    text_word(s.p + s.n - 8));
	return text_hash_mix(h, s.n);
}

/*
 * Length of the well-formed UTF-8 sequence at p (n > 0 bytes are there), or
 * 0: Table 3-7 of the Unicode standard.
 */
static size_t
text_sequence(const unsigned char *p, size_t n)
{
	unsigned lo = 0x80, hi = 0xbf;
	size_t len, i;

	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	len = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (p[0] == 0xe0)
		lo = 0xa0;
	else if (p[0] == 0xed)
		hi = 0x9f;
	else if (p[0] == 0xf0)
		lo = 0x90;
	else if (p[0] == 0xf4)
		hi = 0x8f;
	if (n < len || p[1] < lo || p[1] > hi)
		return 0;
	for (i = 2; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

size_t
text_utf8(struct slice s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t i = 0, len;

	while (i < s.n) {
		if (s.n - i >= 8 &&
		    (text_word(s.p + i) & 0x8080808080808080U) == 0) {
			i += 8;
			continue;
		}
		if ((len = text_sequence(p + i, s.n - i)) == 0)
			return i;
		i += len;
	}
	return s.n;
}

static uint32_t
text_code(const unsigned char *p, size_t len)
{
	uint32_t c = len == 1 ? p[0] : p[0] & (0xffU >> (len + 1));
	size_t i;

	for (i = 1; i < len; i++)
		c = c << 6 | (p[i] & 0x3f);
	return c;
}

/* Code points that move the cursor, turn the direction, or are not seen. */
static bool
text_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad ||
	    c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f) ||
	    (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	    c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
	    (c >= 0xe0000 && c <= 0xe0fff);
}

static void
text_hex(struct buf *b, char kind, uint32_t c, int digits)
{
	buf_char(b, '\\');
	buf_char(b, kind);
	while (digits-- > 0)
		buf_char(b, "0123456789abcdef"[c >> (4 * digits) & 15]);
}

/* Appends one code point, or one bad byte; returns the bytes it took. */
static size_t
text_safe_one(struct buf *b, const char *p, size_t n)
{
	const unsigned char *u = (const unsigned char *)p;
	size_t len = text_sequence(u, n);
	uint32_t c;

	if (len == 0) {
		text_hex(b, 'x', u[0], 2);
		return 1;
	}
	c = text_code(u, len);
	if (!text_unsafe(c))
		buf_add(b, p, len);
	else if (c == '\t')
		buf_str(b, "\\t");
	else if (c == '\n')
		buf_str(b, "\\n");
	else if (c == '\r')
		buf_str(b, "\\r");
	else if (len == 1)
		text_hex(b, 'x', c, 2);
	else
		text_hex(b, 'u', c, c > 0xffff ? 6 : 4);
	return len;
}

void
text_safe(struct buf *b, struct slice s)
{
	size_t i = 0;

	while (i < s.n)
		i += text_safe_one(b, s.p + i, s.n - i);
}

char *
text_quote(struct slice s, char out[TEXT_QUOTE])
{
	struct buf b = { 0 };
	size_t i = 0;

	buf_char(&b, '"');
	while (i < s.n && i < TEXT_SHOWN)
		i += text_safe_one(&b, s.p + i, s.n - i);
	buf_str(&b, i < s.n ? "\"..." : "\"");
	memcpy(out, b.p, b.n);
	out[b.n] = '\0';
	buf_free(&b);
	return out;
}

size_t
text_width(struct slice s)
{
	size_t i, n = 0;

	for (i = 0; i < s.n; i++)
		n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return n;
}

size_t
text_distance(struct slice a, struct slice b)
{
	size_t *row = mem_array(b.n + 1, sizeof(*row));
	size_t i, j, corner, up, least;

	for (j = 0; j <= b.n; j++)
		row[j] = j;
	for (i = 0; i < a.n; i++) {
		corner = row[0]++;
		for (j = 0; j < b.n; j++) {
			up = row[j + 1];
			least = corner + (a.p[i] != b.p[j]);
			if (least > up + 1)
				least = up + 1;
			if (least > row[j] + 1)
				least = row[j] + 1;
			row[j + 1] = least;
			corner = up;
		}
	}
	least = row[b.n];
	free(row);
	return least;
}

bool
text_cut(struct slice *rest, char sep, struct slice *part)
{
	const char *q;

	if (rest->p == NULL) {
		*part = text_slice(NULL, 0);
		return false;
	}
	q = rest->n > 0 ? memchr(rest->p, sep, rest->n) : NULL;
	if (q == NULL) {
		*part = *rest;
		*rest = text_slice(NULL, 0);
		return true;
	}
	*part = text_slice(rest->p, (size_t)(q - rest->p));
	rest->n -= part->n + 1;
	rest->p = q + 1;
	return true;
}
