// $ haltcert prove suggest.c --entry ends --suggest
// $ haltcert prove suggest.c --entry loop --suggest
// $ haltcert prove suggest.c --entry sum --suggest --no-refute
// $ haltcert prove suggest.c --suggest --no-refute
int ends(const int *a, int n) { return a[0] ^ a[n - 1]; }

void loop(int n)
{
    while (n)
        n = n * 2;
}

int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(int argc, char **argv)
{
    return argc > 1 ? 0 : argv[0][0];
}
