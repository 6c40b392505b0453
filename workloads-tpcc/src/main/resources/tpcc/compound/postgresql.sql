-- The five transactions for PostgreSQL and its relatives: one statement each, committed by the server when it ends, so that a transaction
-- is one message there and one back and reads one snapshot.
--
-- Locks are always taken in the order customer, district, warehouse, and district before stock rows sorted by warehouse and item;
-- no two transactions can wait for each other. A later step names an earlier one in its FROM clause where the order matters.

-- name: NEW_ORDER
-- Clause 2.4.2.2. Unused item numbers find no row in item and so leave no line. An order that is short of a line gets no O_OL_CNT, which the
-- table does not take (SQLSTATE 23502): the statement undoes itself, and the client sees by the error that the order is rolled back.
-- Parameters: W_ID, D_ID, C_ID; the lines as four arrays sorted by warehouse and item, no stock row twice: numbers, items, supplying
-- warehouses, quantities; how many these are; O_OL_CNT, which is more when other lines follow; O_ALL_LOCAL.
WITH counter AS (
    UPDATE district
    SET d_next_o_id = d_next_o_id + 1
    FROM warehouse, customer
    WHERE d_w_id = ? AND d_id = ?
        AND w_id = d_w_id
        AND c_w_id = d_w_id AND c_d_id = d_id AND c_id = ?
    RETURNING d_w_id, d_id, d_next_o_id - 1 AS o_id, d_tax, w_tax, c_id, c_discount, c_last, c_credit
), picked AS (
    UPDATE stock
    SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
        s_ytd = s_ytd + quantity,
        s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = d_w_id THEN 0 ELSE 1 END
    FROM counter
        CROSS JOIN unnest(?::integer[], ?::integer[], ?::integer[], ?::integer[])
            AS line (number, item, supplier, quantity)
        JOIN item ON i_id = item
    WHERE s_w_id = supplier AND s_i_id = item
    RETURNING number, s_i_id, s_w_id, quantity, i_name, s_quantity, i_price, quantity * i_price AS amount,
        CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END AS brand,
        CASE d_id
            WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
            WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
            WHEN 9 THEN s_dist_09 ELSE s_dist_10
        END AS dist_info
), placed AS (
    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    SELECT o_id, d_id, d_w_id, c_id, LOCALTIMESTAMP, NULL,
        CASE (SELECT count(*) FROM picked) WHEN ?::integer THEN ?::integer END, ?
    FROM counter
), queued AS (
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
    SELECT o_id, d_id, d_w_id
    FROM counter
), written AS (
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
        ol_quantity, ol_amount, ol_dist_info)
    SELECT o_id, d_id, d_w_id, number, s_i_id, s_w_id, NULL, quantity, amount, dist_info
    FROM counter
        CROSS JOIN picked
)
SELECT o_id, LOCALTIMESTAMP, c_last, c_credit, c_discount, w_tax, d_tax,
    number, i_name, s_quantity, brand, i_price, amount
FROM counter
    CROSS JOIN picked

-- name: NEW_ORDER_REPEATED_ITEMS
-- The second and later lines of an order for a stock row it has taken from already: each sees what the one before left. They follow
-- NEW_ORDER in its transaction.
-- Parameters: O_ID, D_ID, W_ID, then the lines as four arrays like those of NEW_ORDER.
WITH counter (o_id, d_id, d_w_id) AS (
    VALUES (?::integer, ?::integer, ?::integer)
), picked AS (
    UPDATE stock
    SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
        s_ytd = s_ytd + quantity,
        s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = d_w_id THEN 0 ELSE 1 END
    FROM counter
        CROSS JOIN unnest(?::integer[], ?::integer[], ?::integer[], ?::integer[])
            AS line (number, item, supplier, quantity)
        JOIN item ON i_id = item
    WHERE s_w_id = supplier AND s_i_id = item
    RETURNING number, s_i_id, s_w_id, quantity, i_name, s_quantity, i_price, quantity * i_price AS amount,
        CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END AS brand,
        CASE d_id
            WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
            WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
            WHEN 9 THEN s_dist_09 ELSE s_dist_10
        END AS dist_info
), written AS (
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
        ol_quantity, ol_amount, ol_dist_info)
    SELECT o_id, d_id, d_w_id, number, s_i_id, s_w_id, NULL, quantity, amount, dist_info
    FROM counter
        CROSS JOIN picked
)
SELECT number, i_name, s_quantity, brand, i_price, amount
FROM picked

