// entry: sum
// expect: violated no overflow
// Two large numbers of 32 bits have no sum of 32 bits.
/*@ requires \valid_read(v + (0 .. 7)); */
int sum(const int *v)
{
    int s = 0;
    for (int k = 0; k < 8; k++) s += v[k];
    return s;
}

int main(void)
{
    int v[8] = {2147483647, 1, 3, 4, 5, 6, 7, 8};
    return sum(v);
}
