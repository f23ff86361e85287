// entry: f
// expect: unknown message~"an operand of '.separated' that is no range"
// concrete: none (what `clear` does is decided elsewhere)
// Where nothing is used of q, it lies apart from p all the same: `clear` may divide by their distance.
/*@ requires \valid(p) && (use != 0 ==> \valid(q)) && \separated(p, q); assigns *p; ensures *p == 0; */
void clear(int use, int *p, int *q);

/*@ requires \true; */
int f(void)
{
  int x = 1, table[1] = {0};
  clear(0, &x, &x);
  return table[x];
}
