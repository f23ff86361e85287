// entry: f
// expect: unknown
// concrete: none (nothing calls it)
// 1 << 8 is one too far.
static unsigned short table[256];
/*@ requires bits <= 8; */
unsigned f(unsigned bits)
{
    return table[1u << bits];
}
