// expect: unknown
// A cell of an inner list becomes a cell of the outer one, for which it is too small.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
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
    int m = __VERIFIER_nondet_int();
    for (int k = 0; k < m; k++) {
      struct inner *more = malloc(sizeof *more);
      more->next = cell->first;
      cell->first = more;
    }
    cell->next = list;
    list = cell;
  }
  if (list != NULL && list->first != NULL) {
    struct inner *p = list->first;
    list->first = p->next;
    p->next = NULL;
    list->next = (struct outer *)p;
  }
  for (struct outer *o = list; o != NULL; o = o->next)
    for (struct inner *p = o->first; p != NULL; p = p->next)
      p->next = p->next;
  while (list != NULL) {
    struct outer *next = list->next;
    while (list->first != NULL) {
      struct inner *rest = list->first->next;
      free(list->first);
      list->first = rest;
    }
    free(list);
    list = next;
  }
  return 0;
}
