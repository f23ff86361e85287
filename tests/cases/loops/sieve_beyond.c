// entry: sieve
// expect: unknown
// concrete: none (nothing calls it)
/*@ requires \valid(a + (0 .. n - 1)) && 2 <= n <= 1000000; */
void sieve(char *a, int n)
{
    for (int i = 2; i * i <= n; i++)
        if (!a[i])
            for (int j = i * i; j <= n; j += i)
                a[j] = 1;
}
