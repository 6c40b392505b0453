-- Statistics of statements by the extension pg_stat_statements, of this database. Times are in milliseconds.

-- name: SOURCE
SELECT coalesce((SELECT quote_ident(n.nspname) || '.pg_stat_statements'
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_stat_statements'), '') AS source,
    'the extension pg_stat_statements is not in this database' AS note

-- name: COUNTS
-- Without texts, which are in a file. Statements of others have no id without the right to see them.
SELECT CAST(queryid AS text) AS id, sum(calls) AS calls, sum(total_exec_time) * 1e6 AS nanos, sum(rows) AS row_count
FROM {source}(false)
WHERE dbid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()) AND queryid IS NOT NULL
GROUP BY queryid

-- name: TEXTS
SELECT CAST(queryid AS text) AS id, min(left(query, 400)) AS statement
FROM {source}
WHERE CAST(queryid AS text) IN ({ids})
GROUP BY queryid
