#include "jsondoc.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "vec.h"

/* Doubles hold every whole number up to here. */
static const double max_int = 9007199254740992.0;

void
jsondoc_init(struct jsondoc *d, const char *file, struct slice text,
    struct diag_list *faults)
{
	memset(d, 0, sizeof(*d));
	d->file = file;
	/* No bytes may be no pointer. */
	d->text = text.n > 0 ? text : text_of("");
	d->document = text_slice(d->text.p, 0);
	d->faults = faults;
	d->line = 1;
}

/* Lines are counted once, as offsets grow; one further back starts again. */
static uint64_t
line_of(struct jsondoc *d, size_t offset)
{
	const char *p;

	if (offset < d->counted) {
		d->counted = 0;
		d->line = 1;
	}
	while ((p = memchr(d->text.p + d->counted, '\n',
	    offset - d->counted)) != NULL) {
		d->counted = (size_t)(p + 1 - d->text.p);
		d->line++;
	}
	d->counted = offset;
	return d->line;
}

static int
fault(struct jsondoc *d, const char *at, const char *what)
{
	return diag_add(d->faults, d->file,
	    line_of(d, (size_t)(at - d->text.p)), NULL, "%s", what);
}

static int
cut_short(struct jsondoc *d)
{
	return fault(d, d->text.p + d->text.n,
	    "the JSON document is cut short");
}

static const char *
skip_blank(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' ||
	    *p == '\r'))
		p++;
	return p;
}

/* Behind the string that begins at p; NULL: it does not end. */
static const char *
skip_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		if (*p == '\\')
			p++;
	return p < end ? p + 1 : NULL;
}

/* The bytes that matter to a scan for brackets. */
static const bool mark[256] = {
	['"'] = true, ['{'] = true, ['['] = true, ['}'] = true, [']'] = true
};

/* Behind the bracket that closes the one at p; NULL: nothing does. */
static const char *
skip_nested(const char *p, const char *end)
{
	size_t depth = 0;

	for (;;) {
		while (p < end && !mark[(unsigned char)*p])
			p++;
		if (p == end)
			return NULL;
		if (*p == '"') {
			if ((p = skip_string(p, end)) == NULL)
				return NULL;
			continue;
		}
		if (*p == '{' || *p == '[')
			depth++;
		else
			depth--;
		p++;
		if (depth == 0)
			return p;
	}
}

/* Behind the value at p; NULL: it does not end.  What it is, cJSON checks. */
static const char *
skip_value(const char *p, const char *end)
{
	if (p == end)
		return NULL;
	if (*p == '"')
		return skip_string(p, end);
	if (*p == '{' || *p == '[')
		return skip_nested(p, end);
	while (p < end && *p != ',' && *p != '}' && *p != ']' &&
	    skip_blank(p, end) == p)
		p++;
	return p;
}

struct slice
jsondoc_opening(struct slice text)
{
	const char *p, *q, *end;

	if (text.n == 0)
		return text;
	end = text.p + text.n;
	p = skip_blank(text.p, end);
	if (p == end || *p != '{')
		return text_slice(NULL, 0);
	p = skip_blank(p + 1, end);
	if (p == end || *p != '"' || (q = skip_string(p, end)) == NULL)
		return text_slice(NULL, 0);
	return text_slice(p + 1, (size_t)(q - p) - 2);
}

/* Reads one `"key": value` at *at, and goes behind it. */
static int
take_member(struct jsondoc *d, const char **at, const char *end)
{
	struct jsondoc_member m;
	const char *p = *at, *q;

	if (p == end)
		return cut_short(d);
	if (*p != '"')
		return fault(d, p, "no name of a member where one belongs");
	if ((q = skip_string(p, end)) == NULL)
		return cut_short(d);
	m.key = text_slice(p + 1, (size_t)(q - p) - 2);
	p = skip_blank(q, end);
	if (p == end)
		return cut_short(d);
	if (*p != ':')
		return fault(d, p, "no colon behind the name of a member");
	p = skip_blank(p + 1, end);
	if ((q = skip_value(p, end)) == NULL)
		return cut_short(d);
	if (q == p)
		return fault(d, p, "no value where one belongs");
	m.value = text_slice(p, (size_t)(q - p));
	d->member = VEC_MORE(d->member, d->members, d->member_cap);
	d->member[d->members++] = m;
	*at = skip_blank(q, end);
	return 0;
}

int
jsondoc_next(struct jsondoc *d)
{
	const char *end = d->text.p + d->text.n;
	const char *p, *start;

	d->members = 0;
	start = skip_blank(d->document.p + d->document.n, end);
	if (start == end)
		return 0;
	if (*start != '{')
		return fault(d, start, "a JSON document that is no object");
	p = skip_blank(start + 1, end);
	if (p < end && *p == '}')
		end = p;
	while (p < end) {
		if (take_member(d, &p, end) == -1)
			return -1;
		if (p < end && *p == '}')
			break;
		if (p < end && *p != ',')
			return fault(d, p, "no comma between members");
		p = p < end ? skip_blank(p + 1, end) : p;
	}
	if (p == d->text.p + d->text.n)
		return cut_short(d);
	d->document = text_slice(start, (size_t)(p + 1 - start));
	return 1;
}

