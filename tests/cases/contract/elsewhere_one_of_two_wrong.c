// entry: count
// expect: unknown
// concrete: none (what `bit` does is decided elsewhere)
// What is ensured may be -1, and then the index is outside.
/*@ requires \true; assigns \nothing; ensures \result == 0 || 1 == \result || \result == -1; */
int bit(int n);
/*@ requires \valid_read(p + (0 .. 1)); */
int count(const int *p)
{
    return p[bit(0)];
}
