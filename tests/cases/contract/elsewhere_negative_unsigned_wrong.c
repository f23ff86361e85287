// entry: f
// expect: unknown message~"the external function 'g'"
// concrete: none (what `g` returns is decided elsewhere)
// For C -1 is the largest number here; in a contract it is less than all. So it is no end of an interval.
/*@ requires \true; assigns \nothing; ensures \result == -1 || \result == 0; */
unsigned g(unsigned p);
static const int table[1] = { 7 };
/*@ requires \true; */
int f(unsigned p)
{
    return table[g(p)];
}
