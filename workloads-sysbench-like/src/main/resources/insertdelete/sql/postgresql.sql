-- The calls, each a transaction of its own.

-- name: INSERT
SELECT insert_delete_insert(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: DELETE
SELECT insert_delete_delete(?)

-- name: IDS
SELECT id
FROM insert_delete
