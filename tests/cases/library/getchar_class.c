// expect: proved
// What getchar returns is an unsigned char or EOF, so its class may be asked.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int words = 0, inside = 0;
    for (int i = 0; i < 100; i++) {
        int c = getchar();
        if (c == EOF)
            break;
        if (!isspace(c) && !inside)
            words++;
        inside = !isspace(c);
    }
    return words;
}
