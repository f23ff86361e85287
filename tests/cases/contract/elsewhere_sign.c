// entry: f
// expect: proved
// Narrow results and arguments are read as their types say.
/*@ requires c >= 0; assigns \nothing; ensures 0 <= \result <= c; */
signed char below(signed char c);

/*@ requires x < 200; assigns \nothing; ensures \result <= 100; */
unsigned char half(unsigned char x);

static int table[128];

/*@ requires \true; */
int f(void)
{
  return table[below(127)] + table[half(199)];
}
