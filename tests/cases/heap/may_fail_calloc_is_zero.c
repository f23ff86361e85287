// options: --malloc-may-fail
// expect: proved
// What is there was zeroed, also where allocation may fail.
#include <stdlib.h>
#include <string.h>

struct pair {
  int *first;
  int second;
};

int main(void)
{
  struct pair *p = calloc(1, sizeof *p);
  if (!p)
    return 1;
  if (p->first)
    *p->first = 1;
  int n = 0;
  for (int i = p->second; i < 3; i++)
    n++;
  free(p);
  char *text = strdup("abc");
  if (!text)
    return n;
  n += (int)strlen(text);
  free(text);
  return n;
}
