// options: -fno-builtin
// expect: proved
static int count;
/* It counts; gcc would know that calls whose result is not used can go. */
int iswalpha(unsigned c)
{
    count++;
    return c < 128;
}
int main(void)
{
    while (count < 5)
        iswalpha(65);
    return 0;
}
