// expect: proved
// Each cell is moved into its place of a second list.
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
  struct node *sorted = NULL;
  while (list != NULL) {
    struct node *cell = list;
    list = list->next;
    if (sorted == NULL || sorted->value >= cell->value) {
      cell->next = sorted;
      sorted = cell;
    } else {
      struct node *p = sorted;
      while (p->next != NULL && p->next->value < cell->value)
        p = p->next;
      cell->next = p->next;
      p->next = cell;
    }
  }
  destroy(sorted);
  return 0;
}
