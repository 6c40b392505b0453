-- The five transactions as functions of PostgreSQL and its relatives. Each call is a transaction of its own and answers with the columns of
-- the statement of the same name in tpcc/compound; what is said there of locks and of each step holds here too.
--
-- Installed in one transaction: LOCK, FOUND and, unless that is what the client expects, the drops, every CREATE and MARK.

-- name: LOCK
-- Whoever installs at the same time waits until this transaction ends, whatever schema it works in.
SELECT pg_advisory_xact_lock(7460043)

-- name: FOUND
-- What has one of their names: name, mark or null, and the statement that drops it.
SELECT CAST(proname AS text) AS name, obj_description(oid, 'pg_proc') AS mark, 'DROP ROUTINE ' || CAST(oid AS regprocedure) AS remover
FROM pg_proc
WHERE proname IN ('tpcc_new_order', 'tpcc_payment', 'tpcc_order_status', 'tpcc_delivery', 'tpcc_stock_level')
    AND pronamespace = current_schema()::regnamespace

-- name: MARK
COMMENT ON FUNCTION tpcc_new_order IS '${mark}';
COMMENT ON FUNCTION tpcc_payment IS '${mark}';
COMMENT ON FUNCTION tpcc_order_status IS '${mark}';
COMMENT ON FUNCTION tpcc_delivery IS '${mark}';
COMMENT ON FUNCTION tpcc_stock_level IS '${mark}'

-- name: NEW_ORDER
-- Parameters: W_ID, D_ID, C_ID, how many lines take from a stock row for the first time, O_OL_CNT, O_ALL_LOCAL, then the lines as four arrays:
-- numbers, items, supplying warehouses, quantities. First come the lines that take from a stock row for the first time, sorted by
-- warehouse and item; then those that repeat one, in the order typed.
SELECT * FROM tpcc_new_order(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: PAYMENT
-- Parameters: W_ID, D_ID, C_W_ID, C_D_ID, C_ID or null, C_LAST or null, H_AMOUNT.
SELECT * FROM tpcc_payment(?, ?, ?, ?, ?, ?, ?)

-- name: ORDER_STATUS
-- Parameters: C_W_ID, C_D_ID, C_ID or null, C_LAST or null.
SELECT * FROM tpcc_order_status(?, ?, ?, ?)

-- name: DELIVERY
-- Parameters: W_ID, O_CARRIER_ID.
SELECT * FROM tpcc_delivery(?, ?)

-- name: STOCK_LEVEL
-- Parameters: W_ID, D_ID, threshold.
SELECT tpcc_stock_level(?, ?, ?)

-- name: CREATE_NEW_ORDER
-- An order that is short of a line ends with SQLSTATE TPC01, which undoes it. The repeated lines come one by one, so that each sees what the
-- one before left. Rows that are one each have statements of their own, which cost the server less than parts of one statement.
CREATE FUNCTION tpcc_new_order(
    home integer, at_district integer, ordered_by integer, firsts integer, line_count integer, all_local integer,
    numbers integer[], items integer[], suppliers integer[], quantities integer[])
RETURNS TABLE (
    order_id integer, entered timestamp, last_name varchar, credit bpchar, discount numeric, warehouse_tax numeric, district_tax numeric,
    line_number integer, item_name varchar, left_in_stock integer, brand text, price numeric, line_amount numeric)
LANGUAGE plpgsql
AS $$
DECLARE
    found_lines integer;
BEGIN
    SELECT c_last, c_credit, c_discount, w_tax, LOCALTIMESTAMP
    INTO last_name, credit, discount, warehouse_tax, entered
    FROM customer
        JOIN warehouse ON w_id = c_w_id
    WHERE c_w_id = home AND c_d_id = at_district AND c_id = ordered_by;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE district
    SET d_next_o_id = d_next_o_id + 1
    WHERE d_w_id = home AND d_id = at_district
    RETURNING d_next_o_id - 1, d_tax INTO order_id, district_tax;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    VALUES (order_id, at_district, home, ordered_by, entered, NULL, line_count, all_local);
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
    VALUES (order_id, at_district, home);

    RETURN QUERY
    WITH picked AS (
        UPDATE stock
        SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
            s_ytd = s_ytd + quantity,
            s_order_cnt = s_order_cnt + 1,
            s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = home THEN 0 ELSE 1 END
        FROM unnest(numbers[:firsts], items[:firsts], suppliers[:firsts], quantities[:firsts])
                AS line (number, item, supplier, quantity)
            JOIN item ON i_id = item
        WHERE s_w_id = supplier AND s_i_id = item
        RETURNING number, s_i_id, s_w_id, quantity, i_name, s_quantity, i_price, quantity * i_price AS amount,
            CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END AS kind,
            CASE at_district
                WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
                WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
                WHEN 9 THEN s_dist_09 ELSE s_dist_10
            END AS dist_info
    ), written AS (
        INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
            ol_quantity, ol_amount, ol_dist_info)
        SELECT order_id, at_district, home, number, s_i_id, s_w_id, NULL, quantity, amount, dist_info
        FROM picked
    )
    SELECT order_id, entered, last_name, credit, discount, warehouse_tax, district_tax,
        number, i_name, s_quantity::integer, kind, i_price, amount
    FROM picked;
    GET DIAGNOSTICS found_lines = ROW_COUNT;
    IF found_lines < firsts THEN
        RAISE EXCEPTION 'item number is not valid' USING ERRCODE = 'TPC01';
    END IF;

    FOR place IN firsts + 1 .. line_count LOOP
        RETURN QUERY
        WITH picked AS (
            UPDATE stock
            SET s_quantity = s_quantity - quantities[place]
                    + CASE WHEN s_quantity >= quantities[place] + 10 THEN 0 ELSE 91 END,
                s_ytd = s_ytd + quantities[place],
                s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = home THEN 0 ELSE 1 END
            FROM item
            WHERE i_id = items[place] AND s_w_id = suppliers[place] AND s_i_id = i_id
            RETURNING s_i_id, s_w_id, i_name, s_quantity, i_price, quantities[place] * i_price AS amount,
                CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END AS kind,
                CASE at_district
                    WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
                    WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
                    WHEN 9 THEN s_dist_09 ELSE s_dist_10
                END AS dist_info
        ), written AS (
            INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
                ol_quantity, ol_amount, ol_dist_info)
            SELECT order_id, at_district, home, numbers[place], s_i_id, s_w_id, NULL, quantities[place], amount, dist_info
            FROM picked
        )
        SELECT order_id, entered, last_name, credit, discount, warehouse_tax, district_tax,
            numbers[place], i_name, s_quantity::integer, kind, i_price, amount
        FROM picked;
    END LOOP;
