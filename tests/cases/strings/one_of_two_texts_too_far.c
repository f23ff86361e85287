// expect: unknown
#include <stdio.h>

int main(void)
{
  const char *mode = "r";
  for (int i = 0; i < 3; i++) {
    if (getchar() == 'w')
      mode = "w+";
  }
  return mode[2];
}
