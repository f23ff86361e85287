// expect: unknown reason~"with this format"
// concrete: none (most formats are harmless)
#include <time.h>

int main(int argc, char **argv)
{
  char text[16];
  time_t t = time(NULL);
  struct tm parts;
  if (argc < 2 || !gmtime_r(&t, &parts))
    return 1;
  return strftime(text, sizeof text, argv[1], &parts) == 0;
}
