#include "sacct.h"

bool
sacct_tells(struct slice text)
{
	(void)text;
	return false;
}

int
sacct_read(void *intake, const struct foreign *in)
{
	(void)intake;
	(void)in;
	return 0;
}
