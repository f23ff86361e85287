// expect: unknown
// The record is freed, the cell stays in the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int key;
  int *data;
};

struct node {
  struct item *item;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->item = malloc(sizeof *cell->item);
    cell->item->key = __VERIFIER_nondet_int();
    cell->next = list;
    list = cell;
  }
  struct node **at = &list;
  while (*at != NULL) {
    struct node *cell = *at;
    if (cell->item->key < 0) {
      free(cell->item);
      at = &cell->next;
    } else {
      at = &cell->next;
    }
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list->item);
    free(list);
    list = next;
  }
  return 0;
}
