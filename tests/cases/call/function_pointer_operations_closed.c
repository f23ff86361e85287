// expect: unknown
#include <stdlib.h>

struct operations {
  int (*read)(int *);
  void (*close)(int *);
};

static int file_read(int *p) { return *p; }
static void file_close(int *p) { free(p); }
static const struct operations file = {file_read, file_close};

int main(void) {
  int *data = malloc(sizeof(int));
  *data = 7;
  file.close(data);
  return file.read(data);
}
