// expect: proved
int main(void) {
  int run = 1, n = 0;
  while (run) {
    n++;
    if (n >= 10)
      run = 0;
  }
  return 0;
}
