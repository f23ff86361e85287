// entry: main
// expect: unknown message~"weak or otherwise replaceable"
// concrete: none (another definition may take the place of this one)
struct pair { int first, second; };

static int table[4];

__attribute__((weak)) struct pair made(int n)
{
  struct pair p = {n & 3, 0};
  return p;
}

int main(int argc, char **argv)
{
  struct pair p = made(argc);
  (void)argv;
  return table[p.first];
}
