// entry: total
// expect: violated no overflow
// The contract speaks of another member.
struct item { int weight; int price; };

/*@ requires n <= 64 && \valid_read(p + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> -10 <= p[i].weight <= 10; */
int total(const struct item *p, unsigned n)
{
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s += p[i].price;
  return s;
}

int main(void)
{
  struct item items[2] = {{1, 2147483647}, {1, 1}};
  return total(items, 2);
}
