// expect: violated memory safety
// A pointer that was never set.
#include <stdlib.h>
struct pair { int *first; int second; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->second = 1;
  return *p->first;
}
