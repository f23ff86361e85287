// expect: proved
// A stream that was opened is read, and closed once.
#include <stdio.h>

int main(void)
{
  char line[64];
  int n = 0;
  FILE *f = fopen("data.txt", "r");
  if (!f) {
    perror("data.txt");
    return 1;
  }
  for (int i = 0; i < 10 && fgets(line, sizeof line, f); i++)
    n++;
  fclose(f);
  return n;
}
