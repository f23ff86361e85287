// entry: low
// expect: proved
// Half of a number in memory, and a number of two halves.
union number { unsigned whole; unsigned short half[2]; };
static char table[64];

/*@ requires \true; */
char low(unsigned short value)
{
  union number n;
  n.half[0] = value & 63;
  n.half[1] = 0;
  unsigned copy = n.whole;
  union number m;
  m.whole = copy;
  return table[copy] + table[m.half[0]] + table[m.half[1]];
}

int main(void) { return low(65535); }
