// entry: clear
// expect: proved
// What `step` requires whole stands here in parts, since only two members are assigned.
struct ring { unsigned size, head, tail; };
/*@ requires \valid(r) && r->head < r->size; assigns r->head; ensures r->head < r->size; */
void step(struct ring *r);
/*@ requires \valid(r) && r->head < r->size && r->tail < r->size; assigns r->head, r->tail;
    ensures r->head < r->size && r->tail == \old(r->tail); */
void clear(struct ring *r)
{
    step(r);
    step(r);
}
