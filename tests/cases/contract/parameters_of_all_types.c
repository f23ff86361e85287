// entry: each
// expect: proved
// What a contract does not call by a name may have any type: a function, an enumeration, a pointer by a typedef.
#include <stddef.h>

enum mode { OFF, ON };
typedef struct item *item_t;
struct item {
  enum mode mode;
  size_t place;
};

/*@ requires \valid_read((char *)base + (0 .. n - 1)) && \valid(item) && (item->mode == ON ==> item->place < n);
    requires mode == item->mode; */
int each(const void *base, size_t n, int (*f)(int), enum mode mode, item_t item)
{
  return mode == ON ? ((const char *)base)[item->place] : 0;
}

int main(void)
{
  struct item item = {ON, 2};
  return each("abc", 4, 0, ON, &item) - 'c';
}
