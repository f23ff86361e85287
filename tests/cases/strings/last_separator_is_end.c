// expect: violated memory safety
// 0x100 is 0 where a character has eight bits: the end of the string is found.
#include <string.h>
int main(void) {
  char name[10] = "notes.txt";
  int separator = 0x100;
  char *dot = strrchr(name, separator);
  if (dot == NULL)
    return 1;
  return dot[1];
}
