// expect: proved
// A dictionary: each entry owns its key and its value.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
  char *key;
  int *value;
  struct entry *next;
};

static struct entry *find(struct entry *list, const char *key) {
  for (struct entry *e = list; e != NULL; e = e->next)
    if (strcmp(e->key, key) == 0)
      return e;
  return NULL;
}

static struct entry *put(struct entry *list, const char *key, int value) {
  struct entry *e = find(list, key);
  if (e == NULL) {
    e = malloc(sizeof *e);
    e->key = strdup(key);
    e->value = malloc(sizeof *e->value);
    e->next = list;
    list = e;
  }
  *e->value = value;
  return list;
}

int main(void) {
  struct entry *list = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    list = put(list, i % 3 ? "some" : "other", i);
  while (list != NULL) {
    struct entry *next = list->next;
    free(list->key);
    free(list->value);
    free(list);
    list = next;
  }
  return 0;
}
