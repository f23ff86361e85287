// entry: insert
// expect: proved
struct item {
  long key;
  struct item *next, *prev;
};

/* The new item may be one of the two others, or lie between them somehow. */
/*@ requires \valid(item) && \valid(place) && \valid(place->prev); */
void insert(struct item *place, struct item *item) {
  item->next = place;
  item->prev = place->prev;
  place->prev->next = item;
  place->prev = item;
}

int main(void) {
  static struct item a, b;
  a.next = a.prev = &a;
  insert(&a, &b);
  insert(&a, &a);
  return 0;
}
