// expect: violated memory safety
// 1 in all bytes is not 1.
#include <string.h>

int main(void)
{
    int next[8], seen[8] = {0};
    memset(next, 1, sizeof next);
    int x = 0;
    for (int i = 0; i < 3; i++) {
        seen[x] = 1;
        x = next[x];
    }
    return seen[0];
}
