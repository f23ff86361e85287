// expect: proved
// The end is met only because 12 is a multiple of the step.
int main(void)
{
    int a[12];
    for (int *p = a; p != a + 12; p += 3)
        *p = 0;
    return 0;
}
