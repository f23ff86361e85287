// entry: drop
// expect: proved
// Two blocks that may both be empty: the contract says that they differ.
#include <stdlib.h>

struct table {
  char *keys, *values;
  unsigned used, room;
};

/*@ requires \valid(t) && \valid(t->keys + (0 .. t->room - 1)) && \freeable(t->keys);
  @ requires \valid(t->values + (0 .. t->room - 1)) && \freeable(t->values) && t->keys != t->values;
  @ requires \separated(t, t->keys + (0 .. t->room - 1), t->values + (0 .. t->room - 1)); */
void drop(struct table *t)
{
  free(t->keys);
  free(t->values);
  t->keys = t->values = NULL;
  t->used = t->room = 0;
}
