// expect: proved
// An array of eight lists.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *table[8];
  for (int i = 0; i < 8; i++)
    table[i] = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int key = __VERIFIER_nondet_int();
    struct node *cell = malloc(sizeof *cell);
    cell->value = key;
    cell->next = table[key & 7];
    table[key & 7] = cell;
  }
  for (struct node *p = table[3]; p != NULL; p = p->next)
    p->value = 0;
  for (int i = 0; i < 8; i++) {
    struct node *p = table[i];
    while (p != NULL) {
      struct node *next = p->next;
      free(p);
      p = next;
    }
  }
  return 0;
}
