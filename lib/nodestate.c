#include "nodestate.h"

#include "buf.h"

/* How the words begin that let a job start: sinfo shortens some. */
static const char *const ready_words[] = { "IDLE", "MIX", "ALLOC", "COMP",
	"CLOUD", "DYNAMIC", "PLANNED", "PLND", "POWERING_UP", "POWER_UP",
	"REBOOT_REQUESTED", "REBOOT_CANCELED", "UNDRAIN", "RESUME" };

/* What sinfo, and scontrol of old, write behind a word. */
static const char suffixes[] = "*~#!%$@^-";
static const char *const suffix_words[] = { "NOT_RESPONDING",
	"POWERED_DOWN", "POWERING_UP", "POWER_DOWN", "POWERING_DOWN",
	"MAINTENANCE", "REBOOT_REQUESTED", "REBOOT_ISSUED", "PLANNED" };

static char
upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
begins(struct slice s, const char *word)
{
	size_t i, n = strlen(word);

	if (s.n < n)
		return false;
	for (i = 0; i < n; i++)
		if (upper(s.p[i]) != word[i])
			return false;
	return true;
}

static bool
word_ready(struct slice s, bool powered_down)
{
	size_t i;

	if (powered_down && begins(s, "POWERED_DOWN"))
		return true;
	for (i = 0; i < sizeof(ready_words) / sizeof(ready_words[0]); i++)
		if (begins(s, ready_words[i]))
			return true;
	return false;
}

static bool
take_word(struct slice s, bool powered_down, struct buf *why)
{
	size_t i;

	if (word_ready(s, powered_down))
		return true;
	if (why->n > 0)
		buf_char(why, '+');
	for (i = 0; i < s.n; i++)
		buf_char(why, lower(s.p[i]));
	return false;
}

bool
nodestate_ready(struct slice state, bool powered_down, struct buf *why)
{
	struct slice word;
	const char *suffix;
	bool ready = state.n > 0;

	if (!ready)
		buf_str(why, "unknown");
	while (text_cut(&state, '+', &word)) {
		suffix = word.n < 2 ? NULL : memchr(suffixes,
		    word.p[word.n - 1], sizeof(suffixes) - 1);
		word.n -= suffix != NULL;
		ready = take_word(word, powered_down, why) && ready;
		if (suffix != NULL)
			ready = take_word(text_of(
			    suffix_words[suffix - suffixes]), powered_down,
			    why) && ready;
	}
	return ready;
}
