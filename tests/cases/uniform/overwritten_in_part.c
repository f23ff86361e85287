// expect: unknown
// concrete: none (a byte of an index is overwritten, which the search for violations finds only in time)
// A byte in the middle of an element is written: the element is another number.
int main(int argc, char **argv)
{
    (void)argv;
    int order[4], data[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < 4; i++)
        order[i] = i;
    unsigned char *bytes = (unsigned char *)order;
    if (argc > 4 && argc < 16)
        bytes[argc] = 1;
    for (int i = 0; i < 4; i++)
        sum += data[order[i]];
    return sum;
}
