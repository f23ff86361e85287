// expect: proved
#include <string.h>

static const char *say(int number)
{
  return number == 0 ? "nothing" : strerror(number);
}

int main(void)
{
  const char *first = say(2);
  unsigned long n = strlen(first);
  return strlen(say(3)) + n > 20;
}
