#include "kind.h"

#include "buf.h"
#include "jsonl.h"
#include "when.h"

enum quant_fault
kind_read(enum kind kind, struct slice s, int64_t *out)
{
	switch (kind) {
	case KIND_TEXT:
		break;
	case KIND_COUNT:
		return quant_count(s, out);
	case KIND_MEM:
		return quant_mem(s, out);
	case KIND_TIME:
		return when_time(s, out, NULL);
	case KIND_DURATION:
		return when_duration(s, out);
	case KIND_INT:
		return quant_int(s, out);
	case KIND_SIGNED:
		return quant_signed(s, out);
	}
	return QUANT_SYNTAX;
}

static const char *
kind_not(enum kind kind)
{
	switch (kind) {
	case KIND_TEXT:
		break;
	case KIND_COUNT:
		return "is not a count";
	case KIND_MEM:
		return "is not an amount of memory";
	case KIND_TIME:
		return "is not a time";
	case KIND_DURATION:
		return "is not a duration";
	case KIND_INT:
	case KIND_SIGNED:
		return "is not a whole number";
	}
	return "is not a number";
}

const char *
kind_why(enum kind kind, enum quant_fault fault)
{
	switch (fault) {
	case QUANT_OK:
	case QUANT_SYNTAX:
		break;
	case QUANT_SIGN:
		return "has a sign where none is allowed";
	case QUANT_RANGE:
		return "is out of range";
	case QUANT_FRACTION:
		return kind == KIND_MEM ? "is not a whole number of bytes" :
		    kind == KIND_COUNT ? "is finer than a thousandth" :
		    "is finer than a second";
	case QUANT_SUFFIX:
		return "has an unknown unit";
	}
	return kind_not(kind);
}

void
kind_put(struct buf *b, enum kind kind, int64_t v)
{
	switch (kind) {
	case KIND_COUNT:
		quant_put_count(b, v);
		break;
	case KIND_MEM:
		quant_put_mem(b, v);
		break;
	case KIND_DURATION:
		when_put_duration(b, v);
		break;
	case KIND_TEXT:
	case KIND_TIME:
	case KIND_INT:
	case KIND_SIGNED:
		buf_i64(b, v);
		break;
	}
}

void
kind_put_json(struct buf *b, enum kind kind, struct slice value)
{
	int64_t v;

	if (kind == KIND_TEXT || kind_read(kind, value, &v) != QUANT_OK ||
	    (kind == KIND_TIME && quant_int(value, &v) != QUANT_OK))
		jsonl_escape(b, value);
	else if (kind == KIND_COUNT)
		quant_put_count(b, v);
	else
		buf_i64(b, v);
}

int
kind_find(const struct kind_set *set, struct slice name)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (text_is(name, set->column[i].name))
			return (int)i;
	return -1;
}

enum kind
kind_of(const struct kind_set *set, struct slice name)
{
	int i = kind_find(set, name);

	return i == -1 ? KIND_TEXT : set->column[i].kind;
}
