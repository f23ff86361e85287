// entry: get
// expect: proved
// concrete: none (what `refill` does is decided elsewhere)
// What a function elsewhere ensures may speak of memory; nothing is concluded from it but that the rest is as before.
struct buffer { unsigned char *data; unsigned size, used; };
/*@ predicate buffer_ok(struct buffer *b) = \valid(b) && 1 <= b->size <= 1000 && \valid(b->data + (0 .. b->size - 1))
      && b->used < b->size && \separated(b, b->data + (0 .. b->size - 1)); */

/*@ requires buffer_ok(b); assigns b->used; ensures buffer_ok(b) && 0 <= \result <= 255; */
int refill(struct buffer *b);

/*@ requires buffer_ok(b); */
int get(struct buffer *b)
{
  int read = refill(b);
  return read + b->data[b->used];
}
