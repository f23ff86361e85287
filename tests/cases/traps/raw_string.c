// expect: proved
// Only a string has these words, and this line of the preprocessor.
static const char text[] = R"x(" __builtin_constant_p(0)
#pragma options align=packed
)" no_sanitize)x";
int main(void) { return text[sizeof text - 1]; }
