// entry: both
// expect: unknown
// Two objects side by side are not one.
/*@ requires \valid(p + (0 .. 1)); assigns *p; */
void pair(int *p);
/*@ requires \valid(p) && \valid(q) && q == p + 1; assigns *p; */
void both(int *p, int *q)
{
    pair(p);
}
