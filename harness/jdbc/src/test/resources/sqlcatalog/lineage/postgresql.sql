-- name: TAKE_STOCK
-- One round trip instead of two.
UPDATE stock SET s_quantity = s_quantity - ? WHERE s_i_id = ?
RETURNING s_quantity