const struct jsondoc_member *
jsondoc_member(const struct jsondoc *d, const char *key)
{
	size_t i;

	for (i = 0; i < d->members; i++)
		if (text_is(d->member[i].key, key))
			return &d->member[i];
	return NULL;
}


/* Whether a string in the text holds \u0000: C strings would end there. */
static bool
has_nul(struct slice s)
{
	const char *p = s.p, *end = s.p + s.n;

	/* A backslash takes the byte behind it along. */
	for (; (p = memchr(p, '\\', (size_t)(end - p))) != NULL; p += 2)
		if (end - p >= 6 && memcmp(p + 1, "u0000", 5) == 0)
			return true;
	return false;
}

/*
 * Reads the value at p and goes behind it.  Where it ends cJSON finds, so that
 * nothing is scanned twice.
 */
static int
parse(struct jsondoc *d, const char **p, const char *end)
{
	const char *at = *p;

	cJSON_Delete(d->record);
	d->at = (size_t)(at - d->text.p);
	d->record = cJSON_ParseWithLengthOpts(at, (size_t)(end - at), p,
	    false);
	if (d->record == NULL)
		return fault(d, *p < end ? *p : end, "not JSON, or nested "
		    "deeper than anybody needs");
	if (has_nul(text_slice(at, (size_t)(*p - at))))
		return fault(d, at, "a NUL byte in a JSON string");
	return 0;
}

int
jsondoc_list(struct jsondoc *d, const struct jsondoc_member *list)
{
	const struct jsondoc_member *m;
	struct slice v = list->value;
	const char *p;

	if (v.p[0] != '[')
		return fault(d, v.p, "no list where one belongs");
	if (v.p[v.n - 1] != ']')
		return fault(d, v.p + v.n - 1, "not the bracket that closes");
	/* Nobody may look at the others; JSON they must be all the same. */
	for (m = d->member; m < d->member + d->members; m++) {
		p = m->value.p;
		if (m == list)
			continue;
		if (parse(d, &p, p + m->value.n) == -1)
			return -1;
		if (p != m->value.p + m->value.n)
			return fault(d, p, "rubbish behind a JSON value");
	}
	d->rest = text_slice(v.p + 1, v.n - 2);
	return 0;
}

void
jsondoc_whole(struct jsondoc *d)
{
	d->rest = d->document;
}

int
jsondoc_record(struct jsondoc *d, const struct cJSON **out)
{
	const char *end = d->rest.p + d->rest.n;
	const char *p = skip_blank(d->rest.p, end);

	if (p == end)
		return 0;
	if (parse(d, &p, end) == -1)
		return -1;
	p = skip_blank(p, end);
	if (p < end) {
		if (*p != ',')
			return fault(d, p, "no comma between elements");
		p = skip_blank(p + 1, end);
		if (p == end)
			return fault(d, p, "no element behind a comma");
	}
	d->rest = text_slice(p, (size_t)(end - p));
	*out = d->record;
	return 1;
}

uint64_t
jsondoc_line(struct jsondoc *d)
{
	return line_of(d, d->at);
}

void
jsondoc_free(struct jsondoc *d)
{
	cJSON_Delete(d->record);
	free(d->member);
	memset(d, 0, sizeof(*d));
}

/* Null is nothing. */
static const struct cJSON *
some(const struct cJSON *v)
{
	return v == NULL || cJSON_IsNull(v) ? NULL : v;
}

const struct cJSON *
jsondoc_get(const struct cJSON *v, const char *key)
{
	return some(cJSON_GetObjectItemCaseSensitive(v, key));
}

const struct cJSON *
jsondoc_down(const struct cJSON *v, const char *const *key)
{
	while (v != NULL && *key != NULL)
		v = jsondoc_get(v, *key++);
	return v;
}

const struct cJSON *
jsondoc_first(const struct cJSON *v)
{
	return v == NULL ? NULL : v->child;
}

const struct cJSON *
jsondoc_after(const struct cJSON *v)
{
	return v->next;
}

struct slice
jsondoc_key(const struct cJSON *v)
{
	return v->string == NULL ? text_slice(NULL, 0) : text_of(v->string);
}

struct slice
jsondoc_text(const struct cJSON *v)
{
	return cJSON_IsString(v) ? text_of(v->valuestring) :
	    text_slice(NULL, 0);
}

bool
jsondoc_true(const struct cJSON *v)
{
	return cJSON_IsTrue(v);
}

int
jsondoc_int(const struct cJSON *v, int64_t *out)
{
	double d;

	if (cJSON_IsObject(v)) {
		if (!jsondoc_true(jsondoc_get(v, "set")) ||
		    jsondoc_true(jsondoc_get(v, "infinite")))
			return 0;
		v = jsondoc_get(v, "number");
	}
	if (some(v) == NULL)
		return 0;
	if (!cJSON_IsNumber(v))
		return -1;
	d = v->valuedouble;
	if (!(d >= -max_int && d <= max_int) || d != (double)(int64_t)d)
		return -1;
	*out = (int64_t)d;
	return 1;
}
