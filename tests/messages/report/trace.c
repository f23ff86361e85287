// $ haltcert prove trace.c --trace trace.txt --attempt precise --no-refute > answer.txt; cat trace.txt
int __VERIFIER_nondet_int(void);

int main(void)
{
    char a[8];
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        a[i] = 0;
    return 0;
}
