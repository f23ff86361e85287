// entry: fill
// expect: proved
#include <stddef.h>
#include <stdint.h>

typedef uint64_t __attribute__((__may_alias__)) word;

/* Backwards: bytes until the end is aligned, then words. */
/*@ requires \valid(p + (0 .. n - 1)); */
void fill(char *p, size_t n) {
  while ((uintptr_t)(p + n) % 8) {
    if (!n--)
      return;
    p[n] = 0;
  }
  while (n >= 8)
    n -= 8, *(word *)(p + n) = 0;
}

int main(void) {
  static char bytes[30];
  fill(bytes + 1, 29);
  return 0;
}
