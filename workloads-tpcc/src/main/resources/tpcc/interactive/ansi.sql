-- The statements of the five transactions, sent one by one, as far as all products have the same. Those that return what they changed, lock
-- what they read or take lists are in the files of the products.

-- name: NEW_ORDER_CUSTOMER
-- Clause 2.4.2.2. Parameters: W_ID, D_ID, C_ID.
SELECT c_last, c_credit, c_discount, w_tax
FROM customer
    JOIN warehouse ON w_id = c_w_id
WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?

-- name: NEW_ORDER_START
-- Two statements in one message, with the parameters of both.
${NEW_ORDER_CUSTOMER};
${NEW_ORDER_NUMBER}

-- name: NEW_ORDER_QUEUE
-- Parameters: O_ID, D_ID, W_ID.
INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
VALUES (?, ?, ?)

-- name: NEW_ORDER_ENTRY
-- Likewise.
${NEW_ORDER_ORDER};
${NEW_ORDER_QUEUE}

-- name: NEW_ORDER_STOCK_UPDATE
-- Parameters: S_QUANTITY, OL_QUANTITY, 1 for a remote line or 0, S_W_ID, S_I_ID.
UPDATE stock
SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?
WHERE s_w_id = ? AND s_i_id = ?

-- name: NEW_ORDER_LINES
-- Parameters: O_ID, D_ID, W_ID, OL_NUMBER, OL_I_ID, OL_SUPPLY_W_ID, OL_QUANTITY, OL_AMOUNT, OL_DIST_INFO.
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
    ol_quantity, ol_amount, ol_dist_info)
VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)

-- name: PAYMENT_PLACES
-- Likewise.
${PAYMENT_WAREHOUSE};
${PAYMENT_DISTRICT}

-- name: PAYMENT_RECORD
-- Likewise.
${PAYMENT_CUSTOMER};
${PAYMENT_HISTORY}

-- name: NAMESAKES
-- Clauses 2.5.2.2 and 2.6.2.2: the client takes the one in the middle. Parameters: C_W_ID, C_D_ID, C_LAST.
SELECT c_id
FROM customer
WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?
ORDER BY c_first, c_id

-- name: ORDER_STATUS_CUSTOMER
-- Clause 2.6.2.2. Parameters: C_W_ID, C_D_ID, C_ID.
SELECT c_first, c_middle, c_last, c_balance
FROM customer
WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?

-- name: ORDER_STATUS_LINES
-- Parameters: W_ID, D_ID, O_ID.
SELECT ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
FROM order_line
WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?
ORDER BY ol_number

-- name: DELIVERY_TAKE
-- Clause 2.7.4.2. Parameters: W_ID, D_ID, O_ID.
DELETE FROM new_order
WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?

-- name: DELIVERY_ORDERS
-- Parameters: O_CARRIER_ID, W_ID, D_ID, O_ID.
UPDATE orders
SET o_carrier_id = ?
WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?

-- name: DELIVERY_CUSTOMERS
-- Parameters: the order's amount, W_ID, D_ID, C_ID.
UPDATE customer
SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1
WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?

-- name: STOCK_LEVEL_DISTRICT
-- Clause 2.8.2.2. Parameters: W_ID, D_ID.
SELECT d_next_o_id
FROM district
WHERE d_w_id = ? AND d_id = ?
