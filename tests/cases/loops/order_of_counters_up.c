// expect: proved
int main(void)
{
    char b[31];
    int i, j;
    i = 500;
    j = 7;
    while (i < 900) {
        b[j] = 1;
        i++;
        if (++j > 30)
            j = 0;
    }
    return 0;
}
