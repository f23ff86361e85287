// expect: unknown
// Some strings have no end.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    int length = __VERIFIER_nondet_int();
    if (length < 0)
      length = 0;
    cell->name = malloc((size_t)length + 1);
    memset(cell->name, 'a', length);
    if (length != 3)
      cell->name[length] = 0;
    cell->next = list;
    list = cell;
  }
  int vowels = 0;
  for (struct node *p = list; p != NULL; p = p->next)
    for (char *s = p->name; *s != 0; s++)
      if (*s == 'a')
        vowels = 1;
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return vowels;
}
