#include "tsv.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "buf.h"

enum { STRIDE = 64 };

/*
 * Reads up to a stride of bytes: how many LFs; the bits of ends, which are
 * tabs and LFs, and of odd ones, which are other control bytes, backslashes
 * and bytes over 0x7f.
 */
static void
few_bits(struct tsv_walk *w, const char *p, size_t n)
{
	uint64_t bit = 1;
	size_t i;

	w->ends = w->odd = 0;
	w->lfs = 0;
	for (i = 0; i < n; i++, bit <<= 1) {
		if (p[i] == '\n')
			w->lfs++;
		if (p[i] == '\t' || p[i] == '\n')
			w->ends |= bit;
		else if ((unsigned char)p[i] < 0x20 || p[i] == '\\' ||
		    (unsigned char)p[i] > 0x7f)
			w->odd |= bit;
	}
}

#ifdef __SSE2__
/* The top bits of four times sixteen bytes. */
static inline uint64_t
tops(const __m128i v[STRIDE / 16])
{
	uint64_t lo = (unsigned)_mm_movemask_epi8(v[0]) |
	    (unsigned)_mm_movemask_epi8(v[1]) << 16;
	uint64_t hi = (unsigned)_mm_movemask_epi8(v[2]) |
	    (unsigned)_mm_movemask_epi8(v[3]) << 16;

	return lo | hi << 32;
}

/* The same for a whole stride; every x86-64 has these instructions. */
static inline void
stride_bits(struct tsv_walk *w, const char *p)
{
	const __m128i tab = _mm_set1_epi8('\t'), lf = _mm_set1_epi8('\n');
	const __m128i low = _mm_set1_epi8(0x20), back = _mm_set1_epi8('\\');
	const __m128i none = _mm_setzero_si128();
	__m128i lfs[STRIDE / 16], ends[STRIDE / 16], any[STRIDE / 16];
	int i;

	/* Not every compiler would by itself. */
#pragma GCC unroll 4
	for (i = 0; i < STRIDE / 16; i++) {
		__m128i v = _mm_loadu_si128(
		    (const __m128i *)(const void *)(p + 16 * i));

		lfs[i] = _mm_cmpeq_epi8(v, lf);
		ends[i] = _mm_or_si128(lfs[i], _mm_cmpeq_epi8(v, tab));
		/* As signed bytes those over 0x7f are low too. */
		any[i] = _mm_or_si128(_mm_cmplt_epi8(v, low),
		    _mm_cmpeq_epi8(v, back));
	}
	w->ends = tops(ends);
	w->odd = tops(any) & ~w->ends;
	/* Each LF is a byte of -1: their sum, negated. */
	lfs[0] = _mm_add_epi8(_mm_add_epi8(lfs[0], lfs[1]),
	    _mm_add_epi8(lfs[2], lfs[3]));
	lfs[0] = _mm_sad_epu8(_mm_sub_epi8(none, lfs[0]), none);
	w->lfs = (unsigned)_mm_extract_epi16(lfs[0], 0) +
	    (unsigned)_mm_extract_epi16(lfs[0], 4);
}
#endif

/* Reads the bits of the stride at w->at. */
static inline void
read_stride(struct tsv_walk *w)
{
	const char *p = w->p + w->at;
	size_t left = w->n - w->at;

	if (left < STRIDE)
		few_bits(w, p, left);
	else
#ifdef __SSE2__
		stride_bits(w, p);
#else
		few_bits(w, p, STRIDE);
#endif
}

/*
 * Whether the ends are those of whole lines of `width` fields: each width-th
 * is a LF, and as there are no more LFs than lines no other end is one.
 */
static size_t
count_lines(const char *p, const struct tsv_ends *e, size_t width, size_t lfs)
{
	const uint32_t *end = e->end + width - 1;
	size_t lines = e->n / width, i;

	for (i = 0; i < lines; i++, end += width)
		if (p[*end] != '\n' || (width == 1 && *end == end[-1] + 1))
			return 0;
	/* A line that is not whole has no LF. */
	return lfs == lines ? lines : 0;
}

size_t
tsv_plain(const char *p, size_t n, size_t width, struct tsv_ends *out)
{
	struct tsv_walk w = { .p = p, .n = n };
	uint32_t *end = out->end;
	size_t lfs = 0;
	uint64_t bits;

	end[-1] = UINT32_MAX;
	for (; w.n - w.at >= STRIDE; w.at += STRIDE) {
		read_stride(&w);
		if (w.odd != 0)
			break;
		for (bits = w.ends; bits != 0; bits &= bits - 1)
			*end++ = (uint32_t)w.at +
			    (uint32_t)__builtin_ctzll(bits);
		lfs += w.lfs;
	}
	out->n = (size_t)(end - out->end);
	out->lines = count_lines(p, out, width, lfs);
	out->n = out->lines * width;
	return out->lines > 0 ? (size_t)out->end[out->n - 1] + 1 : 0;
}

void
tsv_open(struct tsv_walk *w, const char *p, size_t n)
{
	w->p = p != NULL ? p : "";
	w->n = n;
	w->start = w->at = 0;
	read_stride(w);
}

/*
 * Looks at the odd bytes of the stride that are in the mask, and takes them:
 * they tell of the line, and of the field that is being read.
 */
