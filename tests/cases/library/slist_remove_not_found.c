// entry: remove_value
// expect: unknown
// SLIST_REMOVE of what is not in the list runs past its end.
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

/*@ requires \valid(q) && \list(q->first, struct node, next) && \separated(q, q->first); */
struct node *remove_value(struct queue *q, int value)
{
  struct node *p;
  SLIST_FOREACH(p, q, next)
    if (p->value == value)
      break;
  if (p != q->first || p == NULL)
    p = (struct node *)q;
  if (p != NULL)
    SLIST_REMOVE(q, p, node, next);
  return p;
}

int main(void)
{
  struct queue q = {make(3)};
  remove_value(&q, 1);
  remove_value(&q, 7);
  return 0;
}
