// entry: main
// expect: unknown
// concrete: none (the interpreter extends the argument as the function is declared)
// The caller extends the argument with its sign, and the function takes it for extended with zeros.
struct pair { long first, second; };

static int table[256];

static struct pair made(unsigned char n)
{
  struct pair p = {table[n], 0};
  return p;
}

int main(int argc, char **argv)
{
  struct pair p = ((struct pair (*)(signed char))made)((signed char)-argc);
  (void)argv;
  return (int)p.second;
}
