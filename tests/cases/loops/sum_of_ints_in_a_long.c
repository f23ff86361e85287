// entry: sum
// expect: proved
// Eight numbers of 32 bits have a sum of 64.
/*@ requires \valid_read(v + (0 .. 7)); */
long sum(const int *v)
{
    long s = 0;
    for (int k = 0; k < 8; k++) s += v[k];
    return s;
}

int main(void)
{
    int v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    return sum(v) != 36;
}
