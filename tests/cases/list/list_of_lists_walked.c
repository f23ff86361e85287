// expect: proved
// Inner lists are built in their cells, walked through and freed.
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
    struct inner *p = list->first;
    while (p != NULL) {
      struct inner *rest = p->next;
      free(p);
      p = rest;
    }
    free(list);
    list = next;
  }
  return 0;
}
