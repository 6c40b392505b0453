-- The calls, each a transaction of its own.

-- name: INSERT
CALL insert_delete_insert(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: DELETE
CALL insert_delete_delete(?)

-- name: IDS
SELECT id
FROM insert_delete

-- name: MALFORMED
SELECT count(*)
FROM insert_delete
WHERE NOT (
    account BETWEEN 0 AND 999999
    AND quantity BETWEEN 1 AND 100
    AND due_at > created_at
    AND price BETWEEN 0.01 AND 10000
    AND amount = price * quantity
    AND length(code) BETWEEN 10 AND 20
    AND length(name) BETWEEN 20 AND 60
    AND length(note) BETWEEN 60 AND 176
    AND length(payload) BETWEEN 50 AND 250)
