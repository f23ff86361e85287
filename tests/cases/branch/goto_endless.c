// expect: no termination
int main(void) {
  int i = 10;
again:
  if (i > 0)
    i--;
  goto again;
}
