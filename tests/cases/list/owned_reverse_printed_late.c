// expect: unknown
// The strings are printed after they were freed.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  char *name;
  struct node *next;
};

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list != NULL) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

static void print(const char *s) {
  while (*s != 0)
    s++;
}

int main(void) {
  struct node *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->name = strdup("name");
    cell->next = list;
    list = cell;
  }
  list = reverse(list);
  for (struct node *p = list; p != NULL; p = p->next)
    print(p->name);
  for (struct node *p = list; p != NULL; p = p->next)
    free(p->name);
  for (struct node *p = list; p != NULL; p = p->next)
    print(p->name);
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
