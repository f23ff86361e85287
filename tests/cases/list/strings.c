// expect: proved
// Each cell owns a string.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

static char *name(int length) {
  if (length < 0)
    length = 0;
  char *text = malloc((size_t)length + 1);
  for (int i = 0; i < length; i++)
    text[i] = 'a';
  text[length] = '\0';
  return text;
}

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->name = name(__VERIFIER_nondet_int());
    cell->next = list;
    list = cell;
  }
  size_t longest = 0;
  for (struct node *p = list; p != NULL; p = p->next) {
    size_t length = strlen(p->name);
    if (length > longest)
      longest = length;
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return 0;
}
