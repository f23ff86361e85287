// options: --attempt composed
// expect: proved
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
  b[2] = 0;
  return length(b) + length(b + 1) + length("hello") > 20;
}
