// entry: change
// expect: bad input message~"name its elements"
// concrete: none (it has no meaning)
unsigned char bytes[16];

/*@ ensures bytes[3] == \old(bytes)[3]; */
void change(void)
{
  bytes[3] = 7;
}

int main(void)
{
  change();
  return 0;
}
