// entry: next
// expect: unknown reason~"inside"
// concrete: none (what `ring_step` does is decided elsewhere)
// All of the structure is assigned: the size, too.
struct ring { unsigned size, head; unsigned char data[16]; };

/*@ requires \valid(r) && r->head < 16; assigns *r; ensures r->head < 16; */
void ring_step(struct ring *r);

/*@ requires \valid(r) && r->head < 16 && 0 < r->size <= 16; */
unsigned char next(struct ring *r)
{
  ring_step(r);
  return r->data[r->head] + r->data[r->size - 1];
}
