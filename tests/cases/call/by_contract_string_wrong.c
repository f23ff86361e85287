// options: --attempt composed
// expect: violated memory safety
/*@ requires valid_read_string(s); */
static unsigned long length(const char *s)
{
  unsigned long n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

int main(void)
{
  char b[8];
  b[0] = 'a';
  b[1] = 'b';
  for (int i = 2; i < 8; i++)
    b[i] = 0x40;
  return length(b) + length(b + 1) + length("hello") > 20;
}
