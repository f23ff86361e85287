// entry: at
// expect: proved
// Members of members, elements of structures, the bytes of a packed structure, constants of the program.
#include <stdint.h>

enum limits { LOW = 2, HIGH = 1 << 3 };

typedef struct __attribute__((packed)) {
  char tag;
  uint32_t index;
} head_t;

typedef struct {
  head_t heads[3];
  struct {
    short low, high;
  } range;
} table_t;

/*@ requires \valid(t) && t->heads[1].index < t->range.high && 0 <= t->range.high <= HIGH - LOW;
    requires \valid_read(a + (0 .. HIGH - 1)); */
int at(table_t *t, const int *a)
{
  return a[t->heads[1].index + LOW];
}

int main(void)
{
  table_t t;
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  t.heads[1].index = 5;
  t.range.high = 6;
  return at(&t, a) - 7;
}
