-- The five transactions for MariaDB: one block each, which is prepared once, and begins and commits its transaction itself, so that a transaction is one
-- message there and one back. Without autocommit the transaction is the client's, who has more to send. What fails undoes the whole.
-- A list is one text of ten characters a number. MySQL has no such blocks.

-- name: NEW_ORDER
-- Clause 2.4.2.2. An order that is short of a line fails with SQLSTATE 23502, as a line without its item does on other products. What the answer needs of each
-- line is kept in texts with ten characters, and one, for each number.
-- Parameters: W_ID, D_ID, C_ID; the lines as four lists sorted by warehouse and item, no stock row twice: numbers, items, supplying
-- warehouses, quantities; how many these are; O_OL_CNT, which is more when other lines follow; O_ALL_LOCAL.
BEGIN NOT ATOMIC
    DECLARE home int DEFAULT ?;
    DECLARE at_district int DEFAULT ?;
    DECLARE ordered_by int DEFAULT ?;
    DECLARE numbers varchar(150) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE items varchar(150) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE suppliers varchar(150) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE quantities varchar(150) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE given int DEFAULT ?;
    DECLARE line_count int DEFAULT ?;
    DECLARE all_local int DEFAULT ?;
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
    IF @@autocommit THEN
        START TRANSACTION;
    END IF;
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
        WHILE place <= given DO
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
                SIGNAL SQLSTATE '23502' SET MESSAGE_TEXT = 'item number is not valid';
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
        IF @@autocommit THEN
            COMMIT;
        END IF;
    END IF;
END

-- name: NEW_ORDER_REPEATED_ITEMS
-- A later line of an order for a stock row it has taken from already: it sees what the one before left. It follows NEW_ORDER in its transaction.
-- Parameters: O_ID, D_ID, W_ID, then the line as four lists of one like those of NEW_ORDER.
BEGIN NOT ATOMIC
    DECLARE order_id int DEFAULT ?;
    DECLARE at_district int DEFAULT ?;
    DECLARE home int DEFAULT ?;
    DECLARE number_now int DEFAULT ?;
    DECLARE item_now int DEFAULT ?;
    DECLARE supplier_now int DEFAULT ?;
    DECLARE quantity_now int DEFAULT ?;
    UPDATE stock
    SET s_quantity = s_quantity - quantity_now + CASE WHEN s_quantity >= quantity_now + 10 THEN 0 ELSE 91 END,
        s_ytd = s_ytd + quantity_now, s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + CASE WHEN supplier_now = home THEN 0 ELSE 1 END
    WHERE s_w_id = supplier_now AND s_i_id = item_now;
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
        ol_quantity, ol_amount, ol_dist_info)
    SELECT order_id, at_district, home, number_now, item_now, supplier_now, NULL, quantity_now, quantity_now * i_price,
        CASE at_district
            WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
            WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
            WHEN 9 THEN s_dist_09 ELSE s_dist_10
        END
    FROM item
        JOIN stock ON s_w_id = supplier_now AND s_i_id = i_id
    WHERE i_id = item_now;
    SELECT number_now, i_name, s_quantity, CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END, i_price,
        quantity_now * i_price
    FROM item
        JOIN stock ON s_w_id = supplier_now AND s_i_id = i_id
    WHERE i_id = item_now;
END

-- name: PAYMENT_BY_NUMBER
-- Clause 2.5.2.2. The district's and the warehouse's rows are the hottest of all, so they come last.
-- Parameters: H_AMOUNT three times (with D_ID, W_ID before the third), C_W_ID, C_D_ID, C_ID; H_AMOUNT, W_ID, D_ID; H_AMOUNT, W_ID; H_AMOUNT:
-- the order is that of the other products' statement, where each parameter is used in its place; here most are not needed again.
BEGIN NOT ATOMIC
    DECLARE amount decimal(6, 2) DEFAULT ?;
    DECLARE ytd_amount decimal(6, 2) DEFAULT ?;
    DECLARE at_district int DEFAULT ?;
    DECLARE home int DEFAULT ?;
    DECLARE data_amount decimal(6, 2) DEFAULT ?;
    DECLARE payer_warehouse int DEFAULT ?;
    DECLARE payer_district int DEFAULT ?;
    DECLARE payer int DEFAULT ?;
    DECLARE district_amount decimal(6, 2) DEFAULT ?;
    DECLARE district_warehouse int DEFAULT ?;
    DECLARE district_number int DEFAULT ?;
    DECLARE warehouse_amount decimal(6, 2) DEFAULT ?;
    DECLARE warehouse_number int DEFAULT ?;
    DECLARE history_amount decimal(6, 2) DEFAULT ?;
    DECLARE found int;
    DECLARE paid datetime(6) DEFAULT LOCALTIMESTAMP(6);
    DECLARE warehouse_name, district_name varchar(10) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
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
    SET found = found + ROW_COUNT();
    UPDATE warehouse
    SET w_ytd = w_ytd + amount
    WHERE w_id = home;
    SET found = found + ROW_COUNT();
    IF found < 3 THEN
        ROLLBACK;
        SELECT 1 FROM DUAL WHERE FALSE;
    ELSE
        SELECT w_name, d_name
        INTO warehouse_name, district_name
        FROM warehouse
            JOIN district ON d_w_id = w_id
        WHERE w_id = home AND d_id = at_district;
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