-- name: PAYMENT_BY_NUMBER
-- Clause 2.5.2.2. The district's and the warehouse's rows are the hottest of all, so they come last, right before COMMIT.
-- Parameters: H_AMOUNT three times, D_ID, W_ID, C_W_ID, C_D_ID, C_ID; H_AMOUNT, W_ID, D_ID; H_AMOUNT, W_ID; H_AMOUNT.
WITH paid AS (
    UPDATE customer
    SET c_balance = c_balance - ?,
        c_ytd_payment = c_ytd_payment + ?,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit
            WHEN 'BC' THEN substr(concat_ws(' ', c_id, c_d_id, c_w_id, ?::integer, ?::integer, ?::numeric, c_data), 1, 500)
            ELSE c_data
        END
    WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
    RETURNING c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_credit, c_credit_lim, c_discount, c_balance,
        CASE c_credit WHEN 'BC' THEN substr(c_data, 1, 200) ELSE '' END AS c_data
), at_district AS (
    UPDATE district
    SET d_ytd = d_ytd + ?
    FROM paid
    WHERE d_w_id = ? AND d_id = ?
    RETURNING d_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip
), at_warehouse AS (
    UPDATE warehouse
    SET w_ytd = w_ytd + ?
    FROM at_district
    WHERE w_id = ?
    RETURNING w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip
), recorded AS (
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    SELECT c_id, c_d_id, c_w_id, d_id, w_id, LOCALTIMESTAMP, ?, w_name || '    ' || d_name
    FROM paid
        CROSS JOIN at_district
        CROSS JOIN at_warehouse
)
SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
    c_credit_lim, c_discount, c_balance, c_data,
    d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
    w_name, w_street_1, w_street_2, w_city, w_state, w_zip,
    LOCALTIMESTAMP
FROM paid
    CROSS JOIN at_district
    CROSS JOIN at_warehouse

-- name: PAYMENT_BY_LAST_NAME
-- The same for the middle one, by first name, of the customers who share a last name: place n / 2 rounded up.
-- Parameters: as above, with C_W_ID, C_D_ID, C_LAST in place of C_ID.
WITH paid AS (
    UPDATE customer
    SET c_balance = c_balance - ?,
        c_ytd_payment = c_ytd_payment + ?,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit
            WHEN 'BC' THEN substr(concat_ws(' ', c_id, c_d_id, c_w_id, ?::integer, ?::integer, ?::numeric, c_data), 1, 500)
            ELSE c_data
        END
    WHERE c_w_id = ? AND c_d_id = ?
        AND c_id = (
            SELECT c_id
            FROM (
                SELECT c_id, row_number() OVER (ORDER BY c_first, c_id) AS place, count(*) OVER () AS matches
                FROM customer
                WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?
            ) AS namesake
            WHERE place = (matches + 1) / 2
        )
    RETURNING c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_credit, c_credit_lim, c_discount, c_balance,
        CASE c_credit WHEN 'BC' THEN substr(c_data, 1, 200) ELSE '' END AS c_data
), at_district AS (
    UPDATE district
    SET d_ytd = d_ytd + ?
    FROM paid
    WHERE d_w_id = ? AND d_id = ?
    RETURNING d_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip
), at_warehouse AS (
    UPDATE warehouse
    SET w_ytd = w_ytd + ?
    FROM at_district
    WHERE w_id = ?
    RETURNING w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip
), recorded AS (
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    SELECT c_id, c_d_id, c_w_id, d_id, w_id, LOCALTIMESTAMP, ?, w_name || '    ' || d_name
    FROM paid
        CROSS JOIN at_district
        CROSS JOIN at_warehouse
)
SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
    c_credit_lim, c_discount, c_balance, c_data,
    d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
    w_name, w_street_1, w_street_2, w_city, w_state, w_zip,
    LOCALTIMESTAMP
