// entry: f
// expect: unknown
struct seven { unsigned char bytes[7]; };

static const unsigned char table[255];

int f(struct seven s)
{
  return table[s.bytes[6]];
}

int main(void)
{
  struct seven s = {{0, 0, 0, 0, 0, 0, 255}};
  return f(s);
}
