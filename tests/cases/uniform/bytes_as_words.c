// expect: unknown
// concrete: none (the interpreter finds it only for some inputs)
// Four bytes of which each is below 10 are no number below 10.
#include <string.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 4 || argc > 64)
        return 0;
    unsigned char bytes[64], data[10] = {0};
    for (int i = 0; i < argc; i++)
        bytes[i] = (unsigned char)(i % 10);
    unsigned word;
    memcpy(&word, bytes, sizeof word);
    return data[word];
}
