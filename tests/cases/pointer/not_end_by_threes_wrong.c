// expect: unknown
// The end is met only because 12 is a multiple of the step.
int main(void)
{
    int a[12];
    for (int *p = a; p != a + 12; p += 5)
        *p = 0;
    return 0;
}
