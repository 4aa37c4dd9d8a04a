#include "promtext.h"

#include <stdio.h>
#include <stdlib.h>

#include "vec.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	    c == ':' || is_digit(c);
}

static void
skip(struct slice *s, size_t n)
{
	*s = text_slice(s->p + n, s->n - n);
}

static void
skip_blanks(struct slice *s)
{
	while (s->n > 0 && (s->p[0] == ' ' || s->p[0] == '\t'))
		skip(s, 1);
}

static bool
take(struct slice *s, char c)
{
	if (s->n == 0 || s->p[0] != c)
		return false;
	skip(s, 1);
	return true;
}

/* A name off the front; empty when there is none. */
static struct slice
take_name(struct slice *s)
{
	struct slice name = *s;
	size_t n = 0;

	if (s->n > 0 && !is_digit(s->p[0]))
		while (n < s->n && is_name(s->p[n]))
			n++;
	name.n = n;
	skip(s, n);
	return name;
}

/* What stands up to the next blank. */
static struct slice
take_word(struct slice *s)
{
	struct slice word = *s;
	size_t n = 0;

	while (n < s->n && s->p[n] != ' ' && s->p[n] != '\t')
		n++;
	word.n = n;
	skip(s, n);
	return word;
}

/* A label's value, its opening quote taken already; false: no closing one. */
static bool
take_quoted(struct slice *s, struct promtext_label *l)
{
	const char *quote;
	size_t n = 0, back;

	l->escaped = false;
	while (n < s->n && (quote = memchr(s->p + n, '"', s->n - n)) != NULL) {
		n = (size_t)(quote - s->p);
		for (back = 0; back < n && s->p[n - back - 1] == '\\'; back++)
			;
		if (back % 2 == 0) {
			l->value = text_slice(s->p, n);
			l->escaped = n > 0 && memchr(s->p, '\\', n) != NULL;
			skip(s, n + 1);
			return true;
		}
		n++;
	}
	return false;
}

static int
take_label(struct promtext *t, struct slice *s, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct promtext_label *l;

	t->label = VEC_MORE(t->label, t->labels, t->cap);
	l = &t->label[t->labels];
	l->name = take_name(s);
	if (l->name.n == 0)
		return diag_set(why, "%s is not the name of a label",
		    text_quote(*s, quoted));
	skip_blanks(s);
	if (!take(s, '='))
		return diag_set(why, "no = behind the label %s",
		    text_quote(l->name, quoted));
	skip_blanks(s);
	if (!take(s, '"') || !take_quoted(s, l))
		return diag_set(why, "the value of the label %s is not in "
		    "double quotes", text_quote(l->name, quoted));
	t->labels++;
	return 0;
}

/* The labels, the opening brace taken already. */
static int
take_labels(struct promtext *t, struct slice *s, struct diag *why)
{
	char quoted[TEXT_QUOTE];

	for (;;) {
		skip_blanks(s);
		if (take(s, '}'))
			return 0;
		if (take_label(t, s, why) == -1)
			return -1;
		skip_blanks(s);
		if (take(s, ',') || (s->n > 0 && s->p[0] == '}'))
			continue;
		return diag_set(why, "%s follows a label's value, not a comma "
		    "or }: has it a quote without a backslash?",
		    text_quote(*s, quoted));
	}
}

/* A timestamp and an exemplar may stand behind a sample. */
static int
check_end(struct slice s, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct slice word;
	int64_t ms;

	skip_blanks(&s);
	if (s.n == 0 || s.p[0] == '#')
		return 0;
	word = take_word(&s);
	if (promnum_scaled(word, 3, &ms) == PROMNUM_SYNTAX)
		return diag_set(why, "%s is not a timestamp",
		    text_quote(word, quoted));
	skip_blanks(&s);
	if (s.n == 0 || s.p[0] == '#')
		return 0;
	return diag_set(why, "%s behind a sample", text_quote(s, quoted));
}

