// entry: main
// expect: unknown
// Where the address of a function is taken, its parameters stay as they are.
// concrete: none (what the prover does not support is right)
struct five { unsigned char bytes[5]; };

static int last(struct five f)
{
  return f.bytes[4];
}

int main(void)
{
  int (*f)(struct five) = last;
  struct five five = {{1, 2, 3, 4, 5}};
  return f(five) - 5;
}
