// expect: proved
#include <stdlib.h>

struct operations {
  int (*read)(int *);
  void (*close)(int *);
};

static int file_read(int *p) { return *p; }
static void file_close(int *p) { free(p); }
static const struct operations file = {file_read, file_close};

struct device {
  const struct operations *operations;
  int *data;
};

int main(void) {
  struct device d = {&file, malloc(sizeof(int))};
  *d.data = 7;
  int r = d.operations->read(d.data);
  d.operations->close(d.data);
  return r;
}
