// expect: unknown
// The last walk leaves the pointers, and the buffers are freed again.
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
    p->name = malloc(8);
  for (struct node *p = list; p != NULL; p = p->next)
    if (p->name)
      p->name[7] = 0;
  for (struct node *p = list; p != NULL; p = p->next) {
    free(p->name);
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
