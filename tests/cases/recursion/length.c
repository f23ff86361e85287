// expect: proved
// The result is bounded by what lies behind the argument: no sum overflows, and the copy has room.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int length(const char *s) {
  return *s ? 1 + length(s + 1) : 0;
}
int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1)
    size = 1;
  char *text = malloc(size);
  text[size - 1] = 0;
  text[length(text)] = 1;
  return 0;
}
