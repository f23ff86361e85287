// entry: f
// gap: proved
// The limit lies before the block if that is short: below address 0 it would be a large number.
/*@ requires \valid_read(p + (0 .. n - 1)) && n >= 1; */
int f(const char *p, int n) {
  const char *e = p + n - 16;
  if (p < e)
    return p[15];
  return 0;
}
int main(void) {
  char a[40] = {0};
  return f(a, 40) + f(a, 3);
}
