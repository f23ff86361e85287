// entry: count
// expect: no termination
// There is no null in a circle.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
  struct list_head *next, *prev;
};

/* As in Linux. */
static inline void list_insert(struct list_head *new, struct list_head *prev, struct list_head *next)
{
  next->prev = new;
  new->next = next;
  new->prev = prev;
  prev->next = new;
}

static inline void list_del(struct list_head *entry)
{
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
}

#define list_for_each(pos, head) for (pos = (head)->next; pos != NULL; pos = pos->next)

static void make(struct list_head *head, int n)
{
  head->next = head->prev = head;
  for (int i = 0; i < n; i++)
    list_insert(malloc(sizeof(struct list_head)), head, head->next);
}

/*@ requires \valid_read(head) && \list_segment_read(head->next, head, struct list_head, next);
  @ requires \separated(head, head->next); */
unsigned count(const struct list_head *head)
{
  unsigned n = 0;
  const struct list_head *pos;
  list_for_each(pos, head)
    n += pos->prev != NULL;
  return n;
}

int main(void)
{
  struct list_head head;
  make(&head, 3);
  count(&head);
  return 0;
}
