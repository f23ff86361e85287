// $ printf '#!/bin/sh\necho "out of order" >&2\nkill -9 $$\n' > clang-22; chmod +x clang-22
// $ PATH=.:$PATH haltcert prove tool.c
// $ PATH=.:$PATH haltcert prove tool.c --json
int main(void) { return 0; }
