// entry: fill
// expect: unknown
#include <stddef.h>
#include <stdint.h>

typedef uint64_t __attribute__((__may_alias__)) word;

/* Each word is only half a word further. */
/*@ requires \valid(p + (0 .. n - 1)); */
void fill(char *p, size_t n) {
  while ((uintptr_t)(p + n) % 8) {
    if (!n--)
      return;
    p[n] = 0;
  }
  while (n >= 12)
    n -= 4, *(word *)(p + n - 4) = 0;
}

int main(void) {
  static char bytes[30];
  fill(bytes + 1, 29);
  return 0;
}
