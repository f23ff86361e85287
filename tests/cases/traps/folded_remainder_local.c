// expect: bad input
int main(void) {
  int t[] = {1, (-2147483647 - 1) % ~0};
  return t[1];
}
