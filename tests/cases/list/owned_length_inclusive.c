// expect: unknown
// One byte more than there is.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *data;
  size_t length;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    int length = __VERIFIER_nondet_int();
    if (length < 1)
      length = 1;
    cell->length = length;
    cell->data = malloc(cell->length);
    cell->next = list;
    list = cell;
  }
  for (struct node *p = list; p != NULL; p = p->next)
    for (size_t k = 0; k <= p->length; k++)
      p->data[k] = 0;
  while (list != NULL) {
    struct node *next = list->next;
    free(list->data);
    free(list);
    list = next;
  }
  return 0;
}
