-- What a command needs of a server.

-- name: OBSTACLES
-- Products that cannot be asked: no row. A load then finds out by itself.
SELECT 'write' AS need, '' AS found, '' AS mend
FROM (VALUES (0)) AS nothing
WHERE 1 = 0
