// expect: proved
int main(void)
{
    short a[9];
    short *p = a + 9;
    while (p != a)
        *--p = 1;
    return a[0];
}