END
$$

-- name: CREATE_PAYMENT
CREATE FUNCTION tpcc_payment(
    home integer, at_district integer, payer_warehouse integer, payer_district integer, payer integer, payer_name varchar,
    amount numeric)
RETURNS TABLE (
    id integer, first_name varchar, middle bpchar, last_name varchar,
    street_1 varchar, street_2 varchar, city varchar, state bpchar, zip bpchar, phone bpchar,
    since timestamp, credit bpchar, credit_limit numeric, discount numeric, balance numeric, data text,
    district_name varchar, district_street_1 varchar, district_street_2 varchar, district_city varchar, district_state bpchar,
    district_zip bpchar,
    warehouse_name varchar, warehouse_street_1 varchar, warehouse_street_2 varchar, warehouse_city varchar, warehouse_state bpchar,
    warehouse_zip bpchar,
    paid_at timestamp)
LANGUAGE plpgsql
AS $$
BEGIN
    IF payer IS NULL THEN
        SELECT (array_agg(c_id ORDER BY c_first, c_id))[(count(*) + 1) / 2] INTO payer
        FROM customer
        WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_last = payer_name;
    END IF;
    paid_at := LOCALTIMESTAMP;
    UPDATE customer
    SET c_balance = c_balance - amount,
        c_ytd_payment = c_ytd_payment + amount,
        c_payment_cnt = c_payment_cnt + 1,
        c_data = CASE c_credit
            WHEN 'BC' THEN substr(concat_ws(' ', c_id, c_d_id, c_w_id, at_district, home, amount, c_data), 1, 500)
            ELSE c_data
        END
    WHERE c_w_id = payer_warehouse AND c_d_id = payer_district AND c_id = payer
    RETURNING c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_credit, c_credit_lim, c_discount, c_balance,
        CASE c_credit WHEN 'BC' THEN substr(c_data, 1, 200) ELSE '' END
    INTO id, first_name, middle, last_name, street_1, street_2, city, state, zip, phone,
        since, credit, credit_limit, discount, balance, data;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE district
    SET d_ytd = d_ytd + amount
    WHERE d_w_id = home AND d_id = at_district
    RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip
    INTO district_name, district_street_1, district_street_2, district_city, district_state, district_zip;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE warehouse
    SET w_ytd = w_ytd + amount
    WHERE w_id = home
    RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip
    INTO warehouse_name, warehouse_street_1, warehouse_street_2, warehouse_city, warehouse_state, warehouse_zip;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (id, payer_district, payer_warehouse, at_district, home, paid_at, amount, warehouse_name || '    ' || district_name);
    RETURN NEXT;
