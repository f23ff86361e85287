// expect: proved
// `const` and `pure` functions that keep what they promise, also by way of one another.
int __VERIFIER_nondet_int(void);
static int table[16];

__attribute__((const)) static unsigned mask(unsigned n)
{
  unsigned powers[4] = {1, 2, 4, 8};
  return __builtin_bswap32(n) & powers[n & 3];
}

__attribute__((pure)) static int get(const int *t, unsigned n)
{
  return t[mask(n) & 15];
}

int main(void)
{
  table[3] = __VERIFIER_nondet_int();
  return get(table, (unsigned)table[3]);
}
