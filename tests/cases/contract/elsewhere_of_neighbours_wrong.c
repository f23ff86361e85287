// entry: both
// expect: unknown
// concrete: none (what `pair` does is decided elsewhere)
// Two objects side by side are not one.
/*@ requires \valid(p + (0 .. 1)); assigns *p; */
void pair(int *p);
/*@ requires \valid(p) && \valid(q) && q == p + 1 && \separated(p, q); assigns *p; */
void both(int *p, int *q)
{
    pair(p);
}
