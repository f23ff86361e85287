// expect: proved
// Four lists, whose beginnings stand in a structure in the heap.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  unsigned key;
  struct node *next;
};

struct table {
  struct node *lists[4];
  int used;
};

static void put(struct table *t, unsigned key) {
  struct node *p = malloc(sizeof *p);
  p->key = key;
  p->next = t->lists[key % 4];
  t->lists[key % 4] = p;
  t->used = 1;
}

int main(void) {
  struct table *t = calloc(1, sizeof *t);
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    put(t, (unsigned)__VERIFIER_nondet_int());
  for (int i = 0; i < 4; i++) {
    struct node *p = t->lists[i];
    while (p != NULL) {
      struct node *next = p->next;
      free(p);
      p = next;
    }
  }
  free(t);
  return 0;
}
