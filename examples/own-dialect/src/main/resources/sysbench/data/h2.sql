-- name: SHAPES
-- One row for each table of the name: how many of the four columns are as expected, and three yes or no.
SELECT LOWER(t.table_name) AS name,
    (SELECT COUNT(*)
        FROM information_schema.columns c
        WHERE c.table_name = t.table_name AND c.table_schema = t.table_schema
            AND (c.column_name IN ('ID', 'K') AND c.data_type = 'INTEGER'
                OR c.column_name = 'C' AND c.character_maximum_length = 120
                OR c.column_name = 'PAD' AND c.character_maximum_length = 60)) AS "columns",
    EXISTS (SELECT 1
        FROM information_schema.table_constraints p
        WHERE p.table_name = t.table_name AND p.table_schema = t.table_schema AND p.constraint_type = 'PRIMARY KEY') AS keyed,
    EXISTS (SELECT 1
        FROM information_schema.columns c
        WHERE c.table_name = t.table_name AND c.table_schema = t.table_schema
            AND c.column_name = 'ID' AND c.is_identity = 'YES') AS numbered,
    EXISTS (SELECT 1
        FROM information_schema.index_columns i
        WHERE i.table_name = t.table_name AND i.table_schema = t.table_schema
            AND i.column_name = 'K' AND i.ordinal_position = 1) AS indexed
FROM information_schema.tables t
WHERE t.table_schema = SCHEMA() AND REGEXP_LIKE(t.table_name, '^SBTEST[1-9][0-9]*$')
