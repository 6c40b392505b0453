-- Statements of an imaginary workload.

-- name: READ_ITEM
SELECT i_price
FROM item
WHERE i_id = ?;

-- name: TAKE_STOCK
UPDATE stock SET s_quantity = s_quantity - ? WHERE s_i_id = ?;
SELECT s_quantity FROM stock WHERE s_i_id = ?;
COMMIT;
