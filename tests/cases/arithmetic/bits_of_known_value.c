// entry: f
// expect: proved
/*@ requires v == 1; */
int f(int v)
{
    if (((unsigned)v & ~6u) != 1u)
        return *(int *)0;
    return v;
}
