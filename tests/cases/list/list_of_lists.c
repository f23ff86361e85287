// expect: proved
// Each cell of the outer list owns an inner list.
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

static struct inner *inner(int n) {
  struct inner *head = NULL;
  for (int i = 0; i < n; i++) {
    struct inner *cell = malloc(sizeof *cell);
    cell->value = i;
    cell->next = head;
    head = cell;
  }
  return head;
}

int main(void) {
  struct outer *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct outer *cell = malloc(sizeof *cell);
    cell->first = inner(__VERIFIER_nondet_int());
    cell->next = list;
    list = cell;
  }
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
