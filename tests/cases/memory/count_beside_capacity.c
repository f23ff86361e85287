// expect: proved
extern int __VERIFIER_nondet_int(void);

// The capacity is known only from memory, beside the count that is compared with it.
struct buffer { unsigned long count, capacity; };
int main(void)
{
    char a[64];
    struct buffer b = { 0, 64 };
    while (__VERIFIER_nondet_int()) {
        if (b.count == b.capacity)
            break;
        a[b.count++] = 1;
    }
    return 0;
}
