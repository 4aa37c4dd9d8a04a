#include "match.h"

bool
match_list(struct slice list, struct slice item)
{
	struct slice part;

	while (text_cut(&list, ',', &part))
		if (text_eq(part, item))
			return true;
	return false;
}

bool
match_lists(struct slice list, struct slice items)
{
	struct slice item;

	while (text_cut(&items, ',', &item))
		if (match_list(list, item))
			return true;
	return false;
}

bool
match_selector(struct slice labels, struct slice selector)
{
	struct slice want;

	while (text_cut(&selector, ',', &want))
		if (want.n > 0 && !match_list(labels, want))
			return false;
	return true;
}

struct slice
match_label(struct slice labels, struct slice name)
{
	struct slice part, key;

	while (text_cut(&labels, ',', &part)) {
		struct slice value = part;

		if (text_cut(&value, '=', &key) && text_eq(key, name) &&
		    value.p != NULL)
			return value;
	}
	return text_slice(NULL, 0);
}
