-- name: OBJECTS
-- Everything in the current database whose name is taken: kind and name.
SELECT CASE WHEN table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') THEN 'table' ELSE LOWER(table_type) END AS kind, table_name AS name
FROM information_schema.tables
WHERE table_schema = DATABASE()
UNION ALL
SELECT LOWER(routine_type), routine_name
FROM information_schema.routines
WHERE routine_schema = DATABASE()
