// expect: proved
// Two pointers that move by whole elements, but not at once: both stay aligned.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int *text = malloc(n * sizeof(int));
  text[n - 1] = 0;
  int *found = 0;
  for (int *at = text; *at; ++at)
    if (*at == wanted)
      found = at;
  if (found)
    *found = wanted;
  free(text);
  return 0;
}
