// expect: proved
// A function takes the last cell off and returns it.
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

static struct node *take_last(struct node **list) {
  if (*list == NULL)
    return NULL;
  struct node *before = NULL, *p = *list;
  while (p->next != NULL) {
    before = p;
    p = p->next;
  }
  if (before != NULL)
    before->next = NULL;
  else
    *list = NULL;
  return p;
}

int main(void) {
  struct node *list = create(__VERIFIER_nondet_int());
  struct node *last = take_last(&list);
  destroy(list);
  if (last != NULL)
    last->value = 0;
  free(last);
  return 0;
}
