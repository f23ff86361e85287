// expect: proved
struct item { int key; char name[12]; };
int main(void) {
  struct item items[5];
  for (struct item *p = items; p < items + 5; p++) {
    p->key = 0;
    p->name[11] = 0;
  }
  return 0;
}
