-- The calls, each a transaction of its own.

-- name: INSERT
EXECUTE insert_delete_insert ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?

-- name: DELETE
EXECUTE insert_delete_delete ?

-- name: IDS
SELECT id
FROM insert_delete
