// expect: proved
#include <stdio.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  struct stat status;
  struct utsname names;
  struct tms clocks;
  char path[256], link[64];
  int ends[2];
  if (argc < 2 || stat(argv[1], &status) || lstat(argv[1], &status) || fstat(0, &status))
    return 1;
  if (getcwd(path, sizeof path))
    puts(path);
  long n = readlink(argv[1], link, sizeof link - 1);
  if (n < 0)
    return 2;
  link[n] = 0;
  puts(link);
  if (gethostname(path, sizeof path - 1))
    return 3;
  path[sizeof path - 1] = 0;
  puts(path);
  if (pipe(ends) || uname(&names) < 0 || times(&clocks) < 0)
    return 4;
  return chdir("/") || symlink(link, "a") || getuid() == getppid();
}
