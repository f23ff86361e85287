// expect: proved
struct pair {
  int a, b;
};
static int sum(const struct pair *p) { return p->a + p->b; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++)
    total = sum(&(struct pair){i, 1}) + (int[]){1, 2}[1];
  return total;
}
