-- The marker of a data set, for PostgreSQL and its relatives. One row a workload, in columns that suit any of them; its loader keeps the
-- row locked as long as it loads.

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

-- name: MARKER_PROBE
-- No row when somebody loads; those who only probe do not hinder each other.
SELECT workload
FROM dbharness_dataset
WHERE workload = 'tpcc'
FOR SHARE SKIP LOCKED

-- name: MARKER_LOCK
SELECT workload
FROM dbharness_dataset
WHERE workload = 'tpcc'
FOR UPDATE SKIP LOCKED
