// entry: clear
// expect: unknown
// concrete: none (what `step` does is decided elsewhere)
// `step` may change a member that is not assigned here.
struct ring { unsigned size, head, tail; };
/*@ requires \valid(r) && r->head < r->size; assigns r->size, r->head; ensures r->head < r->size; */
void step(struct ring *r);
/*@ requires \valid(r) && r->head < r->size && r->tail < r->size; assigns r->head, r->tail; */
void clear(struct ring *r)
{
    step(r);
}
