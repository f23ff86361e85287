// expect: proved
int main(void) {
  unsigned x = 1;
  while (x < 1000)
    x <<= 1;
  return 0;
}