static int
take_sample(struct promtext *t, struct slice line, struct diag *why)
{
	char quoted[TEXT_QUOTE];
	struct slice s = line;
	int64_t v;

	t->labels = 0;
	t->name = take_name(&s);
	if (t->name.n == 0)
		return diag_set(why, "%s is not a sample",
		    text_quote(line, quoted));
	skip_blanks(&s);
	if (take(&s, '{') && take_labels(t, &s, why) == -1)
		return -1;
	t->series = text_slice(line.p, line.n - s.n);
	skip_blanks(&s);
	t->value = take_word(&s);
	if (promnum_scaled(t->value, 0, &v) == PROMNUM_SYNTAX)
		return diag_set(why, "%s is not a number",
		    text_quote(t->value, quoted));
	return check_end(s, why);
}

void
promtext_init(struct promtext *t, struct slice text)
{
	memset(t, 0, sizeof(*t));
	t->rest = text;
}

int
promtext_next(struct promtext *t, struct diag *why)
{
	struct slice line;

	while (text_cut(&t->rest, '\n', &line)) {
		t->line++;
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		skip_blanks(&line);
		if (line.n == 0 || line.p[0] == '#')
			continue;
		return take_sample(t, line, why) == -1 ? -1 : 1;
	}
	return 0;
}

/* The value that escapes stand for, in the arena. */
static struct slice
unescape(struct mem_arena *arena, struct slice s)
{
	char *p = mem_arena_get(arena, s.n);
	size_t i, n = 0;

	for (i = 0; i < s.n; i++) {
		char next = i + 1 < s.n ? s.p[i + 1] : '\0';

		if (s.p[i] == '\\' && (next == '\\' || next == '"' ||
		    next == 'n')) {
			p[n++] = next == 'n' ? '\n' : next;
			i++;
		} else
			p[n++] = s.p[i];
	}
	return text_slice(p, n);
}

struct slice
promtext_label(struct promtext *t, const char *name)
{
	struct promtext_label *l;
	size_t i;

	for (i = 0; i < t->labels; i++) {
		l = &t->label[i];
		if (!text_is(l->name, name))
			continue;
		if (l->escaped) {
			l->value = unescape(&t->arena, l->value);
			l->escaped = false;
		}
		return l->value;
	}
	return text_slice(NULL, 0);
}

void
promtext_free(struct promtext *t)
{
	free(t->label);
	mem_arena_free(&t->arena);
	memset(t, 0, sizeof(*t));
}

bool
promtext_tells(struct slice text)
{
	static const char *const mark[] = { "# HELP ", "# TYPE ", "# EOF" };
	struct promtext t;
	struct slice line, rest = text;
	struct diag why;
	bool is;
	size_t i;

	do {
		if (!text_cut(&rest, '\n', &line))
			return false;
		skip_blanks(&line);
		for (i = 0; i < sizeof(mark) / sizeof(mark[0]); i++)
			if (line.n >= strlen(mark[i]) &&
			    memcmp(line.p, mark[i], strlen(mark[i])) == 0)
				return true;
	} while (text_blank(line) || line.p[0] == '#' || line.p[0] == '\r');
	promtext_init(&t, line);
	is = promtext_next(&t, &why) == 1;
	promtext_free(&t);
	return is || (take_name(&line).n > 0 && take(&line, '{'));
}

int
promtext_rounded(const struct promtext *t, int places,
    enum promnum_round round, int64_t *out, struct diag *why)
{
	const char *fault = "is more than fits";
	char quoted[TEXT_QUOTE];
	int64_t v;

	switch (promnum_rounded(t->value, places, round, &v)) {
	case PROMNUM_OK:
		if (v >= 0) {
			*out = v;
			return 1;
		}
		fault = "is below 0";
		break;
	case PROMNUM_NONE:
		return 0;
	case PROMNUM_RANGE:
	case PROMNUM_SYNTAX:
		break;
	}
	diag_set(why, "%s %s", text_quote(t->value, quoted), fault);
	snprintf(why->column, sizeof(why->column), "%.*s", (int)t->name.n,
	    t->name.p);
	return -1;
}

int
promtext_amount(const struct promtext *t, int places, int64_t *out,
    struct diag *why)
{
	return promtext_rounded(t, places, PROMNUM_NEAREST, out, why);
}
