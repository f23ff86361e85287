// expect: proved
// Like endless_text.c, but the text says when to stop.
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  const char *text = "ab";
  unsigned int turns = __VERIFIER_nondet_uint() % 2;
  while (text[turns] != 'b')
    turns++;
  return (int)(turns % 2);
}
