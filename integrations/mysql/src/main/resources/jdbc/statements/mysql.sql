-- Statistics of statements by the performance schema, of this database. Times are in picoseconds.

-- name: SOURCE
SELECT CASE WHEN @@performance_schema THEN 'performance_schema.events_statements_summary_by_digest' ELSE '' END AS source,
    'performance_schema is off' AS note

-- name: COUNTS
SELECT DIGEST AS id, SUM(COUNT_STAR) AS calls, SUM(SUM_TIMER_WAIT) / 1000 AS nanos,
    SUM(SUM_ROWS_SENT + SUM_ROWS_AFFECTED) AS row_count
FROM {source}
WHERE SCHEMA_NAME = DATABASE() AND DIGEST IS NOT NULL
GROUP BY DIGEST

-- name: TEXTS
SELECT DIGEST AS id, MIN(LEFT(DIGEST_TEXT, 400)) AS statement
FROM {source}
WHERE SCHEMA_NAME = DATABASE() AND DIGEST IN ({ids})
GROUP BY DIGEST
