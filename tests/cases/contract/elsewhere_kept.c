// entry: next
// expect: proved
// What is not assigned stays: the size, and a variable of this file.
struct ring { unsigned size, head; unsigned char data[16]; };
static unsigned calls;

/*@ requires \valid(r) && r->head < 16; assigns r->head; ensures r->head < r->size && r->size == \old(r->size); */
void ring_step(struct ring *r);

/*@ requires \valid(r) && r->head < 16 && 0 < r->size <= 16; */
unsigned char next(struct ring *r)
{
  calls = 3;
  ring_step(r);
  unsigned char table[4] = {0, 1, 2, 3};
  return r->data[r->head] + r->data[r->size - 1] + table[calls];
}
