// expect: memory-safe only
// The run around the circle never ends: that says nothing of memory safety.
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
  while (last->value >= 0)
    last = last->next;
  return 0;
}
