// expect: proved
// 0x12e is a dot where a character has eight bits.
#include <string.h>
int main(void) {
  char name[16] = "notes.txt";
  int separator = 0x12e;
  char *dot = strrchr(name, separator);
  if (dot == NULL)
    return 1;
  return dot[1];
}
