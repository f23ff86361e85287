// entry: length
// options: --bound iterations
// expect: proved bound~"most.:.strlen\(s\).,"
// holds: iterations <= strlen(s)
// fails: iterations <= max(0, strlen(s) - 1)
// A loop through a string.
/*@ requires valid_read_string(s); */
int length(const char *s) {
    int odd = 0;
    while (*s) {
        s++;
        odd ^= 1;
    }
    return odd;
}

int main(void) { return length("four"); }
