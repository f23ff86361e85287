// expect: proved
// entry: sums
// The sums grow too long to be followed, so that the body is cut into many nodes.
#include <stddef.h>
#define DO1(i) { a += p[i]; b += a; }
#define DO4(i) DO1(i) DO1(i + 1) DO1(i + 2) DO1(i + 3)
/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned sums(const unsigned char *p, size_t n) {
  unsigned a = 1, b = 0;
  while (n >= 16) {
    n -= 16;
    DO4(0) DO4(4) DO4(8) DO4(12)
    p += 16;
  }
  return a ^ b;
}
int main(void) {
  static unsigned char p[333];
  return sums(p, 333) == 0;
}
