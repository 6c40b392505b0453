-- What MariaDB can do better than MySQL: a block of statements is prepared as one, so that the server need not read the texts again each time; a row that is
-- inserted answers with what it holds; and numbers come from a sequence.

-- name: NEW_ORDER_NUMBER
-- Parameters: W_ID, D_ID.
BEGIN NOT ATOMIC
    DECLARE in_warehouse int DEFAULT ?;
    DECLARE in_district int DEFAULT ?;
    UPDATE district
    SET d_next_o_id = d_next_o_id + 1
    WHERE d_w_id = in_warehouse AND d_id = in_district;
    SELECT d_next_o_id - 1, d_tax
    FROM district
    WHERE d_w_id = in_warehouse AND d_id = in_district;
END

-- name: NEW_ORDER_START
BEGIN NOT ATOMIC
    ${NEW_ORDER_CUSTOMER};
    ${NEW_ORDER_NUMBER};
END

-- name: NEW_ORDER_ORDER
-- Parameters: O_ID, D_ID, W_ID, C_ID, O_OL_CNT, O_ALL_LOCAL.
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
VALUES (?, ?, ?, ?, LOCALTIMESTAMP(6), NULL, ?, ?)
RETURNING o_entry_d

-- name: NEW_ORDER_ENTRY
BEGIN NOT ATOMIC
    ${NEW_ORDER_ORDER};
    ${NEW_ORDER_QUEUE};
END

-- name: NEW_ORDER_ITEMS
-- Parameters: the items, a list.
SELECT STRAIGHT_JOIN i_id, i_name, i_price, i_data
FROM seq_1_to_15 AS place
    JOIN item ON i_id = CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED)

-- name: NEW_ORDER_STOCK
-- Rows are locked in the order of the lists, which is that of the lines. Parameters: D_ID; supplying warehouses and items, two lists.
SELECT STRAIGHT_JOIN s_w_id, s_i_id, s_quantity, s_data,
    CASE ?
        WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
        WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
        WHEN 9 THEN s_dist_09 ELSE s_dist_10
    END
FROM seq_1_to_15 AS place
    JOIN stock ON s_w_id = CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED)
        AND s_i_id = CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED)
FOR UPDATE

-- name: PAYMENT_WAREHOUSE
-- Parameters: H_AMOUNT, W_ID.
BEGIN NOT ATOMIC
    DECLARE amount decimal(6, 2) DEFAULT ?;
    DECLARE in_warehouse int DEFAULT ?;
    UPDATE warehouse
    SET w_ytd = w_ytd + amount
    WHERE w_id = in_warehouse;
    SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip
    FROM warehouse
    WHERE w_id = in_warehouse;
END

-- name: PAYMENT_DISTRICT
-- Parameters: H_AMOUNT, W_ID, D_ID.
BEGIN NOT ATOMIC
    DECLARE amount decimal(6, 2) DEFAULT ?;
    DECLARE in_warehouse int DEFAULT ?;
    DECLARE in_district int DEFAULT ?;
    UPDATE district
    SET d_ytd = d_ytd + amount
    WHERE d_w_id = in_warehouse AND d_id = in_district;
    SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip
    FROM district
    WHERE d_w_id = in_warehouse AND d_id = in_district;
END

-- name: PAYMENT_PLACES
BEGIN NOT ATOMIC
    ${PAYMENT_WAREHOUSE};
    ${PAYMENT_DISTRICT};
END

-- name: PAYMENT_CUSTOMER
-- Parameters: H_AMOUNT, H_AMOUNT, D_ID, W_ID, H_AMOUNT; C_W_ID, C_D_ID, C_ID.
BEGIN NOT ATOMIC
    DECLARE amount decimal(6, 2) DEFAULT ?;
    DECLARE ytd_amount decimal(6, 2) DEFAULT ?;
    DECLARE at_district int DEFAULT ?;
    DECLARE at_warehouse int DEFAULT ?;
    DECLARE data_amount decimal(6, 2) DEFAULT ?;
    DECLARE payer_warehouse int DEFAULT ?;
    DECLARE payer_district int DEFAULT ?;
    DECLARE payer int DEFAULT ?;
    UPDATE customer
    SET c_balance = c_balance - amount,
        c_ytd_payment = c_ytd_payment + ytd_amount,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit
            WHEN 'BC' THEN SUBSTR(CONCAT_WS(' ', c_id, c_d_id, c_w_id, at_district, at_warehouse, data_amount, c_data), 1, 500)
            ELSE c_data
        END
    WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_id = payer;
    SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_credit, c_credit_lim, c_discount, c_balance,
        CASE c_credit WHEN 'BC' THEN SUBSTR(c_data, 1, 200) ELSE '' END
    FROM customer
    WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_id = payer;
END

-- name: PAYMENT_HISTORY
-- Parameters: C_ID, C_D_ID, C_W_ID, D_ID, W_ID, H_AMOUNT, H_DATA.
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
VALUES (?, ?, ?, ?, ?, LOCALTIMESTAMP(6), ?, ?)
RETURNING h_date

-- name: PAYMENT_RECORD
BEGIN NOT ATOMIC
    ${PAYMENT_CUSTOMER};
    ${PAYMENT_HISTORY};
END

-- name: DELIVERY_OLDEST
-- Who waits for a row that another delivery takes finds it gone and goes on to the next oldest. Parameters: districts, a list; W_ID.
WITH district_of_list AS (
    SELECT CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED) AS number
    FROM seq_1_to_10 AS place
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
    SELECT CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED) AS district_id,
        CAST(NULLIF(SUBSTR(?, 10 * seq - 9, 10), '') AS SIGNED) AS order_id
    FROM seq_1_to_10 AS place
) AS taken
    JOIN orders ON o_w_id = ? AND o_d_id = district_id AND o_id = order_id
    JOIN order_line ON ol_w_id = ? AND ol_d_id = district_id AND ol_o_id = order_id
GROUP BY o_d_id, o_id, o_c_id

-- name: STOCK_LEVEL_COUNT
-- Parameters: D_NEXT_O_ID, W_ID, D_ID, W_ID, threshold.
SELECT STRAIGHT_JOIN COUNT(DISTINCT s_i_id)
FROM seq_1_to_20 AS place
    JOIN order_line ON ol_o_id = ? - seq AND ol_w_id = ? AND ol_d_id = ?
    JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?
