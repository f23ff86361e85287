// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

static char table[255];

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  return table[tolower((unsigned char)s[0])] + table[toupper((unsigned char)*s)];
}

int main(void)
{
  f("aB");
  f("\xff");
  return 0;
}
