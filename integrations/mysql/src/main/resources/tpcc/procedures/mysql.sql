-- The five transactions as stored procedures of MariaDB and MySQL. Each call is a transaction of its own and answers with the columns of the statement
-- of the same name in tpcc/compound. What fails undoes the whole.
--
-- LOCK, FOUND and, unless that is what the client expects, the drops, every CREATE and MARK. Definitions commit what was done before them, so the lock is the
-- session's, which ends after the installation.

-- name: LOCK
-- Whoever installs at the same time waits until this session ends.
SELECT GET_LOCK(CONCAT('dbharness tpcc ', LEFT(DATABASE(), 40)), 3600)

-- name: FOUND
-- What has one of their names: name, mark or empty, and the statement that drops it.
SELECT routine_name AS name, routine_comment AS mark, CONCAT('DROP ', routine_type, ' ', routine_name) AS remover
FROM information_schema.routines
WHERE routine_schema = DATABASE()
    AND routine_name IN ('tpcc_new_order', 'tpcc_payment', 'tpcc_order_status', 'tpcc_delivery', 'tpcc_stock_level')

-- name: MARK
-- Each was made with its mark, because a definition that ends the transaction may be the last one that a client makes.
SELECT '${mark}'

-- name: NEW_ORDER
-- Parameters: W_ID, D_ID, C_ID, how many lines take from a stock row for the first time, O_OL_CNT, O_ALL_LOCAL, then the lines as four lists:
-- numbers, items, supplying warehouses, quantities. First come the lines that take from a stock row for the first time, sorted by
-- warehouse and item; then those that repeat one, in the order typed.
CALL tpcc_new_order(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: PAYMENT
-- Parameters: W_ID, D_ID, C_W_ID, C_D_ID, C_ID or null, C_LAST or null, H_AMOUNT.
CALL tpcc_payment(?, ?, ?, ?, ?, ?, ?)

-- name: ORDER_STATUS
-- Parameters: C_W_ID, C_D_ID, C_ID or null, C_LAST or null.
CALL tpcc_order_status(?, ?, ?, ?)

-- name: DELIVERY
-- Parameters: W_ID, O_CARRIER_ID.
CALL tpcc_delivery(?, ?)

-- name: STOCK_LEVEL
-- Parameters: W_ID, D_ID, threshold.
CALL tpcc_stock_level(?, ?, ?)

-- name: CREATE_NEW_ORDER
-- An order that is short of a line ends with SQLSTATE TPC01, which undoes it. The lines come one by one in the order of the lists, so that a repeated one sees
-- what the one before left; what the answer needs of each is kept in texts with ten characters, and one, for each number.
CREATE PROCEDURE tpcc_new_order(
    home int, at_district int, ordered_by int, firsts int, line_count int, all_local int,
    numbers VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin, items VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin,
    suppliers VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin, quantities VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin)
COMMENT '${mark}'
BEGIN
    DECLARE order_id, place, number_now, item_now, supplier_now, quantity_now, left_now int;
    DECLARE found int DEFAULT 1;
    DECLARE entered datetime(6) DEFAULT LOCALTIMESTAMP(6);
    DECLARE last_name varchar(16) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE credit char(2) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE discount, warehouse_tax, district_tax decimal(4, 4);
    DECLARE price decimal(5, 2);
    DECLARE brand char(1) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE dist_info char(24) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE lefts varchar(150) CHARACTER SET ascii COLLATE ascii_bin DEFAULT REPEAT(' ', 150);
    DECLARE brands varchar(15) CHARACTER SET ascii COLLATE ascii_bin DEFAULT REPEAT(' ', 15);
    DECLARE CONTINUE HANDLER FOR NOT FOUND SET found = 0;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SELECT c_last, c_credit, c_discount, w_tax
    INTO last_name, credit, discount, warehouse_tax
    FROM customer
        JOIN warehouse ON w_id = c_w_id
    WHERE c_w_id = home AND c_d_id = at_district AND c_id = ordered_by;
    UPDATE district
    SET d_next_o_id = d_next_o_id + 1
    WHERE d_w_id = home AND d_id = at_district;
    SELECT d_next_o_id - 1, d_tax
    INTO order_id, district_tax
    FROM district
    WHERE d_w_id = home AND d_id = at_district;
    IF found = 0 THEN
        ROLLBACK;
        SELECT 1 FROM DUAL WHERE FALSE;
    ELSE
        INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
        VALUES (order_id, at_district, home, ordered_by, entered, NULL, line_count, all_local);
        INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
        VALUES (order_id, at_district, home);
        SET place = 1;
        WHILE place <= line_count DO
            SET number_now = SUBSTR(numbers, 10 * place - 9, 10), item_now = SUBSTR(items, 10 * place - 9, 10),
                supplier_now = SUBSTR(suppliers, 10 * place - 9, 10), quantity_now = SUBSTR(quantities, 10 * place - 9, 10);
            UPDATE stock
            SET s_quantity = s_quantity - quantity_now + CASE WHEN s_quantity >= quantity_now + 10 THEN 0 ELSE 91 END,
                s_ytd = s_ytd + quantity_now, s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + CASE WHEN supplier_now = home THEN 0 ELSE 1 END
            WHERE s_w_id = supplier_now AND s_i_id = item_now;
            SELECT i_price, s_quantity, CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END,
                CASE at_district
                    WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
                    WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
                    WHEN 9 THEN s_dist_09 ELSE s_dist_10
                END
            INTO price, left_now, brand, dist_info
            FROM item
                JOIN stock ON s_w_id = supplier_now AND s_i_id = i_id
            WHERE i_id = item_now;
            IF found = 0 THEN
                SIGNAL SQLSTATE 'TPC01' SET MESSAGE_TEXT = 'item number is not valid';
            END IF;
            INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
                ol_quantity, ol_amount, ol_dist_info)
            VALUES (order_id, at_district, home, number_now, item_now, supplier_now, NULL, quantity_now, quantity_now * price, dist_info);
            SET lefts = INSERT(lefts, 10 * number_now - 9, 10, LPAD(left_now, 10, ' ')),
                brands = INSERT(brands, number_now, 1, brand),
                place = place + 1;
        END WHILE;
        SELECT order_id, entered, last_name, credit, discount, warehouse_tax, district_tax,
            ol_number, i_name, CAST(SUBSTR(lefts, 10 * ol_number - 9, 10) AS SIGNED), SUBSTR(brands, ol_number, 1), i_price, ol_amount
        FROM order_line
            JOIN item ON i_id = ol_i_id
        WHERE ol_w_id = home AND ol_d_id = at_district AND ol_o_id = order_id;
        COMMIT;
    END IF;
