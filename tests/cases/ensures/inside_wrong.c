// entry: skip
// expect: unknown reason~"what the contract ensures at this return"
#include <stddef.h>

static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid_read(s + (0 .. n - 1)) && n < 1000; ensures \result < s + n; */
const char *skip(const char *s, size_t n)
{
  size_t i = 0;
  while (i < n && s[i] == ' ')
    i++;
  return s + i;
}

int main(void)
{
  const char *s = "  ";
  must(skip(s, 2) < s + 2);
  return 0;
}
