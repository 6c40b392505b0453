-- What PostgreSQL and its relatives say in their own way. Rows that are read to be changed are locked when they are read.

-- name: NEW_ORDER_NUMBER
-- Parameters: W_ID, D_ID.
UPDATE district
SET d_next_o_id = d_next_o_id + 1
WHERE d_w_id = ? AND d_id = ?
RETURNING d_next_o_id - 1, d_tax

-- name: NEW_ORDER_ORDER
-- Parameters: O_ID, D_ID, W_ID, C_ID, O_OL_CNT, O_ALL_LOCAL.
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
VALUES (?, ?, ?, ?, LOCALTIMESTAMP, NULL, ?, ?)
RETURNING o_entry_d

-- name: NEW_ORDER_ITEMS
-- Parameters: the items, a list.
SELECT i_id, i_name, i_price, i_data
FROM item
WHERE i_id = ANY (?)

-- name: NEW_ORDER_STOCK
-- Rows are locked in the order of the lists, which is that of the lines. Parameters: D_ID; supplying warehouses and items, two lists.
SELECT s_w_id, s_i_id, s_quantity, s_data,
    CASE ?
        WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
        WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
        WHEN 9 THEN s_dist_09 ELSE s_dist_10
    END
FROM unnest(?::integer[], ?::integer[]) AS line (supplier, item)
    JOIN stock ON s_w_id = supplier AND s_i_id = item
FOR UPDATE OF stock

-- name: PAYMENT_WAREHOUSE
-- Clause 2.5.2.2. Parameters: H_AMOUNT, W_ID.
UPDATE warehouse
SET w_ytd = w_ytd + ?
WHERE w_id = ?
RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip

-- name: PAYMENT_DISTRICT
-- Parameters: H_AMOUNT, W_ID, D_ID.
UPDATE district
SET d_ytd = d_ytd + ?
WHERE d_w_id = ? AND d_id = ?
RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip

-- name: PAYMENT_CUSTOMER
-- Parameters: H_AMOUNT, H_AMOUNT, D_ID, W_ID, H_AMOUNT; C_W_ID, C_D_ID, C_ID.
UPDATE customer
SET c_balance = c_balance - ?,
    c_ytd_payment = c_ytd_payment + ?,
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit
        WHEN 'BC' THEN substr(concat_ws(' ', c_id, c_d_id, c_w_id, ?::integer, ?::integer, ?::numeric, c_data), 1, 500)
        ELSE c_data
    END
WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
RETURNING c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
    c_since, c_credit, c_credit_lim, c_discount, c_balance,
    CASE c_credit WHEN 'BC' THEN substr(c_data, 1, 200) ELSE '' END

-- name: PAYMENT_HISTORY
-- Parameters: C_ID, C_D_ID, C_W_ID, D_ID, W_ID, H_AMOUNT, H_DATA.
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
VALUES (?, ?, ?, ?, ?, LOCALTIMESTAMP, ?, ?)
RETURNING h_date

-- name: ORDER_STATUS_ORDER
-- Parameters: C_W_ID, C_D_ID, C_ID.
SELECT o_id, o_entry_d, o_carrier_id
FROM orders
WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?
ORDER BY o_id DESC
LIMIT 1

-- name: DELIVERY_OLDEST
-- Who waits for a row that another delivery takes finds it gone and goes on to the next oldest. Parameters: districts, a list; W_ID.
SELECT no_d_id, no_o_id
FROM unnest(?::integer[]) AS district (number)
    CROSS JOIN LATERAL (
        SELECT no_d_id, no_o_id
        FROM new_order
        WHERE no_w_id = ? AND no_d_id = number
        ORDER BY no_o_id
        LIMIT 1
        FOR UPDATE
    ) AS waiting

-- name: DELIVERY_AMOUNTS
-- Parameters: districts and their orders, two lists; W_ID, W_ID.
SELECT o_d_id, o_c_id, sum(ol_amount)
FROM unnest(?::integer[], ?::integer[]) AS taken (district, number)
    JOIN orders ON o_w_id = ? AND o_d_id = district AND o_id = number
    JOIN order_line ON ol_w_id = ? AND ol_d_id = district AND ol_o_id = number
GROUP BY o_d_id, o_id, o_c_id

-- name: DELIVERY_LINES
-- Parameters: W_ID, D_ID, O_ID.
UPDATE order_line
SET ol_delivery_d = LOCALTIMESTAMP
WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?

-- name: STOCK_LEVEL_COUNT
-- The last 20 orders are spelled out because the planner would take a range between unknown bounds for a ninth of the district's lines, and
-- counted from 1 to 20 because it would take a series between unknown bounds for a thousand orders and plan each execution anew.
-- Parameters: D_NEXT_O_ID, W_ID, D_ID, W_ID, threshold.
SELECT count(DISTINCT s_i_id)
FROM generate_series(1, 20) AS recent (place)
    JOIN order_line ON ol_o_id = ?::integer - place AND ol_w_id = ? AND ol_d_id = ?
    JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?
