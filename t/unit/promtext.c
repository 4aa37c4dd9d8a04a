/* Tests of promtext: samples, labels, and lines that are none. */
#include "promtext.h"

#include "prom.h"
#include "shown.h"
#include "tap.h"

/* Appends a sample as `name|label=value|...|number`. */
static void
show(struct promtext *t, struct buf *b)
{
	char name[64];
	struct slice value;
	size_t i;

	buf_add(b, t->name.p, t->name.n);
	for (i = 0; i < t->labels; i++) {
		snprintf(name, sizeof(name), "%.*s", (int)t->label[i].name.n,
		    t->label[i].name.p);
		value = promtext_label(t, name);
		buf_char(b, '|');
		buf_str(b, name);
		buf_char(b, '=');
		buf_add(b, value.p, value.n);
	}
	buf_char(b, '|');
	buf_add(b, t->value.p, t->value.n);
	buf_char(b, '\n');
}

/* All of a text: samples, and `LINE: WHAT` for a line that is none. */
static void
walk(const char *text, const char *want, const char *name)
{
	struct promtext t;
	struct buf b = { 0 };
	struct diag why;
	int r;

	promtext_init(&t, text_of(text));
	while ((r = promtext_next(&t, &why)) != 0) {
		if (r == 1) {
			show(&t, &b);
			continue;
		}
		buf_u64(&b, t.line);
		buf_str(&b, ": ");
		buf_str(&b, why.what);
		buf_char(&b, '\n');
	}
	tap_is_str(shown_buf(&b), want, "%s", name);
	buf_free(&b);
	promtext_free(&t);
}

static void
samples(void)
{
	walk("", "", "nothing");
	walk("# HELP a b\n# TYPE a gauge\n\n#\n# EOF\n", "", "comments");
	walk("up 1\nup 0", "up|1\nup|0\n", "without labels, without an end");
	walk("up{} 1\n", "up|1\n", "no label in braces");
	walk("a:b_9{a=\"x\",b=\"\"} -1e3\n", "a:b_9|a=x|b=|-1e3\n", "labels");
	walk("  a {  b = \"x\" , c=\"y\" ,} \t 2.5 \r\n", "a|b=x|c=y|2.5\n",
	    "blanks, a comma too many, CR LF");
	walk("a{b=\"x\"}1\n", "a|b=x|1\n", "no blank before the number");
	walk("a 1 1796004861000\na 1 -1\n", "a|1\na|1\n", "timestamps");
	walk("a_bucket{le=\"1\"} 8 # {id=\"x y\"} 0.67 1520879607.789\n"
	    "a 1 1520879607.789 # {} 1\n", "a_bucket|le=1|8\na|1\n",
	    "exemplars");
	walk("a NaN\na +Inf\n", "a|NaN\na|+Inf\n", "no values");
	walk("i{v=\"#1 SMP PREEMPT_DYNAMIC @0\",d=\"(none)\"} 1\n",
	    "i|v=#1 SMP PREEMPT_DYNAMIC @0|d=(none)|1\n",
	    "a number sign in a value begins no comment");
	walk("a{b=\"}, c=\"} 1\n", "a|b=}, c=|1\n", "a brace and a comma");
}

static void
escapes(void)
{
	walk("a{b=\"\\\\ \\\" \\n\"} 1\n", "a|b=\\ \" \n|1\n", "escapes");
	walk("a{b=\"C:\\dir\\x\"} 1\n", "a|b=C:\\dir\\x|1\n",
	    "a backslash before another byte is one");
	walk("a{b=\"\\\\\",c=\"\\\\n\"} 1\n", "a|b=\\|c=\\n|1\n",
	    "a backslash before the closing quote");
	walk("a{b=\"$(id) `id` 'x' | -\",c=\"\303\251\t\"} 1\n",
	    "a|b=$(id) `id` 'x' | -|c=\303\251\t|1\n", "hostile ones");
}

