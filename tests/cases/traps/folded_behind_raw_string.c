// expect: bad input
// The quotation mark is inside a raw string, as gnu17 has it, and begins none: what stands behind is the program's.
const char *mark = R"(")"; __attribute__((no_sanitize("undefined"))) int main(void) {
  (void)((-2147483647 - 1) / -1);
  return 0;
}
