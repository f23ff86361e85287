// expect: unknown reason~"with a handler"
// concrete: none (the interpreter runs no handlers)
#include <signal.h>

static int table[1], place;

static void handle(int number)
{
  place = number;
}

int main(void)
{
  signal(SIGINT, handle);
  return table[place];
}