/* gitlab-tokens-exporter#221: a bare quote in a value. */
static void
faults(void)
{
	walk("a{n=\"x\"y\"} 1\nb 2\n", "1: \"y\"} 1\" follows a label's value, "
	    "not a comma or }: has it a quote without a backslash?\nb|2\n",
	    "a bare quote, and what is behind it");
	walk("a{b=\"x} 1\nb 2\n", "1: the value of the label \"b\" is not in "
	    "double quotes\nb|2\n", "an open quote ends with its line");
	walk("a{b=\"x\\\"} 1\n", "1: the value of the label \"b\" is not in "
	    "double quotes\n", "a closing quote that is escaped");
	walk("a{b=x} 1\n", "1: the value of the label \"b\" is not in double "
	    "quotes\n", "no quotes");
	walk("a{b} 1\n", "1: no = behind the label \"b\"\n", "no value");
	walk("a{9=\"\"} 1\n", "1: \"9=\"\"} 1\" is not the name of a label\n",
	    "a label's name");
	walk("a{b=\"x\"", "1: \"\" follows a label's value, not a comma or }: "
	    "has it a quote without a backslash?\n", "cut short in labels");
	walk("a{", "1: \"\" is not the name of a label\n", "or before them");
	walk("a{b=\"x\"}", "1: \"\" is not a number\n", "or before the value");
	walk("9a 1\n{} 1\n-a 1\n", "1: \"9a 1\" is not a sample\n"
	    "2: \"{} 1\" is not a sample\n3: \"-a 1\" is not a sample\n",
	    "names that are none");
	walk("a eight\na\n\na 1 x\na 1 2 3\n", "1: \"eight\" is not a number\n"
	    "2: \"\" is not a number\n4: \"x\" is not a timestamp\n"
	    "5: \"3\" behind a sample\n", "numbers that are none");
	walk("a{b=\"\033[2J\"c} 1\n",
	    "1: \"c} 1\" follows a label's value, not a comma "
	    "or }: has it a quote without a backslash?\n",
	    "a fault is safe to look at");
}

static void
tells(void)
{
	static const struct {
		const char *text;
		bool is;
	} t[] = {
		{ "# HELP a b\n", true }, { "# TYPE a gauge\nx", true },
		{ "\n\r\n# EOF\n", true }, { "up 1\n", true },
		{ "# a comment\nup{a=\"b\"} 1\n", true }, { "", false },
		{ "up{a=\"b\"c\"} 1\n", true }, { "up{", true },
		{ "# a comment\n", false }, { "node gpu\nn1 8\n", false },
		{ "{\"kind\": \"List\"}\n", false },
		{ "NodeName=n1 CPUTot=8\n", false }, { "\n", false }
	};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		tap_ok(promtext_tells(text_of(t[i].text)) == t[i].is,
		    "text %zu begins like one, or not", i);
}

static void
amounts(void)
{
	struct promtext t;
	struct diag why;
	int64_t v = -77;

	promtext_init(&t, text_of("a 2.5\na -106\na NaN\na 1e30\n"));
	promtext_next(&t, &why);
	tap_ok(promtext_amount(&t, 3, &v, &why) == 1, "an amount");
	tap_is_i64(v, 2500, "in thousandths");
	promtext_next(&t, &why);
	tap_ok(promtext_amount(&t, 3, &v, &why) == -1, "a negative one");
	tap_is_str(why.what, "\"-106\" is below 0", "says why not");
	tap_is_str(why.column, "a", "and of what");
	promtext_next(&t, &why);
	tap_ok(promtext_amount(&t, 3, &v, &why) == 0, "no value");
	promtext_next(&t, &why);
	tap_ok(promtext_amount(&t, 3, &v, &why) == -1, "too much");
	tap_is_str(why.what, "\"1e30\" is more than fits", "says so");
	tap_is_i64(v, 2500, "and sets nothing");
	promtext_free(&t);
}

/* What prom writes comes back. */
static void
back(void)
{
	const char value[] = "\\ \" \n \\n \\\\ } , = #\t\303\251";
	const struct prom_label label[] = { { "a", text_of(value) },
	    { "b", text_of("") } };
	struct buf b = { 0 };
	struct promtext t;
	struct diag why;
	struct slice s;

	prom_gauge(&b, "m", "What it is.");
	prom_sample(&b, "m", label, 2, KIND_MEM, INT64_MAX);
	promtext_init(&t, text_slice(b.p, b.n));
	tap_ok(promtext_next(&t, &why) == 1, "a sample of prom is read");
	s = promtext_label(&t, "a");
	tap_ok(text_is(s, value), "its label is as it was");
	tap_ok(promtext_label(&t, "b").n == 0 && promtext_label(&t, "c").n ==
	    0, "an empty one and none are the same");
	tap_ok(text_is(t.value, "9223372036854775807"), "and so is its value");
	tap_ok(promtext_next(&t, &why) == 0, "there are no more");
	promtext_free(&t);
	buf_free(&b);
}

int
main(void)
{
	samples();
	escapes();
	faults();
	tells();
	amounts();
	back();
	return tap_done();
}
