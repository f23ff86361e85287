// entry: status
// options: --bound iterations
// expect: proved bound~"most.:.[^\"]*end - p"
// holds: iterations <= 2*max(0, end - p)
// fails: iterations <= max(0, end - p - 2)
// How large an address is bounds its distance from others, but no bound can say it.
/*@ requires p <= end && \valid_read(p + (0 .. end - p - 1)); */
int status(const char *p, const char *end) {
    const char *start = p;
    for (;; ++p) {
        if (p == end) return -2;
        if ((unsigned char)*p < 32) break;
    }
    while (*start == ' ') ++start;
    return p - start > 3;
}

int main(void) {
    const char s[] = "  a\n";
    return status(s, s + sizeof s) & 0;
}
