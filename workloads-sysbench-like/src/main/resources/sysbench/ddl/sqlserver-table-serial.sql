-- A table as sysbench makes it, with ids that the server makes: by a sequence, because an identity column refuses rows that are inserted
-- again with their id. The key follows after the rows.

CREATE SEQUENCE sbtest${n}_id_seq AS int START WITH 1;

CREATE TABLE sbtest${n} (
    id  int       NOT NULL DEFAULT (NEXT VALUE FOR sbtest${n}_id_seq),
    k   int       NOT NULL DEFAULT 0,
    c   char(120) NOT NULL DEFAULT '',
    pad char(60)  NOT NULL DEFAULT ''
)
