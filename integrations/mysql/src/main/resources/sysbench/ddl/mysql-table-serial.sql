-- A table as sysbench makes it, with ids that the server makes. It lies in the order of its key, which is there from the beginning.

CREATE TABLE sbtest${n} (
    id  int       NOT NULL AUTO_INCREMENT,
    k   int       DEFAULT 0  NOT NULL,
    c   char(120) DEFAULT '' NOT NULL,
    pad char(60)  DEFAULT '' NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB
