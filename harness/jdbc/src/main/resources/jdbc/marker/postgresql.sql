-- The marker of data sets, for PostgreSQL and its relatives. Who loads a range keeps that range's row of dbharness_part locked meanwhile;
-- who makes tables, keys or indexes keeps the workload's row of dbharness_dataset locked.

-- name: CREATE_TABLE
-- Behind a schema that the address asks for by currentSchema and that is not there yet.
DO $$
BEGIN
    IF current_schema() IS NULL AND current_setting('search_path') NOT LIKE '"$user"%' THEN
        EXECUTE 'CREATE SCHEMA IF NOT EXISTS ' || split_part(current_setting('search_path'), ',', 1);
    END IF;
END
$$;
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

-- name: LOCK
-- Waits until nobody else has it.
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR UPDATE

-- name: PROBE
-- No row when somebody holds the lock; those who only probe do not hinder each other.
SELECT workload
FROM dbharness_dataset
WHERE workload = ?
FOR SHARE SKIP LOCKED

-- name: PART_LOCK
-- Parameters: workload, name. No row when somebody has it.
SELECT part
FROM dbharness_part
WHERE workload = ? AND part = ?
FOR UPDATE SKIP LOCKED

-- name: PARTS_PROBE
-- The ranges that nobody is loading.
SELECT part
FROM dbharness_part
WHERE workload = ? AND part LIKE 'range %'
FOR SHARE SKIP LOCKED
