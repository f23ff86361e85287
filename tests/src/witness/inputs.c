/* Inputs and checks for programs in which tests/tests/witness.rs has put the invariants of a witness. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state, checks;

static void done(void)
{
    fprintf(stderr, "checks: %llu\n", checks);
    fflush(stderr);
    _Exit(0);
}

void witness_check(int holds, int number)
{
    if (!holds) {
        fprintf(stderr, "invariant %d does not hold\n", number);
        fflush(stderr);
        _Exit(99);
    }
    if (++checks == 200000)
        done();
}

__attribute__((constructor)) static void begin(void)
{
    const char *seed = getenv("WITNESS_SEED");
    state = (seed ? strtoull(seed, 0, 10) : 0) * 0x9e3779b97f4a7c15ULL | 1;
    atexit(done);
}

static unsigned long long next(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    unsigned long long value = state * 0x2545f4914f6cdd1dULL, rest = value >> 32;
    switch (value >> 28 & 7) {
    case 0: return value ^ rest;
    case 1: return -(rest % 20);
    case 2: return 0x7fffffff - rest % 3;
    case 3: return rest & 1;
    case 4: return rest % 200;
    default: return rest % 12;
    }
}

#define INPUT(name, type) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(char, signed char)
INPUT(uchar, unsigned char)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, unsigned long)
INPUT(bool, _Bool)
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { exit(0); }
__attribute__((weak)) void reach_error(void) { exit(0); }
