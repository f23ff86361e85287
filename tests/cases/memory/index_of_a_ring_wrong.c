// expect: unknown
extern int __VERIFIER_nondet_int(void);

struct ring { unsigned at, size; };
int main(void)
{
    char b[8];
    struct ring r = { 0, 8 };
    for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
        b[r.at] = 1;
        if (r.at++ == r.size)
            r.at = 0;
    }
    return 0;
}
