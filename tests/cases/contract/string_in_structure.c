// entry: length
// expect: proved
#include <stddef.h>

struct entry {
  int key;
  const char *name;
};

/*@ requires \valid_read(e) && valid_read_string(e->name) && strlen(e->name) < 1000;
    requires \separated(e, e->name + (0 .. strlen(e->name))); */
int length(const struct entry *e)
{
  int n = 0;
  while (e->name[n] != 0)
    n++;
  return n;
}

int main(void)
{
  struct entry e;
  e.name = "abc";
  return length(&e) - 3;
}
