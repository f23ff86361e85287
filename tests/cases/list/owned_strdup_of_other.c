// expect: unknown
// Some cells have the string of the cell before them.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

static struct node *push(struct node *list, const char *name) {
  struct node *cell = malloc(sizeof *cell);
  cell->name = list != NULL && name[0] == 'o' ? list->name : strdup(name);
  cell->next = list;
  return cell;
}

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    list = push(list, i % 2 ? "odd" : "even");
  int seen = 0;
  for (struct node *p = list; p != NULL; p = p->next)
    if (p->name[0] == 'o')
      seen++;
  while (list != NULL) {
    struct node *next = list->next;
    free(list->name);
    free(list);
    list = next;
  }
  return seen > 0;
}
