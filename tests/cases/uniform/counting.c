// expect: proved
// Counting sort: an array of counts, each of which stays small, and bytes as its indices.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 500)
        return 0;
    unsigned char *in = malloc((size_t)argc), *out = malloc((size_t)argc);
    int count[256] = {0}, n = 0;
    for (int i = 0; i < argc; i++)
        in[i] = (unsigned char)(i * 7);
    for (int i = 0; i < argc; i++)
        if (count[in[i]] < 1000)
            count[in[i]]++;
    for (int b = 0; b < 256; b++)
        for (int k = 0; k < count[b] && n < argc; k++)
            out[n++] = (unsigned char)b;
    int first = out[0];
    free(in);
    free(out);
    return first;
}
