// $ haltcert prove suggest.c --entry ends --suggest
// $ haltcert prove suggest.c --entry loop --suggest
int ends(const int *a, int n) { return a[0] ^ a[n - 1]; }

void loop(int n)
{
    while (n)
        n = n * 2;
}
