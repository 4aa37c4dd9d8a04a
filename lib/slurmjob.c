#include "slurmjob.h"

bool
slurmjob_tells(struct slice text)
{
	(void)text;
	return false;
}

int
slurmjob_read(void *intake, const struct foreign *in)
{
	(void)intake;
	(void)in;
	return 0;
}
