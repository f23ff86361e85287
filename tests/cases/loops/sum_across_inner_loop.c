// expect: proved
// The window's place and the rounds that are left add up, also after an inner loop whose state knows more.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int same(const char *a, const char *b, unsigned n) {
  while (n) {
    if (*a != *b)
      return 0;
    ++a;
    ++b;
    --n;
  }
  return 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (m < 1 || n < m || n > 1000)
    return 0;
  char *text = malloc(n), *word = malloc(m);
  const char *at = text;
  for (unsigned left = n - m + 1; left; --left) {
    if (same(at, word, m))
      break;
    ++at;
  }
  free(text);
  free(word);
  return 0;
}
