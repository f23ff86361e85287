// expect: proved
static const int table[4] = {3, 1, 2, 0};
int main(void) {
  int a[4];
  a[table[0]] = 1;
  a[table[3]] = 1;
  return 0;
}
