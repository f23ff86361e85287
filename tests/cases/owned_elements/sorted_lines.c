// expect: proved
// Neighbours change places.
#include <string.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *words[20];
    int n = argc > 20 ? 20 : argc;
    for (int i = 0; i < n; i++) {
        words[i] = malloc(11);
        words[i][10] = 0;
    }
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && strcmp(words[j - 1], words[j]) > 0; j--) {
            char *other = words[j];
            words[j] = words[j - 1];
            words[j - 1] = other;
        }
    for (int i = 0; i < n; i++)
        free(words[i]);
    return 0;
}
