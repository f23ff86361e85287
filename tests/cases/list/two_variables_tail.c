// expect: unknown
// The second is the rest of the first when that is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

static struct node *a, *b;

static void push(struct node **list) {
  struct node *cell = malloc(sizeof *cell);
  cell->value = 0;
  cell->next = *list;
  *list = cell;
}

static void drop_a(void) {
  destroy(a);
  a = NULL;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    push(&a);
    push(&b);
  }
  if (a != NULL)
    b = a->next;
  drop_a();
  for (struct node *p = b; p != NULL; p = p->next)
    p->value = 1;
  return 0;
}
