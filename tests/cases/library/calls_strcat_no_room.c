// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && strlen(s) <= 27; */
int f(const char *s)
{
  char d[32];
  strcpy(d, "/tmp/");
  strcat(d, s);
  return d[0];
}

int main(void)
{
  f("123456789012345678901234567");
  return 0;
}
