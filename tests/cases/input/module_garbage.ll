; expect: bad input
this is not a module
