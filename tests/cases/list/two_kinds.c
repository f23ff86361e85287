// expect: proved
// Cells of two sizes, each kind in a list of its own.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct small {
  struct small *next;
};

struct large {
  struct large *next;
  int values[6];
};

int main(void) {
  struct small *a = NULL;
  struct large *b = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int() > 0) {
      struct small *cell = malloc(sizeof *cell);
      cell->next = a;
      a = cell;
    } else {
      struct large *cell = malloc(sizeof *cell);
      cell->next = b;
      b = cell;
    }
  }
  for (struct large *p = b; p != NULL; p = p->next)
    p->values[5] = 0;
  for (struct small *p = a; p != NULL; p = p->next)
    ;
  return 0;
}
