-- The tables of a data set, for SQL Server and its relatives.

-- name: SHAPES
-- One row for each table of the name in the current schema: how many of the four columns are as expected, and three yes or no.
SELECT t.name AS name,
    (
        SELECT COUNT(*)
        FROM sys.columns c
            JOIN sys.types y ON y.user_type_id = c.user_type_id
        WHERE c.object_id = t.object_id
            AND (
                c.name IN ('id', 'k') AND y.name IN ('int', 'bigint')
                OR c.name = 'c' AND y.name = 'char' AND c.max_length = 120
                OR c.name = 'pad' AND y.name = 'char' AND c.max_length = 60)
    ) AS columns,
    CASE WHEN EXISTS (
        SELECT 1 FROM sys.indexes i WHERE i.object_id = t.object_id AND i.is_primary_key = 1
    ) THEN 1 ELSE 0 END AS keyed,
    CASE WHEN EXISTS (
        SELECT 1
        FROM sys.columns c
        WHERE c.object_id = t.object_id AND c.name = 'id' AND (c.is_identity = 1 OR c.default_object_id <> 0)
    ) THEN 1 ELSE 0 END AS numbered,
    CASE WHEN EXISTS (
        SELECT 1
        FROM sys.index_columns i
            JOIN sys.columns c ON c.object_id = i.object_id AND c.column_id = i.column_id
        WHERE i.object_id = t.object_id AND i.key_ordinal = 1 AND c.name = 'k'
    ) THEN 1 ELSE 0 END AS indexed
FROM sys.tables t
WHERE t.schema_id = SCHEMA_ID()
    AND t.name LIKE 'sbtest[1-9]%'
    AND t.name NOT LIKE 'sbtest%[^0-9]%'
