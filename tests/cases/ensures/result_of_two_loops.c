// entry: scan
// expect: proved
// What a loop leaves in the result matters where the contract speaks of it.
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
      found = -1;
  }
end:
  return found;
}

int main(void)
{
  return scan("12 \r", 4) != -1;
}
