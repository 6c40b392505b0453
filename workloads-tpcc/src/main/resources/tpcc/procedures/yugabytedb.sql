-- The functions are those of PostgreSQL; what differs is how two clients that install them wait for each other.

-- name: LOCK
-- Versions before 2025 have no advisory locks. No transaction writes an item, so its row can stand for the functions.
SELECT i_id
FROM item
WHERE i_id = 1
FOR UPDATE
