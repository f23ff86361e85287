// entry: scan
// expect: unknown
// The result goes below what is ensured.
void must(int condition)
{
  static volatile int zero;
  if (!condition)
    zero = 1 / zero;
}

/*@ requires \valid_read(s + (0 .. n - 1)); ensures -2 <= \result <= -1; */
long scan(const char *s, unsigned long n)
{
  unsigned long k = 0;
  long found = -2;
  for (;; ++k) {
    if (k == n)
      goto end;
    if (s[k] < '0')
      break;
  }
  for (;; ++k) {
    if (k == n)
      goto end;
    if (s[k] == '\r')
      found--;
  }
end:
  return found;
}

int main(void)
{
  long found = scan("12 \r", 4);
  must(-2 <= found && found <= -1);
  return 0;
}
