// expect: no termination
// No other thread clears the flag.
#include <stdatomic.h>

int main(void)
{
  atomic_flag taken = ATOMIC_FLAG_INIT;
  atomic_flag_test_and_set(&taken);
  while (atomic_flag_test_and_set(&taken))
    ;
  return 0;
}
