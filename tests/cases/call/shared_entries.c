// options: --calls shared
// expect: proved
// options: --calls separate
// expect: proved
// Three calls of one function: one common description, or three.
struct counter {
    int value;
    int steps;
};

static void advance(struct counter *c, int by)
{
    if (by < 0)
        by = 0;
    if (by > 10)
        by = 10;
    while (by > 0) {
        by--;
        if (c->steps < 100)
            c->steps++;
    }
    c->value = c->steps;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct counter first = {0, 0}, second = {5, 7};
    advance(&first, 3);
    advance(&second, __VERIFIER_nondet_int());
    advance(&first, second.value);
    return first.value;
}
