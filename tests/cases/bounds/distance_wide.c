// entry: sum
// options: --bound iterations
// expect: proved bound~"factor.:.4.,.most.:.max.0, .char \*.ptr.c . 8. - .char \*.ptr.c . 0...,"
// holds: 4*iterations <= max(0, (char *)ptr[c + 8] - (char *)ptr[c])
// fails: 5*iterations <= max(0, (char *)ptr[c + 8] - (char *)ptr[c])
// The distance of two pointers in memory to elements of four bytes, in bytes.
struct cursor {
    const unsigned *p, *end;
};

/*@ requires \valid(c) && c->p <= c->end && \valid_read(c->p + (0 .. c->end - c->p - 1))
      && \separated(c, c->p + (0 .. c->end - c->p - 1)); */
unsigned sum(struct cursor *c) {
    unsigned s = 0;
    while (c->p != c->end) s ^= *c->p++;
    return s;
}

int main(void) {
    unsigned a[2] = {1, 2};
    struct cursor c = {a, a + 2};
    return sum(&c) & 0;
}
