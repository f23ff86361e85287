// entry: main
// expect: violated memory safety
// What the function writes to its parameter does not reach the caller's object.
struct colour { unsigned char red, green, blue; };

static int table[16];

static void clear(struct colour c)
{
  c.blue = 0;
}

int main(void)
{
  struct colour c = {1, 2, 16};
  clear(c);
  return table[c.blue];
}
