// expect: proved
// Bytes that are read as _Bool: each is 0 or 1.
#include <stdbool.h>
#include <string.h>

int main(void)
{
    bool composite[1000];
    int count = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i < 1000; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i; j < 1000; j += i)
            composite[j] = true;
    }
    return count > 500;
}
