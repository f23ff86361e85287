// $ haltcert prove contract.c --entry sum -o sum.cert
// $ haltcheck sum.cert --embedded --entry sum --precondition '(const int *a, int n) requires \valid_read(a + (0 .. n - 1)) && n <= 100'
// $ haltcert contract contract.c --entry sum
// $ haltcert contract contract.c --entry sum --example
/*@ requires \valid_read(a + (0 .. n - 1)) && n <= 100;
  @ terminates \true; */
unsigned sum(const int *a, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
