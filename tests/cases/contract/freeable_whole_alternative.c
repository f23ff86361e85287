// entry: drop
// expect: violated memory safety
// What holds for some calls only, a smaller range, does not make these calls disappear.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. 7)) && \freeable(p) && (often != 0 ==> \valid(p + (0 .. 3))); */
void drop(char *p, int often)
{
  free(p);
  if (often)
    free(p);
}
