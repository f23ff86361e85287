// expect: proved
int main(void) {
  int x = 0, y = 0;
  int *table[2] = {&x, &y};
  *table[0] = 1;
  *table[1] = 2;
  return 0;
}
