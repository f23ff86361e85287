// expect: bad input
// gcc packs the second member, clang does not: the pragma stands inside a structure, whose braces are written <% and %>.
struct pair <%
  char first;
#pragma pack(1)
  int second;
%>;
int main(void) { int *null = 0; if (sizeof(struct pair) == 5) *null = 1; return 0; }
