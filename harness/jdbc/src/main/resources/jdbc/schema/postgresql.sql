-- name: OBJECTS
-- Everything in the current schema whose name is taken: kind and name. A table also takes the name of a type, so its own type is left out.
SELECT CASE relkind
        WHEN 'r' THEN 'table'
        WHEN 'p' THEN 'partitioned table'
        WHEN 'f' THEN 'foreign table'
        WHEN 'v' THEN 'view'
        WHEN 'm' THEN 'materialized view'
        WHEN 'S' THEN 'sequence'
        WHEN 'i' THEN 'index'
        WHEN 'I' THEN 'partitioned index'
        WHEN 'c' THEN 'type'
        ELSE 'relation'
    END AS kind, CAST(relname AS text) AS name
FROM pg_catalog.pg_class
WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind <> 't'
UNION ALL
SELECT CASE prokind WHEN 'p' THEN 'procedure' ELSE 'function' END, CAST(proname AS text)
FROM pg_catalog.pg_proc
WHERE pronamespace = to_regnamespace(quote_ident(current_schema()))
UNION ALL
SELECT 'type', CAST(typname AS text)
FROM pg_catalog.pg_type
WHERE typnamespace = to_regnamespace(quote_ident(current_schema())) AND typrelid = 0 AND typelem = 0
