-- A table as sysbench makes it, with ids that the client gives, in the order of their ids: one tablet, until the server splits it.
-- Adding the key later would write all rows again: it decides where they are.

CREATE TABLE sbtest${n} (
    id  integer   NOT NULL,
    k   integer   DEFAULT 0  NOT NULL,
    c   char(120) DEFAULT '' NOT NULL,
    pad char(60)  DEFAULT '' NOT NULL,
    PRIMARY KEY (id ASC)
) ${apart}
