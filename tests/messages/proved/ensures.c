// $ haltcert prove ensures.c --entry step -o step.cert
// $ haltcheck step.cert --embedded --entry step --precondition '(void *r) returns int requires \valid((\object(8, 4) *)r) && u32[r + 0] < u32[r + 4] assigns (\object(8, 4) *)r ensures u32[r + 0] < u32[r + 4] && u32[r + 4] == \old(u32[r + 4]) && (\result == 0 || \result == 1)'
// $ haltcert contract ensures.c --entry step
struct ring {
    unsigned head, size;
};

/*@ requires \valid(r) && r->head < r->size;
  @ assigns *r;
  @ ensures r->head < r->size && r->size == \old(r->size) && (\result == 0 || \result == 1); */
int step(struct ring *r)
{
    if (r->head + 1 < r->size) {
        r->head++;
        return 0;
    }
    r->head = 0;
    return 1;
}
