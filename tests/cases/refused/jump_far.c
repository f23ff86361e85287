// expect: unknown
// concrete: none (refused)
#include <setjmp.h>
int main(void) {
  jmp_buf where;
  if (setjmp(where))
    return 1;
  longjmp(where, 1);
}
