// entry: quoted
// expect: proved
// Calls of the function share its static buffer. The text that is read is not that of the last call.
/*@ requires valid_read_string(text) && \separated(text + (0 .. strlen(text)), &quoted::buffer); */
const char *quoted(const char *text) {
  static char buffer[16];
  int n = 0;
  buffer[n++] = '"';
  while (*text && n < 14)
    buffer[n++] = *text++;
  buffer[n++] = '"';
  buffer[n] = 0;
  return buffer;
}
int main(void) {
  quoted("a");
  quoted("something longer than that");
  return 0;
}
