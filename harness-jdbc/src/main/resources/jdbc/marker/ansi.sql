-- The rows of a workload in the table that all workloads share, in SQL that most products understand.

-- name: READ
SELECT scale, load_seed, constants, state, loaded_at
FROM dbharness_dataset
WHERE workload = ?

-- name: INSERT
-- Parameters: workload, scale, load seed, what else tells data sets apart, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, ?, ?, ?, 'loading', LOCALTIMESTAMP, ?)

-- name: COMPLETE
UPDATE dbharness_dataset
SET state = 'complete'
WHERE workload = ?

-- name: DELETE
DELETE FROM dbharness_dataset
WHERE workload = ?

-- name: PARTS
-- Parameter: the workload, a space and a percent sign.
SELECT workload
FROM dbharness_dataset
WHERE workload LIKE ?

-- name: INSERT_PART
-- Parameters: workload, a space and the part's name; tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, '', 0, '', 'complete', LOCALTIMESTAMP, ?)

-- name: DELETE_PARTS
DELETE FROM dbharness_dataset
WHERE workload LIKE ?

-- name: COUNT
-- Of all workloads.
SELECT COUNT(*)
FROM dbharness_dataset

-- name: DROP_TABLE
DROP TABLE dbharness_dataset
