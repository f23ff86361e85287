// expect: bad input
int x = 1 / 0 == 0;
int main(void) {
  return x;
}
