-- What MariaDB and MySQL say in their own way. Neither has UPDATE … RETURNING, so a change and the question for its row travel together, with variables of
-- the session for what both need. The server prepares one statement at a time: texts of several begin with a comment by which the driver sends them whole.
-- A list of integers is one text of ten characters a number; places after its end are null and find nothing. Rows that are read to be changed are
-- locked when they are read.

-- name: NEW_ORDER_NUMBER
-- Parameters: W_ID, D_ID.
/*client prepare*/ SET @w_id = ?, @d_id = ?;
UPDATE district
SET d_next_o_id = d_next_o_id + 1
WHERE d_w_id = @w_id AND d_id = @d_id;
SELECT d_next_o_id - 1, d_tax
FROM district
WHERE d_w_id = @w_id AND d_id = @d_id

-- name: NEW_ORDER_START
/*client prepare*/ ${NEW_ORDER_CUSTOMER};
${NEW_ORDER_NUMBER}

-- name: NEW_ORDER_ORDER
-- Parameters: O_ID, D_ID, W_ID, C_ID, O_OL_CNT, O_ALL_LOCAL.
/*client prepare*/ SET @entered = LOCALTIMESTAMP(6);
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
VALUES (?, ?, ?, ?, @entered, NULL, ?, ?);
SELECT CAST(@entered AS datetime(6))

-- name: NEW_ORDER_ITEMS
-- Parameters: the items, a list.
SELECT STRAIGHT_JOIN i_id, i_name, i_price, i_data
FROM (
    SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
    SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11 UNION ALL SELECT 12 UNION ALL SELECT 13 UNION ALL SELECT 14 UNION ALL SELECT 15
) AS place
    JOIN item ON i_id = CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED)

-- name: NEW_ORDER_STOCK
-- Rows are locked in the order of the lists, which is that of the lines. Parameters: D_ID; supplying warehouses and items, two lists.
SELECT STRAIGHT_JOIN s_w_id, s_i_id, s_quantity, s_data,
    CASE ?
        WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
        WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
        WHEN 9 THEN s_dist_09 ELSE s_dist_10
    END
FROM (
    SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
    SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11 UNION ALL SELECT 12 UNION ALL SELECT 13 UNION ALL SELECT 14 UNION ALL SELECT 15
) AS place
    JOIN stock ON s_w_id = CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED)
        AND s_i_id = CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED)
FOR UPDATE

-- name: PAYMENT_WAREHOUSE
-- Clause 2.5.2.2. Parameters: H_AMOUNT, W_ID.
/*client prepare*/ SET @amount = ?, @w_id = ?;
UPDATE warehouse
SET w_ytd = w_ytd + @amount
WHERE w_id = @w_id;
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip
FROM warehouse
WHERE w_id = @w_id

-- name: PAYMENT_DISTRICT
-- Parameters: H_AMOUNT, W_ID, D_ID.
/*client prepare*/ SET @amount = ?, @w_id = ?, @d_id = ?;
UPDATE district
SET d_ytd = d_ytd + @amount
WHERE d_w_id = @w_id AND d_id = @d_id;
SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip
FROM district
WHERE d_w_id = @w_id AND d_id = @d_id

-- name: PAYMENT_CUSTOMER
-- Parameters: H_AMOUNT, H_AMOUNT, D_ID, W_ID, H_AMOUNT; C_W_ID, C_D_ID, C_ID.
/*client prepare*/ SET @balance_amount = ?, @ytd_amount = ?, @d_id = ?, @w_id = ?, @data_amount = ?, @c_w_id = ?, @c_d_id = ?, @c_id = ?;
UPDATE customer
SET c_balance = c_balance - @balance_amount,
    c_ytd_payment = c_ytd_payment + @ytd_amount,
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTR(CONCAT_WS(' ', c_id, c_d_id, c_w_id, @d_id, @w_id, CAST(@data_amount AS decimal(6, 2)), c_data), 1, 500)
        ELSE c_data
    END
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
    c_since, c_credit, c_credit_lim, c_discount, c_balance,
    CASE c_credit WHEN 'BC' THEN SUBSTR(c_data, 1, 200) ELSE '' END
FROM customer
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id

-- name: PAYMENT_HISTORY
-- Parameters: C_ID, C_D_ID, C_W_ID, D_ID, W_ID, H_AMOUNT, H_DATA.
/*client prepare*/ SET @paid = LOCALTIMESTAMP(6);
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
VALUES (?, ?, ?, ?, ?, @paid, ?, ?);
SELECT CAST(@paid AS datetime(6))

-- name: ORDER_STATUS_ORDER
-- Parameters: C_W_ID, C_D_ID, C_ID.
SELECT o_id, o_entry_d, o_carrier_id
FROM orders
WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?
ORDER BY o_id DESC
LIMIT 1

-- name: DELIVERY_OLDEST
-- Who waits for a row that another delivery takes finds it gone and goes on to the next oldest. Parameters: districts, a list; W_ID.
WITH district_of_list AS (
    SELECT CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED) AS number
    FROM (
        SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
        SELECT 9 UNION ALL SELECT 10
    ) AS place
)
SELECT number, (
        SELECT no_o_id
        FROM new_order
        WHERE no_w_id = ? AND no_d_id = number
        ORDER BY no_o_id
        LIMIT 1
        FOR UPDATE
    ) AS oldest
FROM district_of_list
HAVING oldest IS NOT NULL

-- name: DELIVERY_AMOUNTS
-- Parameters: districts and their orders, two lists; W_ID, W_ID.
SELECT STRAIGHT_JOIN o_d_id, o_c_id, SUM(ol_amount)
FROM (
    SELECT CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED) AS district_id,
        CAST(NULLIF(SUBSTR(?, 10 * n - 9, 10), '') AS SIGNED) AS order_id
    FROM (
        SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
        SELECT 9 UNION ALL SELECT 10
    ) AS place
) AS taken
    JOIN orders ON o_w_id = ? AND o_d_id = district_id AND o_id = order_id
    JOIN order_line ON ol_w_id = ? AND ol_d_id = district_id AND ol_o_id = order_id
GROUP BY o_d_id, o_id, o_c_id

-- name: DELIVERY_LINES
-- Parameters: W_ID, D_ID, O_ID.
UPDATE order_line
SET ol_delivery_d = LOCALTIMESTAMP(6)
WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?

-- name: STOCK_LEVEL_COUNT
-- Parameters: D_NEXT_O_ID, W_ID, D_ID, W_ID, threshold.
SELECT STRAIGHT_JOIN COUNT(DISTINCT s_i_id)
FROM (
    SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
    SELECT 9 UNION ALL SELECT 10 UNION ALL SELECT 11 UNION ALL SELECT 12 UNION ALL SELECT 13 UNION ALL SELECT 14 UNION ALL SELECT 15 UNION ALL SELECT 16 UNION ALL
    SELECT 17 UNION ALL SELECT 18 UNION ALL SELECT 19 UNION ALL SELECT 20
) AS place
    JOIN order_line ON ol_o_id = ? - n AND ol_w_id = ? AND ol_d_id = ?
    JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?
