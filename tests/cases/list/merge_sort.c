// expect: proved
// Cut in the middle, sorted by calls, merged.
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

static struct node *merge(struct node *a, struct node *b) {
  struct node first, *last = &first;
  while (a != NULL && b != NULL) {
    struct node **smaller = a->value < b->value ? &a : &b;
    last->next = *smaller;
    last = *smaller;
    *smaller = last->next;
  }
  last->next = a != NULL ? a : b;
  return first.next;
}

static struct node *sort(struct node *list) {
  if (list == NULL || list->next == NULL)
    return list;
  struct node *slow = list, *fast = list->next;
  while (fast != NULL && fast->next != NULL) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *rest = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(rest));
}

int main(void) {
  struct node *list = sort(create(__VERIFIER_nondet_int()));
  destroy(list);
  return 0;
}
