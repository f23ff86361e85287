// $ haltcert prove json.c --json -o json.cert
// $ haltcert prove json.c --json --signed-overflow wrap
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0}, n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        a[i & 3] += i;
    return a[0];
}