END
$$

-- name: CREATE_ORDER_STATUS
-- STABLE, so that looking up the name and the order see one moment.
CREATE FUNCTION tpcc_order_status(in_warehouse integer, in_district integer, asked integer, asked_name varchar)
RETURNS TABLE (
    id integer, first_name varchar, middle bpchar, last_name varchar, balance numeric,
    order_id integer, entered timestamp, carrier integer,
    supplier integer, item integer, quantity integer, amount numeric, delivered timestamp)
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
    IF asked IS NULL THEN
        SELECT (array_agg(c_id ORDER BY c_first, c_id))[(count(*) + 1) / 2] INTO asked
        FROM customer
        WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_last = asked_name;
    END IF;
    RETURN QUERY
    SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id::integer,
        ol_supply_w_id, ol_i_id, ol_quantity::integer, ol_amount, ol_delivery_d
    FROM customer
        CROSS JOIN LATERAL (
            SELECT o_w_id, o_d_id, o_id, o_entry_d, o_carrier_id
            FROM orders
            WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
            ORDER BY o_id DESC
            LIMIT 1
        ) AS latest
        JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
    WHERE c_w_id = in_warehouse AND c_d_id = in_district AND c_id = asked
    ORDER BY ol_number;
END
$$

-- name: CREATE_DELIVERY
CREATE FUNCTION tpcc_delivery(home integer, carrier integer)
RETURNS TABLE (in_district integer, order_id integer)
LANGUAGE plpgsql
AS $$
BEGIN
    RETURN QUERY
    WITH oldest AS MATERIALIZED (
        SELECT no_d_id, no_o_id
        FROM generate_series(1, 10) AS district (number)
            CROSS JOIN LATERAL (
                SELECT no_d_id, no_o_id
                FROM new_order
                WHERE no_w_id = home AND no_d_id = number
                ORDER BY no_o_id
                LIMIT 1
                FOR UPDATE
            ) AS waiting
    ), taken AS (
        DELETE FROM new_order
        USING oldest
        WHERE no_w_id = home AND new_order.no_d_id = oldest.no_d_id AND new_order.no_o_id = oldest.no_o_id
        RETURNING new_order.no_d_id, new_order.no_o_id
    ), shipped AS (
        UPDATE orders
        SET o_carrier_id = carrier
        FROM taken
        WHERE o_w_id = home AND o_d_id = no_d_id AND o_id = no_o_id
        RETURNING o_d_id, o_id, o_c_id
    ), delivered AS (
        UPDATE order_line
        SET ol_delivery_d = LOCALTIMESTAMP
        FROM taken
        WHERE ol_w_id = home AND ol_d_id = no_d_id AND ol_o_id = no_o_id
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
        WHERE c_w_id = home AND c_d_id = o_d_id AND c_id = o_c_id
        RETURNING c_d_id, o_id
    )
    SELECT c_d_id, o_id
    FROM billed;
END
$$

-- name: CREATE_STOCK_LEVEL
CREATE FUNCTION tpcc_stock_level(home integer, in_district integer, threshold integer)
RETURNS bigint
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
    RETURN (
        SELECT count(DISTINCT s_i_id)
        FROM district
            CROSS JOIN generate_series(1, 20) AS recent (place)
            JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id = d_next_o_id - place
            JOIN stock ON s_w_id = d_w_id AND s_i_id = ol_i_id AND s_quantity < threshold
        WHERE d_w_id = home AND d_id = in_district
    );
END
$$
