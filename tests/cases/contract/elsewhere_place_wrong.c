// entry: next
// expect: unknown reason~"satisfies the contract of 'ring_step'"
// concrete: none (what `ring_step` does is decided elsewhere)
struct ring { unsigned size, head; unsigned char data[16]; };

/*@ requires \valid(r) && r->head < 16; assigns r->head; */
void ring_step(struct ring *r);

/*@ requires \valid(r) && r->head <= 16; */
void next(struct ring *r)
{
  ring_step(r);
}
