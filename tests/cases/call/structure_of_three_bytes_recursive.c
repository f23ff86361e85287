// entry: main
// expect: proved
struct colour { unsigned char red, green, blue; };

static int table[256];

static struct colour darker(struct colour c, int n)
{
  if (n <= 0)
    return c;
  c.red /= 2;
  return darker(c, n - 1);
}

int main(void)
{
  struct colour c = {200, 100, 50};
  return table[darker(c, 3).red];
}
