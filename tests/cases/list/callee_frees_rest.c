// expect: unknown
// The callee frees the list in place of changing it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *create(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = head;
    head = cell;
  }
  return head;
}

static void destroy(struct node *p) {
  while (p != NULL) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}

static void clear(struct node *p) {
  for (; p != NULL; p = p->next)
    free(p);
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *p = list;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && p != NULL; i++)
    p = p->next;
  clear(list);
  for (; p != NULL; p = p->next)
    p->value++;
  destroy(list);
  return 0;
}
