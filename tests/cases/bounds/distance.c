// entry: sum
// options: --bound iterations
// expect: proved bound~"most.:.max.0, end - p..,"
// holds: iterations <= max(0, end - p)
// fails: iterations <= max(0, end - p - 1)
// The distance of two pointers.
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
unsigned sum(const unsigned char *p, const unsigned char *end) {
    unsigned s = 0;
    while (p < end) s ^= *p++;
    return s;
}

int main(void) {
    unsigned char a[2] = {1, 2};
    return sum(a, a + 2) & 0;
}
