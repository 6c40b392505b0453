-- A table as sysbench makes it, with ids that the client gives. The key follows after the rows.

CREATE TABLE sbtest${n} (
    id  integer   NOT NULL,
    k   integer   DEFAULT 0  NOT NULL,
    c   char(120) DEFAULT '' NOT NULL,
    pad char(60)  DEFAULT '' NOT NULL
)
