// entry: f
// expect: proved
// A claim about a function with such a parameter is about all its values.
struct seven { unsigned char bytes[7]; };

static const unsigned char table[256];

int f(struct seven s, int n)
{
  return table[s.bytes[6]] + table[s.bytes[2]] + table[n & 255];
}

int main(void)
{
  struct seven s = {{0}};
  return f(s, 7);
}
