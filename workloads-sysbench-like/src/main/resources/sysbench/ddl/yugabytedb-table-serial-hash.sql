-- A table as sysbench makes it, with ids that the server makes, spread by hash over all tablets. Adding the key later
-- would write all rows again: it decides where they are.

CREATE TABLE sbtest${n} (
    id  serial    NOT NULL,
    k   integer   DEFAULT 0  NOT NULL,
    c   char(120) DEFAULT '' NOT NULL,
    pad char(60)  DEFAULT '' NOT NULL,
    PRIMARY KEY (id HASH)
) ${apart} SPLIT INTO ${tablets} TABLETS
