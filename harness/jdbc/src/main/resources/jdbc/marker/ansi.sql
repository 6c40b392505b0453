-- The marker of data sets, in SQL that most products understand: one row a workload in dbharness_dataset, in columns that suit any of
-- them, and one row in dbharness_part for each part that is loaded, written in the transaction that loads the part.

-- name: READ
SELECT scale, load_seed, constants, state, loaded_at, tool_version
FROM dbharness_dataset
WHERE workload = ?

-- name: INSERT
-- Parameters: workload, scale, load seed, what else tells data sets apart, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, ?, ?, ?, 'empty', LOCALTIMESTAMP, ?)

-- name: SET_STATE
-- Parameters: empty (the tables are to be made), loading, short (rows were missing at the end) or complete; workload.
UPDATE dbharness_dataset
SET state = ?
WHERE workload = ?

-- name: DELETE
-- Parameters: workload; workload, a space and a percent sign, for rows in which earlier versions noted loaded parts.
DELETE FROM dbharness_dataset
WHERE workload = ? OR workload LIKE ?

-- name: COUNT
-- Of all workloads.
SELECT count(*)
FROM dbharness_dataset

-- name: DROP_TABLE
DROP TABLE dbharness_dataset

-- name: PARTS_READ
SELECT part
FROM dbharness_part
WHERE workload = ?

-- name: PARTS_DELETE
DELETE FROM dbharness_part
WHERE workload = ?

-- name: PARTS_DROP_TABLE
DROP TABLE dbharness_part

-- name: PART_INSERT
-- Parameters: workload, name.
INSERT INTO dbharness_part (workload, part)
VALUES (?, ?)

-- name: PART_DELETE
-- Parameters: workload, name.
DELETE FROM dbharness_part
WHERE workload = ? AND part = ?
