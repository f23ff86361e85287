// entry: list_add
// expect: proved
// A circle with a head that is no element: insertion behind the head.
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

#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)

static void make(struct list_head *head, int n)
{
  head->next = head->prev = head;
  for (int i = 0; i < n; i++)
    list_insert(malloc(sizeof(struct list_head)), head, head->next);
}

/*@ requires \valid(new) && \valid(head) && \valid(head->next);
  @ requires \separated(new, head) && \separated(new, head->next); */
void list_add(struct list_head *new, struct list_head *head)
{
  list_insert(new, head, head->next);
}

int main(void)
{
  struct list_head head, new, other;
  make(&head, 2);
  list_add(&new, &head);
  make(&head, 0);
  list_add(&other, &head);
  return 0;
}
