-- A table as sysbench makes it, with ids that the client gives. The key follows after the rows.

CREATE TABLE sbtest${n} (
    id  int       NOT NULL,
    k   int       NOT NULL DEFAULT 0,
    c   char(120) NOT NULL DEFAULT '',
    pad char(60)  NOT NULL DEFAULT ''
)
