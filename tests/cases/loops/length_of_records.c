// entry: length
// expect: proved
// Each record adds 4 bytes and up to 255 more: at most 259*n.
/*@ requires \valid_read(sizes + (0 .. n - 1)) && 0 <= n <= 1000; */
int length(const unsigned char *sizes, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += 4 + sizes[i];
    return total;
}

int main(void)
{
    unsigned char sizes[3] = {1, 2, 255};
    return length(sizes, 3);
}
