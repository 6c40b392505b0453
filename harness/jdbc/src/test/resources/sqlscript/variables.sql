-- How many is the server's affair.
CREATE TABLE t (a int) ${apart} SPLIT INTO ${tablets} TABLETS
