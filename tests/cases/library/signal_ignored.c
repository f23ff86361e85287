// expect: proved
#include <signal.h>

int main(void)
{
  if (signal(SIGPIPE, SIG_IGN) == SIG_ERR)
    return 1;
  signal(SIGINT, SIG_DFL);
  return 0;
}
