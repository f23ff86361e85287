// entry: main
// expect: unknown message~"not supported"
// concrete: none (another definition may take the place of this one)
struct colour { unsigned char red, green, blue; };

static int table[4];

__attribute__((weak)) int look(struct colour c)
{
  return table[c.red & 3];
}

int main(void)
{
  struct colour c = {1, 2, 3};
  return look(c);
}
