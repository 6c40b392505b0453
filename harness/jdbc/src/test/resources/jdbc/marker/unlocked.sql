-- A server that accepts SKIP LOCKED and ignores the locks of others, as TiDB does.

-- name: PARTS_PROBE
SELECT part
FROM dbharness_part
WHERE workload = ? AND part LIKE 'range %'
