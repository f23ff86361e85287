// entry: main
// expect: unknown
// concrete: none (what the prover does not support is right)
// Where a table uses a function, its parameters stay as they are.
struct five { unsigned char bytes[5]; };

static int last(struct five f)
{
  return f.bytes[4];
}

static int first(struct five f)
{
  return f.bytes[0];
}

static int (*const table[])(struct five) = {last, first};

int main(void)
{
  struct five five = {{1, 2, 3, 4, 5}};
  return table[1](five) + first(five) - 2;
}
