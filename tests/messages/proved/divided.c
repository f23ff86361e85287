// $ haltcert prove divided.c --all-functions
// `step` has its ring in parts, since its contract assigns a part of it; that of `forward` describes the ring whole. The
// call is by contract all the same.
struct ring { unsigned char *data; unsigned size, head, tail; };

/*@ requires \valid(r) && r->tail < r->size; assigns r->tail; ensures r->tail < r->size; */
void forward(struct ring *r)
{
    if (++r->tail == r->size) r->tail = 0;
}

/*@ requires \valid(r) && r->tail < r->size; assigns r->tail; ensures r->tail < r->size; */
void step(struct ring *r)
{
    forward(r);
    forward(r);
}
