// expect: unknown
int a = 1, b = 100;
static int get(int *p) { return *p; }
int main(void) {
  int table[2];
  int x = get(&a);
  table[get(&b)] = x;
  return 0;
}
