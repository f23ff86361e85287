// entry: insert
// expect: unknown
struct item {
  long key;
  struct item *next, *prev;
};

/* Where they overlap, the key may be where the other's pointer is. */
/*@ requires \valid(item) && \valid(place) && \valid(place->prev); */
void insert(struct item *place, struct item *item) {
  item->key = 1;
  place->prev->next = item;
  place->prev = item;
}

int main(void) {
  static long memory[5];
  struct item *place = (void *)memory, *item = (void *)&memory[2];
  place->prev = place;
  insert(place, item);
  return 0;
}
