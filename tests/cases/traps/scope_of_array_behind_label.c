// expect: proved
int main(void) {
  int n = 3, round = 0;
again:;
  int b[n];
  b[0] = round;
  if (b[0] < 2) {
    round++;
    goto again;
  }
  return b[0];
}
