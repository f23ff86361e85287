// entry: f
// expect: unknown
// concrete: none (what `below` does is decided elsewhere)
/*@ requires c >= 0; assigns \nothing; ensures \result <= c; */
signed char below(signed char c);

static int table[128];

/*@ requires \true; */
int f(void)
{
  return table[below(127)];
}