-- name: PAYMENT_BY_LAST_NAME
-- The same for the middle one, by first name, of the customers who share a last name: place n / 2 rounded up.
-- Parameters: as above, with C_W_ID, C_D_ID, C_LAST in place of C_ID.
BEGIN NOT ATOMIC
    DECLARE amount decimal(6, 2) DEFAULT ?;
    DECLARE ytd_amount decimal(6, 2) DEFAULT ?;
    DECLARE at_district int DEFAULT ?;
    DECLARE home int DEFAULT ?;
    DECLARE data_amount decimal(6, 2) DEFAULT ?;
    DECLARE payer_warehouse int DEFAULT ?;
    DECLARE payer_district int DEFAULT ?;
    DECLARE name_warehouse int DEFAULT ?;
    DECLARE name_district int DEFAULT ?;
    DECLARE payer_name varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE district_amount decimal(6, 2) DEFAULT ?;
    DECLARE district_warehouse int DEFAULT ?;
    DECLARE district_number int DEFAULT ?;
    DECLARE warehouse_amount decimal(6, 2) DEFAULT ?;
    DECLARE warehouse_number int DEFAULT ?;
    DECLARE history_amount decimal(6, 2) DEFAULT ?;
    DECLARE payer int;
    DECLARE found int;
    DECLARE paid datetime(6) DEFAULT LOCALTIMESTAMP(6);
    DECLARE warehouse_name, district_name varchar(10) CHARACTER SET ascii COLLATE ascii_bin;
    DECLARE EXIT HANDLER FOR SQLEXCEPTION
    BEGIN
        ROLLBACK;
        RESIGNAL;
    END;
    START TRANSACTION;
    SET payer = (
        SELECT c_id
        FROM (
            SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
            FROM customer
            WHERE c_w_id = name_warehouse AND c_d_id = name_district AND c_last = payer_name
        ) AS namesake
        WHERE place = (matches + 1) DIV 2
    );
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
    SET found = found + ROW_COUNT();
    UPDATE warehouse
    SET w_ytd = w_ytd + amount
    WHERE w_id = home;
    SET found = found + ROW_COUNT();
    IF found < 3 THEN
        ROLLBACK;
        SELECT 1 FROM DUAL WHERE FALSE;
    ELSE
        SELECT w_name, d_name
        INTO warehouse_name, district_name
        FROM warehouse
            JOIN district ON d_w_id = w_id
        WHERE w_id = home AND d_id = at_district;
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

-- name: ORDER_STATUS_BY_NUMBER
-- Clause 2.6.2.2. Parameters: C_W_ID, C_D_ID, C_ID.
BEGIN NOT ATOMIC
    DECLARE in_warehouse int DEFAULT ?;
    DECLARE in_district int DEFAULT ?;
    DECLARE asked int DEFAULT ?;
    SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
        ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
    FROM customer
        JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_id = (
            SELECT MAX(latest.o_id)
            FROM orders AS latest
            WHERE latest.o_w_id = in_warehouse AND latest.o_d_id = in_district AND latest.o_c_id = asked
        )
        JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_id = asked
    ORDER BY ol_number;
END

-- name: ORDER_STATUS_BY_LAST_NAME
-- Parameters: C_W_ID, C_D_ID, C_W_ID, C_D_ID, C_LAST.
BEGIN NOT ATOMIC
    DECLARE in_warehouse int DEFAULT ?;
    DECLARE in_district int DEFAULT ?;
    DECLARE name_warehouse int DEFAULT ?;
    DECLARE name_district int DEFAULT ?;
    DECLARE asked_name varchar(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT ?;
    DECLARE asked int DEFAULT (
        SELECT c_id
        FROM (
            SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
            FROM customer
            WHERE c_w_id = name_warehouse AND c_d_id = name_district AND c_last = asked_name
        ) AS namesake
        WHERE place = (matches + 1) DIV 2
    );
    SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
        ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
    FROM customer
        JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_id = (
            SELECT MAX(latest.o_id)
            FROM orders AS latest
            WHERE latest.o_w_id = in_warehouse AND latest.o_d_id = in_district AND latest.o_c_id = asked
        )
        JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_id = asked
    ORDER BY ol_number;
END

-- name: DELIVERY
-- Clause 2.7.4.2, the ten districts in one transaction, in the same order for all. Who waits for an order that another delivery takes finds it gone and goes on
-- to the next oldest.
-- Parameters: W_ID, W_ID, O_CARRIER_ID, W_ID, W_ID, W_ID; all W_ID are the same.
BEGIN NOT ATOMIC
    DECLARE home int DEFAULT ?;
    DECLARE taken_home int DEFAULT ?;
    DECLARE carrier int DEFAULT ?;
    DECLARE orders_home int DEFAULT ?;
    DECLARE lines_home int DEFAULT ?;
    DECLARE customers_home int DEFAULT ?;
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
    SELECT seq, CAST(SUBSTR(orders_taken, 10 * seq - 9, 10) AS SIGNED)
    FROM seq_1_to_10
    WHERE SUBSTR(orders_taken, 10 * seq - 9, 10) <> '          ';
END

-- name: STOCK_LEVEL
-- Clause 2.8.2.2. Parameters: threshold, W_ID, D_ID.
BEGIN NOT ATOMIC
    DECLARE threshold int DEFAULT ?;
    DECLARE in_warehouse int DEFAULT ?;
    DECLARE in_district int DEFAULT ?;
    DECLARE next_order int DEFAULT (SELECT d_next_o_id FROM district WHERE d_w_id = in_warehouse AND d_id = in_district);
    SELECT STRAIGHT_JOIN COUNT(DISTINCT s_i_id)
    FROM seq_1_to_20 AS place
        JOIN order_line ON ol_o_id = next_order - seq AND ol_w_id = in_warehouse AND ol_d_id = in_district
        JOIN stock ON s_w_id = in_warehouse AND s_i_id = ol_i_id AND s_quantity < threshold;
END
