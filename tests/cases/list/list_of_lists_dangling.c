// expect: unknown
// The inner list of the last outer cell ends in a cell that is gone.
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
  struct inner *gone = malloc(sizeof *gone);
  struct inner *p = malloc(sizeof *p);
  p->next = gone;
  free(gone);
  struct outer *list = malloc(sizeof *list);
  list->first = p;
  list->next = NULL;
  p = malloc(sizeof *p);
  p->next = NULL;
  struct outer *second = malloc(sizeof *second);
  second->first = p;
  second->next = list;
  list = second;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    p = malloc(sizeof *p);
    p->next = NULL;
    struct outer *cell = malloc(sizeof *cell);
    cell->first = p;
    cell->next = list;
    list = cell;
  }
  while (list != NULL) {
    p = list->first;
    while (p != NULL)
      p = p->next;
    list = list->next;
  }
  return 0;
}
