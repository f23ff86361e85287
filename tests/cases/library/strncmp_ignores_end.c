// entry: strncmp
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(a) && valid_read_string(b); */
int strncmp(const char *a, const char *b, size_t n)
{
  for (; n > 0; a++, b++, n--) {
    if (*a != *b)
      return *(const unsigned char *)a - *(const unsigned char *)b;
  }
  return 0;
}

int main(void)
{
  char s[2] = "x", t[2] = "x";
  strncmp(s, t, 3);
  return 0;
}
