// expect: memory-safe only
// The caller knows where the walk began, so there are two parts of the circle: before its place, and from there on.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *chain(int n) {
  struct node *last = malloc(sizeof *last), *first = last;
  last->value = 0;
  for (int i = 1; i < n; i++) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->value = i;
  }
  last->next = __VERIFIER_nondet_int() ? first : NULL;
  return first;
}

static void walk(struct node *place) {
  while (place != NULL)
    place = place->next;
}

int main(void) {
  struct node *first = chain(__VERIFIER_nondet_int());
  walk(first);
  free(first);
  return 0;
}
