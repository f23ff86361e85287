// entry: count
// expect: violated memory safety
// As checked.c, but the last element is not compared.
/*@ requires \valid_read(a + (0 .. n - 1)) && n <= 288; */
int count(const unsigned char *a, unsigned n)
{
    unsigned total[16] = {0};
    for (unsigned i = 0; i + 1 < n; i++)
        if (a[i] > 15)
            return -1;
    for (unsigned i = 0; i < n; i++)
        total[a[i]]++;
    return (int)(total[0] & 1);
}

int main(void)
{
    unsigned char a[2] = {0, 200};
    return count(a, 2);
}
