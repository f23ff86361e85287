// expect: violated memory safety
// A char may be negative, which has eight digits.
#include <stdio.h>

int main(void)
{
  char key[2] = { 1, -1 };
  char text[2 * sizeof key + 1];
  for (unsigned i = 0; i < sizeof key; i++)
    sprintf(text + 2 * i, "%02x", key[i]);
  return 0;
}
