// entry: main
// expect: violated memory safety
struct three { unsigned char a[3]; };

static int table[8];

static struct three next(struct three x)
{
  x.a[2]++;
  return x;
}

int main(void)
{
  struct three x = {{1, 2, 7}};
  x = next(x);
  return table[x.a[2]];
}
