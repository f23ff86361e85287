// entry: f
// expect: unknown
// concrete: none (what `parsed` does is decided elsewhere)
// The proof of such a function takes for granted that its memory is not errno.
#include <errno.h>

/*@ requires \valid(p); assigns *p; ensures \result == 1; */
int parsed(int *p);

/*@ requires \true; */
int f(void)
{
  int table[2] = {0, 1};
  return table[parsed(&errno)];
}
