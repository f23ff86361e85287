// $ haltcert prove invalid.c -o invalid.cert > answer.txt; haltcheck show invalid.cert --json > invalid.json
// $ sed 's/"ranking": .*/"ranking": [],/' invalid.json > other.json; haltcheck pack other.json -o other.cert; haltcheck other.cert --embedded
// $ sed 's/"rel": "Le"/"rel": "Eq"/' invalid.json > other.json; haltcheck pack other.json -o other.cert; haltcheck other.cert --embedded
// $ haltcheck other.cert --embedded --json
// $ sed 's/"termination": true/"termination": false/' invalid.json > other.json; haltcheck pack other.json -o other.cert; haltcheck other.cert --embedded
// $ haltcheck explain other.cert step:1000
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0};
    for (int i = __VERIFIER_nondet_int() & 3; i > 0; i--)
        a[i] = i;
    return 0;
}
