// expect: unknown
// The last cell of each list is freed and stays in the table, where the key is looked for.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  unsigned key;
  int value;
  struct node *next;
};

#define SIZE 3
static struct node *table[SIZE];

static struct node *find(unsigned key) {
  for (struct node *p = table[key % SIZE]; p != NULL; p = p->next)
    if (p->key == key)
      return p;
  return NULL;
}

static void put(unsigned key, int value) {
  struct node *p = find(key);
  if (p == NULL) {
    p = malloc(sizeof *p);
    p->key = key;
    p->next = table[key % SIZE];
    table[key % SIZE] = p;
  }
  p->value = value;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  put(1, 0);
  for (int i = 0; i < n; i++) {
    unsigned key = (unsigned)__VERIFIER_nondet_int();
    put(key, i);
  }
  for (int i = 0; i < SIZE; i++)
    while (table[i] != NULL) {
      struct node *next = table[i]->next;
      free(table[i]);
      if (next == NULL)
        break;
      table[i] = next;
    }
  if (find(1) != NULL)
    return 1;
  return 0;
}
