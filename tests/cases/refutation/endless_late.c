// options: --signed-overflow ideal
// expect: violated termination
// The first rounds are not those that it stays in.
int main(void) {
  int x = -20, y = 1;
  while (x < 5 || y > 0) {
    if (x < 5) x++;
    else y = y + x;
  }
  return y;
}
