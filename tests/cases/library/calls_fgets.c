// expect: proved
// The line has an end only where fgets succeeds.
#include <stdio.h>
#include <string.h>

int main(void)
{
  char line[64];
  unsigned long sum = 0;
  for (int i = 0; i < 10; i++) {
    if (fgets(line, sizeof line, stdin) == NULL)
      break;
    sum += strlen(line);
  }
  return sum > 640;
}
