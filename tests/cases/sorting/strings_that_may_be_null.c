// expect: unknown
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
  char *words[8];
  for (int i = 0; i < 8; i++)
    words[i] = rand() % 2 ? strdup("a") : NULL;
  qsort(words, 8, sizeof words[0], by_text);
  for (int i = 0; i < 8; i++)
    free(words[i]);
  return 0;
}
