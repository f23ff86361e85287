// entry: strncmp
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(a) && valid_read_string(b); */
int strncmp(const char *a, const char *b, size_t n)
{
  for (; n > 0; a++, b++, n--) {
    if (*a != *b)
      return *(const unsigned char *)a - *(const unsigned char *)b;
    if (*a == '\0')
      return 0;
  }
  return 0;
}

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char s[5], t[3];
  fill(s, 5);
  fill(t, 3);
  strncmp(s, t, __VERIFIER_nondet_int() & 7);
  return 0;
}
