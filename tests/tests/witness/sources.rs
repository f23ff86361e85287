//! Programs whose witnesses are evaluated.

/// Programs in which invariants are easily wrong: names that mean several variables, values that wrap or change their
/// signedness, copies of registers, loops that are unrolled, functions with several callers.
pub const PROGRAMS: [&str; 14] = [
    // A sum, bounded by inputs.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i, s = 0;
    if (n > 1000) n = 1000;
    for (i = 0; i < n; i++) {
        if (s < i) s += 2;
    }
    while (s > 0) s--;
    return s;
}
",
    // The name of a variable in two scopes.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 50) return 0;
    int i = 7;
    while (i < 20) {
        int k = i;
        {
            int i = n;
            while (i > 0) i--;
        }
        i = k + 1;
    }
    return i;
}
",
    // Copies: one register is the value of two variables, at different times.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0, b = __VERIFIER_nondet_int(), old = -1, t = 0;
    if (b < 0 || b > 100) b = 3;
    while (a < b) {
        old = a;
        a = a + 1;
        t = old;
        int j = 0;
        while (j < t) { j++; old = j; }
        if (old > t) return 1;
    }
    return t;
}
",
    // A value that two loop iterations see differently.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x, v = 5, c = 0;
    while (c < 10) {
        x = __VERIFIER_nondet_int();
        int i = 0;
        while (i < 3) i++;
        v = x;
        c++;
    }
    return v != 5;
}
",
    // Unsigned numbers that wrap.
    "extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, m = 0xfffffff0u;
    unsigned char c = 250;
    n %= 100;
    while (i < n) { i++; m += 7; c += 3; }
    while (m > 10) m /= 2;
    return (int)(m + c);
}
",
    // Signed and unsigned together.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int s = __VERIFIER_nondet_int();
    if (s < -20 || s > 20) return 0;
    unsigned u = (unsigned)s;
    short h = (short)s;
    signed char c = (signed char)u;
    while (s < 20) { s++; u++; h++; c++; }
    while (u > 3u) u -= 2;
    return h + c;
}
",
    // Numbers of 64 bits.
    "extern long __VERIFIER_nondet_long(void);
int main(void) {
    long a = __VERIFIER_nondet_long(), b = 0;
    unsigned long z = 0, w = 9;
    if (a < 1 || a > 1000) a = 1000;
    while (b < a) { b++; z += 2; if (w > 4) w--; }
    while (z > w) z--;
    return (int)(z - w);
}
",
    // A function with several callers.
    "extern int __VERIFIER_nondet_int(void);
static int count(int from, int to) {
    int n = 0;
    while (from < to) { from++; n++; }
    return n;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 30) x = 30;
    int y = count(0, x);
    if (y > 3) y = count(-5, 5);
    return count(x, 40);
}
",
    // An array, and variables in memory.
    "extern int __VERIFIER_nondet_int(void);
static void up(int *p) { if (*p < 40) ++*p; }
int main(void) {
    int a[16], i, k = 0;
    for (i = 0; i < 16; i++) { a[i] = __VERIFIER_nondet_int(); up(&k); }
    i = 0;
    while (i < 16 && a[i] != 0) i += 1 + (a[i] & 1);
    return k;
}
",
    // `continue` and `break`.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0, odd = 0, stop = __VERIFIER_nondet_int();
    while (1) {
        i++;
        if (i > 60) break;
        if (i % 2 == 0) continue;
        odd++;
        if (odd == stop) break;
    }
    int r = i;
    for (; r > 0; r -= 3) if (r == odd) break;
    return r;
}
",
    // Loops that go through a few rounds, which a proof may follow one by one.
    "int main(void) {
    int i, j, p = 1;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            p = p * 2;
    while (p > 1) p = p / 2;
    return p - 1;
}
",
    // A variable that is not always initialised.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int last, any = 0, i = 0;
    while (i < 9) {
        int x = __VERIFIER_nondet_int();
        if (x > 0) { last = i; any = 1; }
        i++;
    }
    return any ? last : -1;
}
",
    // A static variable, an enumeration and a type name hide variables.
    "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0, m = 3, k = 8;
    for (m = 0; m < 4; m++) n = m;
    {
        static int n = 70;
        while (k > 0) { k--; n = n > 0 ? n - 1 : 0; }
        enum { m = 99 };
        int q = 0;
        while (q < m - 90) q++;
        if (q > 9) return n;
    }
    return n;
}
",
    // Two loops of one line, one of them of a macro.
    "extern int __VERIFIER_nondet_int(void);
#define DOWN(v) while (v > 0) v--
int main(void) {
    int a = __VERIFIER_nondet_int(), b = 4; if (a > 90) a = 90; while (a > b) a--; for (; b > 1;) b--;
    int c = 5, d = 6;
    DOWN(c); DOWN(d);
    while (c < 3) { c++; d--; }
    return a + b + d;
}
",
];
