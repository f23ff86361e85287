// entry: clear
// expect: proved
// The parts are handed on to `twice`, which calls `step`.
struct ring { unsigned size, head, tail; };
/*@ requires \valid(r) && r->head < r->size; assigns r->head; ensures r->head < r->size; */
void step(struct ring *r);
/*@ requires \valid(r) && r->head < r->size; assigns r->head; ensures r->head < r->size; */
void twice(struct ring *r)
{
    step(r);
    step(r);
}
/*@ requires \valid(r) && r->head < r->size && r->tail < r->size; assigns r->head, r->tail;
    ensures r->head < r->size && r->tail == \old(r->tail); */
void clear(struct ring *r)
{
    twice(r);
    r->head = 0;
    twice(r);
}
