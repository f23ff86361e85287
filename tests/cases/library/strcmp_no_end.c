// entry: strcmp
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(a) && valid_read_string(b); */
int strcmp(const char *a, const char *b)
{
  while (*a == *b) {
    a++;
    b++;
  }
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void)
{
  char s[2] = "x", t[2] = "x";
  strcmp(s, t);
  return 0;
}
