// expect: proved
// A queue of integers in memory of their own; what takes one from it frees it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  void *item;
  struct node *next;
};

struct queue {
  struct node *first, *last;
  int count;
};

static void put(struct queue *q, void *item) {
  struct node *cell = malloc(sizeof *cell);
  cell->item = item;
  cell->next = NULL;
  if (q->first == NULL)
    q->first = cell;
  else
    q->last->next = cell;
  q->last = cell;
}

static void *take(struct queue *q) {
  struct node *cell = q->first;
  if (cell == NULL)
    return NULL;
  void *item = cell->item;
  q->first = cell->next;
  if (q->first == NULL)
    q->last = NULL;
  free(cell);
  return item;
}

int main(void) {
  struct queue *q = malloc(sizeof *q);
  q->first = q->last = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    int *number = malloc(sizeof *number);
    *number = i;
    put(q, number);
  }
  int *number;
  while ((number = take(q)) != NULL) {
    *number = 0;
    free(number);
  }
  free(q);
  return 0;
}
