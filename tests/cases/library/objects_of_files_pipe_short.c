// expect: unknown
#include <unistd.h>

int main(void)
{
  int end;
  return pipe(&end);
}
