-- What SQL Server and its relatives need said in another way than sysbench says it.

-- name: SUM_RANGE
-- A sum of integers is an integer there, too small for tables of tens of millions of rows.
SELECT SUM(CAST(k AS bigint)) FROM sbtest${n} WHERE id BETWEEN ? AND ?
