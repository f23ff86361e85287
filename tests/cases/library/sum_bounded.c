// entry: sum
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

#define MOST 1000

/*@ requires first: 0 <= n <= MOST;
  @ requires \valid_read(a + (0 .. n - 1));
  @ ensures \result >= 0; */
int sum(const unsigned char *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] & 15;
  return s;
}

int main(void)
{
  unsigned char a[2] = {255, 1};
  sum(a, 2);
  return 0;
}
