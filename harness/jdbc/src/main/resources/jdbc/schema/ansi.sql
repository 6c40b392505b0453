-- name: OBJECTS
-- Everything in the current schema whose name is taken: kind and name.
SELECT CASE WHEN table_type = 'BASE TABLE' THEN 'table' ELSE LOWER(table_type) END AS kind, table_name AS name
FROM information_schema.tables
WHERE table_schema = CURRENT_SCHEMA
UNION ALL
SELECT LOWER(routine_type), routine_name
FROM information_schema.routines
WHERE routine_schema = CURRENT_SCHEMA
UNION ALL
SELECT 'sequence', sequence_name
FROM information_schema.sequences
WHERE sequence_schema = CURRENT_SCHEMA
