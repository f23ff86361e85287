// expect: unknown
// The first cell of an inner list stays where it was, and is freed twice.
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
    struct outer *cell = malloc(sizeof *cell);
    cell->first = NULL;
    cell->next = list;
    list = cell;
    int m = __VERIFIER_nondet_int();
    for (int k = 0; k < m; k++) {
      struct inner *more = malloc(sizeof *more);
      more->value = 0;
      more->next = cell->first;
      cell->first = more;
    }
  }
  for (struct outer *o = list; o != NULL; o = o->next)
    for (struct inner *p = o->first; p != NULL; p = p->next)
      p->value = 1;
  while (list != NULL) {
    struct outer *next = list->next;
    while (list->first != NULL) {
      struct inner *rest = list->first->next;
      free(list->first);
      if (rest != NULL)
        list->first = rest;
      else
        break;
    }
    free(list->first);
    free(list);
    list = next;
  }
  return 0;
}
