// entry: f
// expect: unknown
// What is read and what is written overlap.
#include <stddef.h>
#include <string.h>

size_t strlcat(char *, const char *, size_t);

/*@ requires \valid(d + (0 .. 15)) && d[2] == 0; */
size_t f(char *d)
{
  return strlcat(d, d, 16);
}

int main(void)
{
  char d[16] = "ab";
  return (int)f(d);
}
