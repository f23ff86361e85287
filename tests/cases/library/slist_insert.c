// entry: insert
// expect: proved
// SLIST_INSERT_HEAD.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

struct queue {
  struct node *first;
};

/* As in the BSDs' <sys/queue.h>. */
#define SLIST_EMPTY(head) ((head)->first == NULL)
#define SLIST_FOREACH(var, head, field) for ((var) = (head)->first; (var); (var) = (var)->field)
#define SLIST_INSERT_HEAD(head, elm, field) \
  do { \
    (elm)->field = (head)->first; \
    (head)->first = (elm); \
  } while (0)
#define SLIST_REMOVE_HEAD(head, field) ((head)->first = (head)->first->field)
#define SLIST_REMOVE_AFTER(elm, field) ((elm)->field = (elm)->field->field)
#define SLIST_REMOVE(head, elm, type, field) \
  do { \
    if ((head)->first == (elm)) { \
      SLIST_REMOVE_HEAD((head), field); \
    } else { \
      struct type *curelm = (head)->first; \
      while (curelm->field != (elm)) \
        curelm = curelm->field; \
      SLIST_REMOVE_AFTER(curelm, field); \
    } \
  } while (0)

static struct node *make(int n)
{
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    p->value = i;
    p->next = head;
    head = p;
  }
  return head;
}

/*@ requires \valid(q) && \list(q->first, struct node, next) && \valid(elm);
  @ requires \separated(q, q->first) && \separated(elm, q->first) && \separated(q, elm); */
void insert(struct queue *q, struct node *elm)
{
  struct node *p;
  SLIST_INSERT_HEAD(q, elm, next);
  SLIST_FOREACH(p, q, next)
    p->value = 0;
}

int main(void)
{
  struct queue q = {make(3)};
  struct node cell;
  insert(&q, &cell);
  return 0;
}