static unsigned
look_at_odd(struct tsv_walk *w, uint64_t mask, struct tsv_line *line)
{
	uint64_t bits = w->odd & mask;
	unsigned flags = 0;
	char c;

	w->odd &= ~mask;
	for (; bits != 0; bits &= bits - 1) {
		c = w->p[w->at + (size_t)__builtin_ctzll(bits)];
		if (c == '\\')
			flags = CELL_ESCAPED | CELL_LITERAL;
		else if (c == '\0')
			line->nul = true;
		else if ((unsigned char)c > 0x7f)
			line->ascii = false;
	}
	return flags;
}

static inline void
put_cell(struct cell *c, const char *p, size_t n, unsigned flags)
{
	const struct cell made = { p, (uint32_t)n, CELL_TSV, (uint8_t)flags };

	*c = made;
}

/* Takes the CR of a CR LF off the line and its last cell. */
static void
drop_cr(struct tsv_line *line, struct cell *last)
{
	if (line->text.n == 0 || line->text.p[line->text.n - 1] != '\r')
		return;
	line->text.n--;
	if (last != NULL && last->n > 0)
		last->n--;
}

bool
tsv_next(struct tsv_walk *w, struct cell *cells, size_t max,
    struct tsv_line *line)
{
	const char *field = w->p + w->start, *q;
	struct cell *c = cells, *full = cells + max;
	uint64_t ends = w->ends;
	unsigned flags = 0;
	size_t more = 0;

	line->ascii = true;
	line->nul = false;
	for (;;) {
		while (ends == 0) {
			if (w->odd != 0)
				flags |= look_at_odd(w, ~(uint64_t)0, line);
			if (w->n - w->at <= STRIDE)
				return false;
			w->at += STRIDE;
			read_stride(w);
			ends = w->ends;
		}
		q = w->p + w->at + __builtin_ctzll(ends);
		if (w->odd != 0)
			flags |= look_at_odd(w, (ends & -ends) - 1, line);
		ends &= ends - 1;
		if (c < full)
			put_cell(c++, field, (size_t)(q - field), flags);
		else
			more++;
		field = q + 1;
		if (*q == '\n')
			break;
		flags = 0;
	}
	w->ends = ends;
	line->text = text_slice(w->p + w->start,
	    (size_t)(q - w->p) - w->start);
	line->fields = (size_t)(c - cells) + more;
	w->start = (size_t)(field - w->p);
	drop_cr(line, more == 0 && c > cells ? c - 1 : NULL);
	return true;
}

size_t
tsv_split(struct slice line, struct cell *cells, size_t max)
{
	struct tsv_line told = { .ascii = true };
	struct tsv_walk w;
	const char *field = line.p != NULL ? line.p : "";
	const char *end = field + line.n;
	const char *q;
	unsigned flags = 0;
	size_t n = 0;

	tsv_open(&w, field, line.n);
	for (;;) {
		while (w.ends == 0 && w.n - w.at > STRIDE) {
			flags |= look_at_odd(&w, ~(uint64_t)0, &told);
			w.at += STRIDE;
			read_stride(&w);
		}
		q = w.ends == 0 ? end : w.p + w.at + __builtin_ctzll(w.ends);
		flags |= look_at_odd(&w, w.ends == 0 ? ~(uint64_t)0 :
		    (w.ends & -w.ends) - 1, &told);
		if (n < max)
			put_cell(&cells[n], field, (size_t)(q - field),
			    flags);
		n++;
		if (q == end)
			return n;
		w.ends &= w.ends - 1;
		field = q + 1;
		flags = 0;
	}
}

void
tsv_unescape(struct buf *b, struct slice raw)
{
	static const char code[] = "tnr\\-", value[] = "\t\n\r\\-";
	const char *q;
	size_t i;

	for (i = 0; i < raw.n; i++) {
		if (raw.p[i] == '\\' && i + 1 < raw.n && raw.p[i + 1] != 0 &&
		    (q = strchr(code, raw.p[i + 1])) != NULL) {
			buf_char(b, value[q - code]);
			i++;
		} else
			buf_char(b, raw.p[i]);
	}
}

/*
 * How many bytes at the front need no escape, in whole words: none is a control
 * byte or a backslash.  A borrow may tell of one byte too many, never of one
 * too few.
 */
static size_t
plain_words(struct slice s)
{
	const uint64_t ones = 0x0101010101010101U, high = ones << 7;
	uint64_t w, slash;
	size_t i;

	for (i = 0; s.n - i >= 8; i += 8) {
		w = text_word(s.p + i);
		slash = w ^ ones * '\\';
		if ((((w - ones * ' ') & ~w) |
		    ((slash - ones) & ~slash)) & high)
			break;
	}
	return i;
}

void
tsv_escape(struct buf *b, struct slice value)
{
	size_t i, from = 0;

	if (value.n == 0 || text_is(value, "-")) {
		buf_str(b, value.n == 0 ? "-" : "\\-");
		return;
	}
	for (i = plain_words(value); i < value.n; i++) {
		char c = value.p[i];

		if (c != '\t' && c != '\n' && c != '\r' && c != '\\')
			continue;
		buf_add(b, value.p + from, i - from);
		buf_char(b, '\\');
		buf_char(b, c == '\t' ? 't' : c == '\n' ? 'n' :
		    c == '\r' ? 'r' : '\\');
		from = i + 1;
	}
	buf_add(b, value.p + from, value.n - from);
}
