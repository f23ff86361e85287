// expect: unknown
// All cells have one record, which is freed with each.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int key;
  long weight;
  char tag[4];
};

struct node {
  struct item *item;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  struct item *item = malloc(sizeof *item);
  for (int i = 0; i < n; i++) {
    item->key = i;
    item->weight = 0;
    struct node *cell = malloc(sizeof *cell);
    cell->item = item;
    cell->next = list;
    list = cell;
  }
  int found = 0;
  for (struct node *p = list; p != NULL; p = p->next)
    if (p->item->key == 7) {
      p->item->tag[3] = 1;
      found = 1;
    }
  while (list != NULL) {
    struct node *next = list->next;
    free(list->item);
    free(list);
    list = next;
  }
  return found;
}
