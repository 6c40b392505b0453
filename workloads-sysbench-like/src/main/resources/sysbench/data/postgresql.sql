-- The tables of a data set, for PostgreSQL and its relatives.

-- name: SHAPES
-- One row for each table of the name in the current schema: how many of the four columns are as expected, and three yes or no.
SELECT t.relname AS name,
    count(*) FILTER (WHERE (CAST(a.attname AS text), format_type(a.atttypid, a.atttypmod)) IN (
        ('id', 'integer'), ('id', 'bigint'), ('k', 'integer'), ('k', 'bigint'),
        ('c', 'character(120)'), ('pad', 'character(60)'))) AS columns,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary) AS keyed,
    bool_or(a.attname = 'id' AND (a.atthasdef OR a.attidentity <> '')) AS numbered,
    EXISTS (
        SELECT
        FROM pg_index i
            JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = i.indkey[0]
        WHERE i.indrelid = t.oid AND k.attname = 'k') AS indexed
FROM pg_class t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE t.relnamespace = CAST(current_schema() AS regnamespace)
    AND t.relkind IN ('r', 'p')
    AND t.relname ~ '^sbtest[1-9][0-9]*$'
GROUP BY t.oid, t.relname
