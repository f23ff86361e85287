// expect: unknown
// As sum_across_inner_loop.c, with one round too many.
#include <stdlib.h>
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
  int n = 5, m = 2;
  char *text = calloc(n, 1), *word = calloc(m, 1);
  word[1] = 1;
  const char *at = text;
  for (unsigned left = n - m + 2; left; --left) {
    if (same(at, word, m))
      break;
    ++at;
  }
  free(text);
  free(word);
  return 0;
}
