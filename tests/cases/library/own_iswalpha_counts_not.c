// options: -fno-builtin
// expect: violated termination
static int count;
int iswalpha(unsigned c)
{
    return c < 128;
}
int main(void)
{
    while (count < 5)
        iswalpha(65);
    return 0;
}
