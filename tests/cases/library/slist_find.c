// entry: find
// expect: proved
// SLIST_FOREACH, up to an element of a value.
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

/*@ requires \valid_read(q) && \list_read(q->first, struct node, next) && \separated(q, q->first); */
const struct node *find(const struct queue *q, int value)
{
  const struct node *p;
  SLIST_FOREACH(p, q, next)
    if (p->value == value)
      return p;
  return NULL;
}

int main(void)
{
  struct queue q = {make(3)};
  find(&q, 1);
  find(&q, 7);
  return 0;
}
