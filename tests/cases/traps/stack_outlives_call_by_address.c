// expect: unknown
static void remember(int **to) {
  int x = 5;
  *to = &x;
}
int main(void) {
  int *p;
  remember(&p);
  return *p;
}
