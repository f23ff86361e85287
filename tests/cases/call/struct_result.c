// expect: proved
struct pair { int first, second; };
static struct pair make(int x) {
  struct pair p = {x, 7};
  return p;
}
int main(void) {
  int a[8];
  struct pair p = make(3);
  a[p.second] = 1;
  return 0;
}
