// expect: no termination
// After a cell that stays, the loop stays too.
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

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  int value = __VERIFIER_nondet_int();
  struct node *before = NULL, *p = list;
  while (p != NULL) {
    struct node *next = p->next;
    if (p->value == value) {
      if (before == NULL)
        list = next;
      else
        before->next = next;
      free(p);
      p = next;
    } else {
      before = before == p ? p : before;
    }
  }
  destroy(list);
  return 0;
}
