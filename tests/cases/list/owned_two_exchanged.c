// expect: unknown
// The buffers of some cells are exchanged.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *key;
  char *value;
  struct node *next;
};

static struct node *make(struct node *next) {
  struct node *cell = malloc(sizeof *cell);
  cell->key = malloc(16);
  cell->value = malloc(100);
  cell->next = next;
  return cell;
}

static void destroy(struct node *cell) {
  free(cell->key);
  free(cell->value);
  free(cell);
}

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    list = make(list);
    if (__VERIFIER_nondet_int()) {
      char *key = list->key;
      list->key = list->value;
      list->value = key;
    }
  }
  for (struct node *p = list; p != NULL; p = p->next) {
    p->key[15] = 0;
    p->value[99] = 1;
  }
  while (list != NULL) {
    struct node *next = list->next;
    destroy(list);
    list = next;
  }
  return 0;
}
