// expect: violated memory safety
static const int table[2] = {1, 2};
int main(void) {
  int *p = (int *)table;
  p[1] = 3;
  return 0;
}
