// expect: proved
// The links are members; a cell is found from its link.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
  struct link *next;
};

struct item {
  int key;
  struct link link;
  int data;
};

#define ITEM(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

int main(void) {
  struct link *head = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct item *item = malloc(sizeof *item);
    item->key = i;
    item->data = __VERIFIER_nondet_int();
    item->link.next = head;
    head = &item->link;
  }
  int all = 0;
  for (struct link *p = head; p != NULL; p = p->next)
    all |= ITEM(p)->key ^ ITEM(p)->data;
  while (head != NULL) {
    struct item *item = ITEM(head);
    head = head->next;
    free(item);
  }
  return all;
}
