// expect: proved
// Which of the counters that change in step comes first must not matter.
int main(void)
{
    char b[86];
    int i, j;
    j = 85;
    for (i = 257; i >= 0; --i) {
        b[j] = 1;
        if (--j < 0)
            j = 85;
    }
    return 0;
}
