// expect: proved
// With != only a bound that is guessed says that p does not pass the end.
int main(void)
{
    char a[10];
    char *p = a, *end = a + 10;
    for (; p != end; ++p)
        *p = 0;
    return a[3];
}