FROM paid
    CROSS JOIN at_district
    CROSS JOIN at_warehouse

-- name: ORDER_STATUS_BY_NUMBER
-- Clause 2.6.2.2. Parameters: C_W_ID, C_D_ID, C_ID.
SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
    ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
FROM customer
    CROSS JOIN LATERAL (
        SELECT o_w_id, o_d_id, o_id, o_entry_d, o_carrier_id
        FROM orders
        WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
        ORDER BY o_id DESC
        LIMIT 1
    ) AS latest
    JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?
ORDER BY ol_number

-- name: ORDER_STATUS_BY_LAST_NAME
-- Parameters: C_W_ID, C_D_ID, C_W_ID, C_D_ID, C_LAST.
SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
    ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
FROM customer
    CROSS JOIN LATERAL (
        SELECT o_w_id, o_d_id, o_id, o_entry_d, o_carrier_id
        FROM orders
        WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
        ORDER BY o_id DESC
        LIMIT 1
    ) AS latest
    JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE c_w_id = ? AND c_d_id = ?
    AND c_id = (
        SELECT c_id
        FROM (
            SELECT c_id, row_number() OVER (ORDER BY c_first, c_id) AS place, count(*) OVER () AS matches
            FROM customer
            WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?
        ) AS namesake
        WHERE place = (matches + 1) / 2
    )
ORDER BY ol_number

-- name: DELIVERY
-- Clause 2.7.4.2, the ten districts in one transaction. Locking before deleting is what makes two deliveries of one warehouse take two
-- orders: the second waits for the row that the first takes, finds it gone and goes on to the next oldest. Both go through the
-- districts in the same order.
-- Parameters: W_ID, W_ID, O_CARRIER_ID, W_ID, W_ID, W_ID.
WITH oldest AS MATERIALIZED (
    SELECT no_d_id, no_o_id
    FROM generate_series(1, 10) AS district (number)
        CROSS JOIN LATERAL (
            SELECT no_d_id, no_o_id
            FROM new_order
            WHERE no_w_id = ? AND no_d_id = number
            ORDER BY no_o_id
            LIMIT 1
            FOR UPDATE
        ) AS waiting
), taken AS (
    DELETE FROM new_order
    USING oldest
    WHERE no_w_id = ? AND new_order.no_d_id = oldest.no_d_id AND new_order.no_o_id = oldest.no_o_id
    RETURNING new_order.no_d_id, new_order.no_o_id
), shipped AS (
    UPDATE orders
    SET o_carrier_id = ?
    FROM taken
    WHERE o_w_id = ? AND o_d_id = no_d_id AND o_id = no_o_id
    RETURNING o_d_id, o_id, o_c_id
), delivered AS (
    UPDATE order_line
    SET ol_delivery_d = LOCALTIMESTAMP
    FROM taken
    WHERE ol_w_id = ? AND ol_d_id = no_d_id AND ol_o_id = no_o_id
    RETURNING ol_d_id, ol_amount
), owed AS (
    SELECT o_d_id, o_c_id, o_id, sum(ol_amount) AS amount
    FROM shipped
        JOIN delivered ON ol_d_id = o_d_id
    GROUP BY o_d_id, o_c_id, o_id
), billed AS (
    UPDATE customer
    SET c_balance = c_balance + amount,
        c_delivery_cnt = c_delivery_cnt + 1
    FROM owed
    WHERE c_w_id = ? AND c_d_id = o_d_id AND c_id = o_c_id
    RETURNING c_d_id, o_id
)
SELECT c_d_id, o_id
FROM billed

-- name: STOCK_LEVEL
-- Clause 2.8.2.2. The last 20 orders are spelled out because the planner would take a range between unknown bounds for a ninth of the
-- district's lines, and scan the whole stock for them when there are few warehouses.
-- Parameters: threshold, W_ID, D_ID.
SELECT count(DISTINCT s_i_id)
FROM district
    CROSS JOIN generate_series(1, 20) AS recent (place)
    JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id = d_next_o_id - place
    JOIN stock ON s_w_id = d_w_id AND s_i_id = ol_i_id AND s_quantity < ?
WHERE d_w_id = ? AND d_id = ?
