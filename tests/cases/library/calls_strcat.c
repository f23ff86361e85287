// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && strlen(s) <= 20; */
int f(const char *s)
{
  char d[32];
  strcpy(d, "/tmp/");
  strcat(d, s);
  strcat(d, ".x");
  return d[0];
}

int main(void)
{
  f("ab");
  return 0;
}
