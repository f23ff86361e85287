// entry: digits
// expect: proved
// The number whose digits are counted lies in memory.
/*@ requires \valid(v); */
int digits(unsigned long *v)
{
    int n = 1;
    while (*v >= 10) { *v /= 10; n++; }
    return n;
}

int main(void)
{
    unsigned long v = 1234;
    return digits(&v) != 4;
}
