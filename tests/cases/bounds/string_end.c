// entry: append
// options: --bound iterations
// expect: proved bound~"most.:.strlen.d. \+ strlen.s..,"
// holds: iterations <= strlen(d) + strlen(s)
// fails: iterations <= strlen(d)
// The object of d may be larger than the call says: its first loop ends at the end of the string.
/*@ requires valid_string(d) && valid_read_string(s) && \valid(d + (0 .. strlen(d) + strlen(s)));
    requires \separated(d + (0 .. strlen(d) + strlen(s)), s + (0 .. strlen(s)));
    requires \separated(d + (0 .. strlen(d)), s + (0 .. strlen(s))); */
void append(char *d, const char *s) {
    while (*d) d++;
    while ((*d++ = *s++)) {}
}

int main(void) {
    char d[9] = "ab";
    append(d, "cd");
    return 0;
}
