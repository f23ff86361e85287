// expect: violated no overflow
// As sum.c, but some of the numbers are large.
int main(void)
{
    int a[3], sum = 0;
    for (int i = 0; i < 3; i++)
        a[i] = i * 1000000000;
    for (int i = 0; i < 3; i++)
        sum += a[i];
    return sum > 0;
}