END

-- name: CREATE_PAYMENT
CREATE PROCEDURE tpcc_payment(
    home int, at_district int, payer_warehouse int, payer_district int, payer int,
    payer_name varchar(16) CHARACTER SET ascii COLLATE ascii_bin, amount decimal(6, 2))
COMMENT '${mark}'
BEGIN
    DECLARE namesakes int;
    DECLARE found int DEFAULT 1;
    DECLARE paid datetime(6) DEFAULT LOCALTIMESTAMP(6);
    DECLARE warehouse_name, district_name varchar(10) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE CONTINUE HANDLER FOR NOT FOUND SET found = 0;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    IF payer IS NULL THEN
        SELECT (COUNT(*) + 1) DIV 2 - 1
        INTO namesakes
        FROM customer
        WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_last = payer_name;
        IF namesakes >= 0 THEN
            SELECT c_id
            INTO payer
            FROM customer
            WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_last = payer_name
            ORDER BY c_first, c_id
            LIMIT namesakes, 1;
        END IF;
    END IF;
    UPDATE customer
    SET c_balance = c_balance - amount,
        c_ytd_payment = c_ytd_payment + amount,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit
            WHEN 'BC' THEN SUBSTR(CONCAT_WS(' ', c_id, c_d_id, c_w_id, at_district, home, amount, c_data), 1, 500)
            ELSE c_data
        END
    WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_id = payer;
    SET found = ROW_COUNT();
    UPDATE district
    SET d_ytd = d_ytd + amount
    WHERE d_w_id = home AND d_id = at_district;
    UPDATE warehouse
    SET w_ytd = w_ytd + amount
    WHERE w_id = home;
    SELECT w_name, d_name
    INTO warehouse_name, district_name
    FROM warehouse
        JOIN district ON d_w_id = w_id
    WHERE w_id = home AND d_id = at_district;
    IF found = 0 THEN
        ROLLBACK;
        SELECT 1 FROM DUAL WHERE FALSE;
    ELSE
        INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        VALUES (payer, payer_district, payer_warehouse, at_district, home, paid, amount, CONCAT(warehouse_name, '    ', district_name));
        SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
            c_since, c_credit, c_credit_lim, c_discount, c_balance,
            CASE c_credit WHEN 'BC' THEN SUBSTR(c_data, 1, 200) ELSE '' END,
            d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
            w_name, w_street_1, w_street_2, w_city, w_state, w_zip, paid
        FROM customer
            JOIN warehouse ON w_id = home
            JOIN district ON d_w_id = home AND d_id = at_district
        WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_id = payer;
        COMMIT;
    END IF;
