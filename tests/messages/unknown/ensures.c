// $ haltcert prove ensures.c --entry step --no-refute
// $ haltcert prove ensures.c --entry clear --no-refute
// $ haltcert prove ensures.c --entry named --no-refute
// $ haltcert prove ensures.c --entry step --no-refute --json | grep -o '"id":"[^"]*"'
struct ring {
    unsigned head, size;
};

/*@ requires \valid(r) && r->head < r->size;
  @ ensures r->head < r->size; */
void step(struct ring *r)
{
    r->head++;
}

/*@ requires \valid(r + (0 .. 3)) && i < 4;
  @ assigns r[i]; */
void clear(struct ring *r, unsigned i)
{
    r[i].head = 0;
}

/*@ requires \valid(s);
  @ ensures valid_string(s); */
void named(char *s)
{
    *s = 0;
}
