// expect: proved
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  char *text;
  if (argc < 2)
    return 1;
  int length = asprintf(&text, "%s.%d", argv[1], argc);
  if (length < 0)
    return 2;
  text[length] = '!';
  text[length] = 0;
  puts(text);
  free(text);
  return 0;
}
