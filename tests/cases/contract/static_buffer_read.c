// entry: quoted
// expect: unknown
// What the function returned is handed to it again: the quotation mark that it writes in front is read as the text's
// first character, and the text's end, once written over, never comes.
/*@ requires valid_read_string(text); */
const char *quoted(const char *text) {
  static char buffer[16];
  int n = 0;
  buffer[n++] = '"';
  while (*text)
    buffer[n++] = *text++;
  buffer[n++] = '"';
  buffer[n] = 0;
  return buffer;
}
int main(void) {
  quoted(quoted("a"));
  return 0;
}
