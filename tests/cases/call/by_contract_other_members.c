// options: --attempt composed
// entry: symbol
// expect: proved
// What take does not speak of is as before, and the caller knows it.
struct reader { const unsigned char *next, *end; unsigned tag; int bits; };

/*@ predicate reader_ok(struct reader *r) = \valid(r) && r->next <= r->end && 0 <= r->bits <= 32
  @   && \valid_read(r->next + (0 .. r->end - r->next - 1)) && \separated(r, r->next + (0 .. r->end - r->next - 1)); */

/*@ requires reader_ok(r) && 0 <= n <= 25; */
static void refill(struct reader *r, int n)
{
  while (r->bits < n) {
    if (r->next != r->end)
      r->tag |= (unsigned)*r->next++ << r->bits;
    r->bits += 8;
  }
}

/*@ requires \valid(r) && 0 <= n <= r->bits <= 32 && n <= 25; assigns r->tag, r->bits; */
static unsigned take(struct reader *r, int n)
{
  unsigned c = r->tag & ((1UL << n) - 1);
  r->tag >>= n;
  r->bits -= n;
  return c;
}

/*@ requires reader_ok(r); */
unsigned symbol(struct reader *r)
{
  unsigned c = 0;
  for (int k = 1; k < 16; k++) {
    refill(r, 1);
    c = 2 * c + take(r, 1);
  }
  return c;
}

int main(void)
{
  unsigned char bytes[2] = { 0x5a, 0xa5 };
  struct reader r = { bytes, bytes + 2, 0, 0 };
  return symbol(&r) > 0;
}
