// $ haltcert prove bounds.c --entry squares --bound iterations,instructions -o squares.cert
// $ haltcheck squares.cert --embedded --entry squares --precondition '(int n, int m) requires 0 <= n <= 100 && 0 <= m <= 100' --bound 'iterations <= max(0, m - 1)*n + 2*n'
// $ haltcheck squares.cert --embedded --entry squares --precondition '(int n, int m) requires 0 <= n <= 100 && 0 <= m <= 100' --bound 'iterations <= n*m'
// $ haltcert prove bounds.c --entry waits --bound iterations --no-refute --json
// $ haltcert prove bounds.c --entry squares --bound 'loop squares:nowhere,calls none,heap' --no-refute
// $ haltcert prove bounds.c --entry squares --bound time
// $ haltcert prove bounds.c --entry waits --bound iterations --no-refute --format sarif | grep '"ruleId": "no-bound"\|"level"\|"text": "iterations'
// $ haltcert prove bounds.c --entry squares --bound iterations,heap --html page.html > answer; grep -A3 '<h3>Bounds' page.html
extern long __VERIFIER_nondet_long(void);

/*@ requires 0 <= n <= 100 && 0 <= m <= 100; */
int squares(int n, int m)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) s ^= 1;
    return s;
}

/*@ requires 0 <= n <= 100; */
int waits(int n)
{
    int s = n;
    for (long i = __VERIFIER_nondet_long(); i > 0; i--) s ^= 1;
    return s;
}
