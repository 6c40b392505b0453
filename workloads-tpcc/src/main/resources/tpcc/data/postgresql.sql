-- The marker of a data set, for PostgreSQL and its relatives. One row a workload, in columns that suit any of them, and one row for each
-- part of it that is in: written in the transaction that loads the part. Who loads a range of warehouses keeps a row of that range locked
-- meanwhile; who makes tables, keys or indexes keeps the marker's own row locked.

-- name: MARKER_CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_dataset (
    workload     varchar(40)  PRIMARY KEY,
    scale        varchar(200) NOT NULL,
    load_seed    bigint       NOT NULL,
    constants    varchar(200) NOT NULL,
    state        varchar(8)   NOT NULL,
    loaded_at    timestamp    NOT NULL,
    tool_version varchar(40)  NOT NULL
)

-- name: PARTS_CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_part (
    workload varchar(40) NOT NULL,
    part     varchar(60) NOT NULL,
    PRIMARY KEY (workload, part)
)

-- name: MARKER_LOCK
-- Waits until nobody else has it.
SELECT workload
FROM dbharness_dataset
WHERE workload = 'tpcc'
FOR UPDATE

-- name: MARKER_PROBE
-- No row when somebody holds the lock; those who only probe do not hinder each other.
SELECT workload
FROM dbharness_dataset
WHERE workload = 'tpcc'
FOR SHARE SKIP LOCKED

-- name: PART_LOCK
-- Parameter: its name. No row when somebody has it.
SELECT part
FROM dbharness_part
WHERE workload = 'tpcc' AND part = ?
FOR UPDATE SKIP LOCKED

-- name: PARTS_PROBE
-- The ranges of warehouses that nobody is loading.
SELECT part
FROM dbharness_part
WHERE workload = 'tpcc' AND part LIKE 'range %'
FOR SHARE SKIP LOCKED
