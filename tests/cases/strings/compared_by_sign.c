// expect: proved
#include <string.h>
int main(void) {
  int table[3] = {1, 2, 3};
  int order = strcmp("a", "c"), same = memcmp("ab", "ac", 1);
  return table[order < 0] + table[1 + (same > 0)];
}
