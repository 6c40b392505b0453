-- The statements of sysbench's OLTP tests. ${n} is the number of the table, from 1.

-- name: POINT_SELECT
SELECT c FROM sbtest${n} WHERE id = ?

-- name: SIMPLE_RANGE
SELECT c FROM sbtest${n} WHERE id BETWEEN ? AND ?

-- name: SUM_RANGE
SELECT SUM(k) FROM sbtest${n} WHERE id BETWEEN ? AND ?

-- name: ORDER_RANGE
SELECT c FROM sbtest${n} WHERE id BETWEEN ? AND ? ORDER BY c

-- name: DISTINCT_RANGE
SELECT DISTINCT c FROM sbtest${n} WHERE id BETWEEN ? AND ? ORDER BY c

-- name: RANDOM_POINTS
-- ${points} is a list of parameters.
SELECT id, k, c, pad FROM sbtest${n} WHERE k IN (${points})

-- name: RANDOM_RANGES
-- ${ranges} is RANDOM_RANGE as often as asked for, with OR between.
SELECT COUNT(k) FROM sbtest${n} WHERE ${ranges}

-- name: RANDOM_RANGE
k BETWEEN ? AND ?

-- name: INDEX_UPDATE
UPDATE sbtest${n} SET k = k + 1 WHERE id = ?

-- name: NON_INDEX_UPDATE
UPDATE sbtest${n} SET c = ? WHERE id = ?

-- name: DELETE
DELETE FROM sbtest${n} WHERE id = ?

-- name: INSERT
INSERT INTO sbtest${n} (k, c, pad) VALUES (?, ?, ?)

-- name: INSERT_WITH_ID
INSERT INTO sbtest${n} (id, k, c, pad) VALUES (?, ?, ?, ?)

-- name: TOGETHER
-- Several statements in one message; ${statements} is their texts with semicolons between.
${statements}

-- name: COMMIT
-- Travels with the last statements of a transaction when several share a round trip.
COMMIT
