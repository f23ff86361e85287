// entry: f
// expect: unknown
// concrete: none (nothing calls it)
/*@ requires v == 3; */
int f(int v)
{
    if (((unsigned)v & ~6u) != 3u)
        return *(int *)0;
    return v;
}
