// $ haltcert prove linked_structure.c --no-refute
// $ haltcert prove linked_structure.c --no-refute --json | grep -o '"id":"[^"]*"'
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next, *prev;
  int *value;
  int own;
};

int main(void) {
  struct item *first = malloc(sizeof *first);
  first->next = first->prev = NULL;
  first->value = &first->own;
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->next = first;
    first->prev = i;
    i->value = __VERIFIER_nondet_int() ? malloc(sizeof *i->value) : &i->own;
    first = i;
  }
  while (first != NULL) {
    struct item *i = first;
    first = first->next;
    if (i->value != &i->own)
      free(i->value);
    free(i);
  }
  return 0;
}
