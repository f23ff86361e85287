// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

struct item { int key; char name[12]; };
int main(void) {
  struct item items[5];
  for (struct item *p = items; p < items + 5; p++)
    p->name[__VERIFIER_nondet_uint() % 13] = 0;
  return 0;
}
