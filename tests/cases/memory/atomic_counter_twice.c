// expect: violated memory safety
#include <stdatomic.h>

static atomic_uint users;

int main(void)
{
  unsigned before = atomic_fetch_add(&users, 1);
  unsigned after = atomic_fetch_sub(&users, 1);
  return 1 / (after - before - 1);
}
