-- What the marker of data sets needs besides ansi.sql. Who loads keeps rows locked meanwhile; who only asks skips them.

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

-- name: PARTS_CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_part (
    workload varchar(40) NOT NULL,
    part     varchar(60) NOT NULL,
    PRIMARY KEY (workload, part)
)

-- name: LOCK
SELECT workload FROM dbharness_dataset WHERE workload = ? FOR UPDATE

-- name: PROBE
SELECT workload FROM dbharness_dataset WHERE workload = ? FOR UPDATE SKIP LOCKED

-- name: PART_LOCK
SELECT part FROM dbharness_part WHERE workload = ? AND part = ? FOR UPDATE SKIP LOCKED

-- name: PARTS_PROBE
SELECT part FROM dbharness_part WHERE workload = ? AND part LIKE 'range %' FOR UPDATE SKIP LOCKED
