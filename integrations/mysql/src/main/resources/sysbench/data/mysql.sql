-- The tables of a data set, for MariaDB and MySQL.

-- name: SHAPES
-- One row for each table of the name in the current database: how many of the four columns are as expected, and three yes or no.
SELECT t.table_name AS name,
    (
        SELECT COUNT(*)
        FROM information_schema.columns AS c
        WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
            AND (
                c.column_name IN ('id', 'k') AND c.data_type IN ('int', 'bigint')
                OR c.column_name = 'c' AND c.data_type = 'char' AND c.character_maximum_length = 120
                OR c.column_name = 'pad' AND c.data_type = 'char' AND c.character_maximum_length = 60)
    ) AS columns,
    EXISTS (
        SELECT 1
        FROM information_schema.statistics AS i
        WHERE i.table_schema = t.table_schema AND i.table_name = t.table_name AND i.index_name = 'PRIMARY'
    ) AS keyed,
    EXISTS (
        SELECT 1
        FROM information_schema.columns AS c
        WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = 'id' AND c.extra LIKE '%auto_increment%'
    ) AS numbered,
    EXISTS (
        SELECT 1
        FROM information_schema.statistics AS i
        WHERE i.table_schema = t.table_schema AND i.table_name = t.table_name AND i.seq_in_index = 1 AND i.column_name = 'k'
    ) AS indexed
FROM information_schema.tables AS t
WHERE t.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND t.table_name REGEXP '^sbtest[1-9][0-9]*$'
