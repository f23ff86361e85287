// expect: proved
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
  char bytes[256];
  int in = open("in", O_RDONLY), out = open("out", O_WRONLY | O_CREAT, 0644);
  if (in < 0 || out < 0)
    return 1;
  for (int i = 0; i < 8; i++) {
    ssize_t n = read(in, bytes, sizeof bytes);
    if (n <= 0 || write(out, bytes, n) != n)
      break;
  }
  close(in);
  close(out);
  return unlink("in") == 0 && access("out", 0) == 0;
}
