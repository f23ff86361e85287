// entry: spelled
// expect: proved
// What the function returns is no part of the claim.
struct text {
  const char *s;
  unsigned long n;
};

/*@ requires valid_read_string(s); */
struct text spelled(const char *s)
{
  struct text t = { s, 0 };
  while (s[t.n] != 0)
    t.n++;
  return t;
}

int main(void)
{
  return spelled("abc").n == 3 ? 0 : 1;
}
