// expect: no termination
// Some inner lists are cycles.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
  int value;
  struct inner *next;
};

struct outer {
  struct inner *first;
  struct outer *next;
};

int main(void) {
  struct outer *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct inner *p = malloc(sizeof *p);
    p->value = i;
    p->next = __VERIFIER_nondet_int() ? p : NULL;
    struct outer *cell = malloc(sizeof *cell);
    cell->first = p;
    cell->next = list;
    list = cell;
  }
  for (struct outer *o = list; o != NULL; o = o->next)
    for (struct inner *p = o->first; p != NULL; p = p->next)
      p->value = 1;
  return 0;
}
