// expect: proved
int main(void) {
  int i = 0, up = 1;
  while (i >= 0) {
    if (i == 10)
      up = 0;
    i = up ? i + 1 : i - 1;
  }
  return 0;
}
