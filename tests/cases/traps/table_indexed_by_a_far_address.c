// expect: unknown
// concrete: none (the interpreter's addresses are small, so that the index is one)
#include <stdint.h>

char here;
char *far = (char *)((uintptr_t)&here - (1UL << 62));
int table[4];

int main(void) {
  int above = (uintptr_t)far > (uintptr_t)&here;
  table[above << 20] = 1;
  return 0;
}
