CREATE TABLE sbtest${n} (
    id  integer NOT NULL,
    k   integer   DEFAULT 0  NOT NULL,
    c   char(120) DEFAULT '' NOT NULL,
    pad char(60)  DEFAULT '' NOT NULL
)
