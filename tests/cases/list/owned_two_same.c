// expect: unknown
// Some cells have one buffer twice.
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
  cell->value = next != NULL ? malloc(100) : cell->key;
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
  for (int i = 0; i < n; i++)
    list = make(list);
  for (struct node *p = list; p != NULL; p = p->next) {
    p->key[15] = 0;
  }
  while (list != NULL) {
    struct node *next = list->next;
    destroy(list);
    list = next;
  }
  return 0;
}
