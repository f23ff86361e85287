// expect: unknown
// The function takes the pointers to the elements for the strings.
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
  return strcmp(a, b);
}

int main(void)
{
  char *words[8];
  for (int i = 0; i < 8; i++)
    words[i] = strdup("a");
  qsort(words, 8, sizeof words[0], by_text);
  for (int i = 0; i < 8; i++)
    free(words[i]);
  return 0;
}
