// expect: proved
// A byte has two digits, whatever the width says.
#include <stdio.h>

int main(void)
{
  unsigned char key[16] = { 1, 2, 3 };
  char text[2 * sizeof key + 1], port[6];
  for (unsigned i = 0; i < sizeof key; i++)
    sprintf(text + 2 * i, "%02x", key[i]);
  return sprintf(port, "%hu", (unsigned short)key[0]) > 5;
}
