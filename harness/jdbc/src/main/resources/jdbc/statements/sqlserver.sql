-- Statistics of statements by Query Store, of this database. Times are in microseconds; statements with literals are statements of their own.

-- name: SOURCE
SELECT CASE WHEN actual_state IN (1, 2) THEN 'sys.query_store_runtime_stats' ELSE '' END AS source,
    'Query Store is off in this database' AS note
FROM sys.database_query_store_options

-- name: COUNTS
SELECT CAST(p.query_id AS varchar(20)) AS id, SUM(s.count_executions) AS calls,
    SUM(s.avg_duration * s.count_executions) * 1000 AS nanos, SUM(s.avg_rowcount * s.count_executions) AS row_count
FROM {source} s JOIN sys.query_store_plan p ON p.plan_id = s.plan_id
GROUP BY p.query_id

-- name: TEXTS
SELECT CAST(q.query_id AS varchar(20)) AS id, SUBSTRING(t.query_sql_text, 1, 400) AS statement
FROM sys.query_store_query q JOIN sys.query_store_query_text t ON t.query_text_id = q.query_text_id
WHERE CAST(q.query_id AS varchar(20)) IN ({ids})
