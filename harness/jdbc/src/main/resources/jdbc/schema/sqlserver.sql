-- name: OBJECTS
-- Everything in the current schema whose name is taken: kind and name.
SELECT CASE o.type
        WHEN 'U' THEN 'table'
        WHEN 'V' THEN 'view'
        WHEN 'P' THEN 'procedure'
        WHEN 'SN' THEN 'synonym'
        WHEN 'SO' THEN 'sequence'
        WHEN 'FN' THEN 'function'
        WHEN 'IF' THEN 'function'
        WHEN 'TF' THEN 'function'
        ELSE 'object'
    END AS kind, o.name
FROM sys.objects o
WHERE o.schema_id = SCHEMA_ID()
UNION ALL
SELECT 'type', y.name
FROM sys.types y
WHERE y.schema_id = SCHEMA_ID() AND y.is_user_defined = 1
