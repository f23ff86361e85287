// entry: drop
// expect: proved
// The structure and the array behind it are one block.
#include <stdlib.h>

struct message {
  int length;
  char text[];
};

/*@ requires \valid(m) && 0 <= m->length <= 100 && \valid((char *)m + (0 .. 3 + m->length)) && \freeable(m); */
void drop(struct message *m)
{
  for (int i = 0; i < m->length; i++)
    m->text[i] = 0;
  free(m);
}

int main(void)
{
  return 0;
}
