// expect: proved
#include <unistd.h>

int main(void)
{
  char data[128];
  long n = read(0, data, sizeof data - 1);
  if (n < 0)
    return 1;
  data[n] = 0;
  return data[0];
}
