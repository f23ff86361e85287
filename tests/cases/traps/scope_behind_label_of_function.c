// expect: proved
// A variable of the outermost block lives until the function returns.
int main(void) {
  int *p = 0, round = 0;
again:;
  int x = round;
  if (p && *p != round)
    return 1;
  p = &x;
  if (round++ < 2)
    goto again;
  return *p;
}
