// expect: proved
// What nobody wrote is a signed number, which a division reads unsigned: it is converted once, beside numbers that are
// known.
int main(void)
{
  int unknown;
  unsigned ways[4] = {1, 1, 1, 1};
  for (int i = 1; i < 4; i++)
    ways[i] = ways[i - 1] * 7 / 3 + ways[i];
  int half = unknown / 2;
  unsigned third = (unsigned)unknown / 3 + (unsigned)half % 5 + ((unsigned)half >> 1);
  return third > ways[3];
}
