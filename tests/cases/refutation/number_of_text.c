// entry: entry_of
// expect: violated memory safety
// The number in the text may be the number of elements.
#include <stdlib.h>
static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
/*@ requires valid_read_string(s); */
int entry_of(const char *s)
{
  char *end;
  long n = strtol(s, &end, 10);
  return end == s || n < 0 || n > 8 ? 0 : table[n];
}
int main(void) { return entry_of("3") != 4; }
