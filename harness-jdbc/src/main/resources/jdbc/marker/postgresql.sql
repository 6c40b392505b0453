-- For PostgreSQL and its relatives.

-- name: CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_dataset (
    workload     varchar(40)  PRIMARY KEY,
    scale        varchar(200) NOT NULL,
    load_seed    bigint       NOT NULL,
    constants    varchar(200) NOT NULL,
    state        varchar(8)   NOT NULL,
    loaded_at    timestamp    NOT NULL,
    tool_version varchar(40)  NOT NULL
)

-- name: PROBE
-- No row when somebody loads; those who only probe do not hinder each other.
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR SHARE SKIP LOCKED

-- name: LOCK
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR UPDATE SKIP LOCKED
