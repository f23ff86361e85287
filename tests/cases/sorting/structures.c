// expect: proved
#include <stdlib.h>

struct record {
  int key;
  char name[12];
};

static int by_key(const void *a, const void *b)
{
  const struct record *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

int main(void)
{
  struct record r[20], wanted = {5, ""};
  for (int i = 0; i < 20; i++) {
    r[i].key = rand();
    r[i].name[0] = 0;
  }
  qsort(r, 20, sizeof r[0], by_key);
  struct record *found = bsearch(&wanted, r, 20, sizeof r[0], by_key);
  if (found)
    found->name[11] = 'x';
  return found ? found->key > 1 : -1;
}
