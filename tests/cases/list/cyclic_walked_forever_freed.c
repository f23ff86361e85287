// expect: unknown
// The cell that the circle begins with is freed: the run around it never ends, or meets it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *last = malloc(sizeof *last), *first = last;
  last->value = 0;
  for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->value = n;
  }
  last->next = first;
  if (__VERIFIER_nondet_int() > 7)
    free(first);
  while (last->value >= 0)
    last = last->next;
  return 0;
}