END

-- name: CREATE_ORDER_STATUS
CREATE PROCEDURE tpcc_order_status(
    in_warehouse int, in_district int, asked int, asked_name varchar(16) CHARACTER SET ascii COLLATE ascii_bin)
    READS SQL DATA
COMMENT '${mark}'
BEGIN
    DECLARE namesakes, latest int;
    IF asked IS NULL THEN
        SELECT (COUNT(*) + 1) DIV 2 - 1
        INTO namesakes
        FROM customer
        WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_last = asked_name;
        IF namesakes >= 0 THEN
            SELECT c_id
            INTO asked
            FROM customer
            WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_last = asked_name
            ORDER BY c_first, c_id
            LIMIT namesakes, 1;
        END IF;
    END IF;
    SELECT MAX(o_id)
    INTO latest
    FROM orders
    WHERE o_w_id = in_warehouse AND o_d_id = in_district AND o_c_id = asked;
    SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
        ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
    FROM customer
        JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_id = latest
        JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_id = asked
    ORDER BY ol_number;
END

-- name: CREATE_DELIVERY
CREATE PROCEDURE tpcc_delivery(home int, carrier int)
COMMENT '${mark}'
BEGIN
    DECLARE district_now, order_now, customer_now int;
    DECLARE amount decimal(12, 2);
    DECLARE orders_taken varchar(100) CHARACTER SET ascii COLLATE ascii_bin DEFAULT REPEAT(' ', 100);
    DECLARE CONTINUE HANDLER FOR NOT FOUND SET order_now = NULL;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SET district_now = 1;
    WHILE district_now <= 10 DO
        SELECT no_o_id
        INTO order_now
        FROM new_order
        WHERE no_w_id = home AND no_d_id = district_now
        ORDER BY no_o_id
        LIMIT 1
        FOR UPDATE;
        IF order_now IS NOT NULL THEN
            DELETE FROM new_order
            WHERE no_w_id = home AND no_d_id = district_now AND no_o_id = order_now;
            UPDATE orders
            SET o_carrier_id = carrier
            WHERE o_w_id = home AND o_d_id = district_now AND o_id = order_now;
            UPDATE order_line
            SET ol_delivery_d = LOCALTIMESTAMP(6)
            WHERE ol_w_id = home AND ol_d_id = district_now AND ol_o_id = order_now;
            SELECT o_c_id, SUM(ol_amount)
            INTO customer_now, amount
            FROM orders
                JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
            WHERE o_w_id = home AND o_d_id = district_now AND o_id = order_now
            GROUP BY o_c_id;
            UPDATE customer
            SET c_balance = c_balance + amount, c_delivery_cnt = c_delivery_cnt + 1
            WHERE c_w_id = home AND c_d_id = district_now AND c_id = customer_now;
            SET orders_taken = INSERT(orders_taken, 10 * district_now - 9, 10, LPAD(order_now, 10, ' '));
        END IF;
        SET district_now = district_now + 1;
    END WHILE;
    COMMIT;
    SELECT n, CAST(SUBSTR(orders_taken, 10 * n - 9, 10) AS SIGNED)
    FROM (
        SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL
        SELECT 9 UNION ALL SELECT 10
    ) AS place
    WHERE SUBSTR(orders_taken, 10 * n - 9, 10) <> '          ';
END

-- name: CREATE_STOCK_LEVEL
CREATE PROCEDURE tpcc_stock_level(home int, in_district int, threshold int)
    READS SQL DATA
COMMENT '${mark}'
BEGIN
    DECLARE next_order int;
    SELECT d_next_o_id
    INTO next_order
    FROM district
    WHERE d_w_id = home AND d_id = in_district;
    SELECT COUNT(DISTINCT s_i_id)
    FROM order_line
        JOIN stock ON s_w_id = home AND s_i_id = ol_i_id
    WHERE ol_w_id = home AND ol_d_id = in_district AND ol_o_id >= next_order - 20 AND ol_o_id < next_order
        AND s_quantity < threshold;
END
