// expect: unknown
int main(void)
{
    char a[20], b[40];
    int k, i, j;
    i = 100;
    k = 39;
    j = 19;
    while (i > 0) {
        a[j] = 1;
        b[k] = 1;
        if (--j < 0)
            j = 19;
        if (--k < -20)
            k = 39;
        --i;
    }
    return 0;
}
