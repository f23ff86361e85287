// expect: proved
// A copy by recursion; both lists are freed.
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

static struct node *copy(const struct node *p) {
  if (p == NULL)
    return NULL;
  struct node *cell = malloc(sizeof *cell);
  cell->value = p->value;
  cell->next = copy(p->next);
  return cell;
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *other = copy(list);
  destroy(list);
  destroy(other);
  return 0;
}
