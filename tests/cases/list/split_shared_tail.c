// expect: unknown
// The second list is the first without its first cell: both are freed.
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
  struct node *p = create(__VERIFIER_nondet_int());
  struct node *even = NULL, *odd = NULL;
  int first = 1;
  while (p != NULL) {
    struct node *next = p->next;
    if (first) {
      p->next = even;
      even = p;
    } else {
      p->next = odd;
      odd = p;
    }
    first = !first;
    p = next;
  }
  odd = even != NULL ? even->next : NULL;
  destroy(even);
  destroy(odd);
  return 0;
}
