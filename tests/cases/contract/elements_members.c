// entry: total
// expect: proved
struct item { unsigned char weight; int price; };

/*@ requires n <= 64 && \valid_read(p + (0 .. n - 1)) && (\forall integer i; 0 <= i < n ==> -10 <= p[i].price <= most)
  @   && most <= 1000; */
int total(const struct item *p, unsigned n, int most)
{
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s += p[i].price;
  return s;
}

int main(void)
{
  struct item items[2] = {{200, 1000}, {0, -10}};
  return total(items, 2, 1000) != 990;
}
