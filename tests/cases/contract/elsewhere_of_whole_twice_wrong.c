// entry: clear
// expect: unknown
// concrete: none (what `step` does is decided elsewhere)
// What must be separate are two parts of one object that overlap.
struct ring { unsigned size, head, tail; };
/*@ requires \valid(r) && \valid(p) && \separated(r, p); assigns r->head; */
void step(struct ring *r, unsigned *p);
/*@ requires \valid(r); assigns r->head; */
void clear(struct ring *r)
{
    step(r, &r->tail);
}
