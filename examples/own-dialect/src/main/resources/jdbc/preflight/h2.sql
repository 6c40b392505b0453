-- What a command needs of H2.

-- name: OBSTACLES
SELECT 'write' AS need, 'the database is read-only' AS found, 'open it without ACCESS_MODE_DATA=r' AS mend WHERE READONLY()
