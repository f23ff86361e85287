// expect: proved
// A function gets a stream that its caller opened, and the library's own; a cell holds another one.
#include <stdio.h>
#include <stdlib.h>

struct source {
  FILE *file;
  long seen;
};

static long count(FILE *f)
{
  long n = 0;
  for (int i = 0; i < 10 && getc(f) != EOF; i++)
    n++;
  return n;
}

static struct source *start(const char *name)
{
  struct source *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  s->file = fopen(name, "rb");
  if (!s->file) {
    free(s);
    return NULL;
  }
  s->seen = 0;
  return s;
}

static void end(struct source *s)
{
  if (!s)
    return;
  fclose(s->file);
  free(s);
}

int main(void)
{
  struct source *s = start("a");
  if (s) {
    s->seen += count(s->file);
    rewind(s->file);
    fseek(s->file, 4, SEEK_SET);
  }
  end(s);
  return count(stdin) > 3;
}
