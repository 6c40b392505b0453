-- The marker of data sets, for MariaDB and MySQL. Who loads a range keeps that range's row of dbharness_part locked meanwhile; who makes tables, keys or
-- indexes keeps the workload's row of dbharness_dataset locked. A shared lock that passes by what is locked is written in two ways: MariaDB reads the
-- comments that begin with M!, MySQL those that begin with its version.

-- name: CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_dataset (
    workload     varchar(40)  NOT NULL PRIMARY KEY,
    scale        varchar(200) NOT NULL,
    load_seed    bigint       NOT NULL,
    constants    varchar(200) NOT NULL,
    state        varchar(8)   NOT NULL,
    loaded_at    datetime(6)  NOT NULL,
    tool_version varchar(40)  NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin

-- name: PARTS_CREATE_TABLE
CREATE TABLE IF NOT EXISTS dbharness_part (
    workload varchar(40) NOT NULL,
    part     varchar(60) NOT NULL,
    PRIMARY KEY (workload, part)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin

-- name: INSERT
-- Parameters: workload, scale, load seed, what else tells data sets apart, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, ?, ?, ?, 'empty', LOCALTIMESTAMP(6), ?)

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
/*M! LOCK IN SHARE MODE SKIP LOCKED */ /*!80001 FOR SHARE SKIP LOCKED */

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
/*M! LOCK IN SHARE MODE SKIP LOCKED */ /*!80001 FOR SHARE SKIP LOCKED */
