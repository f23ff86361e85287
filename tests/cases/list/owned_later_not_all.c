// expect: unknown
// The walk leaves out some cells, whose buffers are written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->name = NULL;
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    if (__VERIFIER_nondet_int())
      p->name = malloc(8);
  for (struct node *p = list; p != NULL; p = p->next)
    p->name[7] = 0;
  for (struct node *p = list; p != NULL; p = p->next) {
    free(p->name);
    p->name = NULL;
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
