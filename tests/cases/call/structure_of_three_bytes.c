// entry: main
// expect: proved
// A structure of three bytes travels in a number of 24 bits.
extern int __VERIFIER_nondet_int(void);

struct colour { unsigned char red, green, blue; };

static int table[16];

static struct colour darker(struct colour c)
{
  c.red /= 2;
  c.green /= 2;
  return c;
}

static int sum(struct colour a, int n, struct colour b)
{
  int all = 0;
  for (int i = 0; i < n; i++)
    all ^= table[a.red + b.green] + table[b.blue];
  return all;
}

int main(void)
{
  struct colour a = {__VERIFIER_nondet_int() & 15, 30, 3}, b = darker(a);
  return sum(b, 4, darker(b)) + sum(a, 0, a);
}
