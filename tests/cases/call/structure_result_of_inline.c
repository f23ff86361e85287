// entry: main
// expect: unknown message~"only inline"
// concrete: none (another file's definition may take the place of this one)
struct pair { int first, second; };

static int table[4];

inline struct pair made(int n)
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
