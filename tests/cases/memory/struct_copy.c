// expect: proved
struct pair { int first, second; };
int main(void) {
  struct pair p = {3, 4};
  struct pair q = p;
  int a[8];
  a[q.first + q.second] = 1;
  return 0;
}
