// entry: main
// expect: violated memory safety
struct colour { unsigned char red, green, blue; };

static int table[16];

static int look(struct colour c)
{
  return table[c.blue];
}

int main(void)
{
  struct colour c = {1, 2, 16};
  return look(c);
}
