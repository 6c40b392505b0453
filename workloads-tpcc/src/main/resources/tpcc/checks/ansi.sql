-- The conditions that a data set must meet, in SQL that most products understand: what may be missing on either
-- side is put together by UNION ALL and grouped, since not all have FULL JOIN. Each check returns one row with one column a condition: how
-- many times it is violated. All are set-based and exact: money is compared as decimal numbers. The client fills in the numbers of rows that
-- a load makes: ${delivered} is 2100, ${orders} and ${customers} are 3000 and ${items} is 100000 in a data set of the specified size.

-- name: WAREHOUSE_YTD
-- 3.3.2.1: W_YTD = sum(D_YTD).
SELECT count(*)
FROM (
    SELECT w_id
    FROM warehouse
        LEFT JOIN district ON d_w_id = w_id
    GROUP BY w_id, w_ytd
    HAVING w_ytd <> coalesce(sum(d_ytd), 0)
) AS violation

-- name: ORDERS
-- By district:
-- 3.3.2.2: D_NEXT_O_ID - 1 = max(O_ID), and = max(NO_O_ID) where orders wait.
-- 3.3.2.3: max(NO_O_ID) - min(NO_O_ID) + 1 = count of NEW-ORDER.
-- 3.3.2.5: O_CARRIER_ID is null exactly for the orders in NEW-ORDER (counts orders).
-- 3.3.2.11: count of ORDER - count of NEW-ORDER = 2100, the orders that were delivered when loaded. Every delivery since has added one
-- to the difference, and those orders can be told by their numbers, so the condition is checked as 2100 + orders above 2100 with a
-- carrier: right after a load that is the specification's own form, and it goes on to hold.
SELECT
    sum(CASE WHEN next_order IS NULL OR last_order IS NULL OR last_order <> next_order - 1
        OR last_waiting <> next_order - 1 THEN 1 ELSE 0 END),
    sum(CASE WHEN last_waiting - first_waiting + 1 <> waiting THEN 1 ELSE 0 END),
    sum(mismatches),
    sum(CASE WHEN ordered - waiting = ${delivered} + delivered_since THEN 0 ELSE 1 END)
FROM (
    SELECT warehouse_id, district_id, max(next_order) AS next_order,
        max(last_order) AS last_order, sum(ordered) AS ordered,
        max(last_waiting) AS last_waiting, min(first_waiting) AS first_waiting, sum(waiting) AS waiting,
        sum(delivered_since) AS delivered_since, sum(mismatches) AS mismatches
    FROM (
        SELECT d_w_id AS warehouse_id, d_id AS district_id, d_next_o_id AS next_order, NULL AS last_order, 0 AS ordered,
            NULL AS last_waiting, NULL AS first_waiting, 0 AS waiting, 0 AS delivered_since, 0 AS mismatches
        FROM district
        UNION ALL
        SELECT warehouse_id, district_id, NULL, max(CASE WHEN entered = 1 THEN order_id END), sum(entered),
            max(CASE WHEN queued = 1 THEN order_id END), min(CASE WHEN queued = 1 THEN order_id END), sum(queued),
            sum(CASE WHEN order_id > ${delivered} AND carried = 1 THEN 1 ELSE 0 END),
            sum(CASE WHEN entered = 1 AND carried + queued = 1 THEN 0 ELSE 1 END)
        FROM (
            SELECT warehouse_id, district_id, order_id, sum(entered) AS entered, sum(carried) AS carried, sum(queued) AS queued
            FROM (
                SELECT o_w_id AS warehouse_id, o_d_id AS district_id, o_id AS order_id, 1 AS entered,
                    CASE WHEN o_carrier_id IS NULL THEN 0 ELSE 1 END AS carried, 0 AS queued
                FROM orders
                UNION ALL
                SELECT no_w_id, no_d_id, no_o_id, 0, 0, 1
                FROM new_order
            ) AS either
            GROUP BY warehouse_id, district_id, order_id
        ) AS by_order
        GROUP BY warehouse_id, district_id
    ) AS part
    GROUP BY warehouse_id, district_id
) AS by_district

-- name: ORDER_LINES
-- 3.3.2.4: sum(O_OL_CNT) = count of ORDER-LINE, by district.
-- 3.3.2.6: O_OL_CNT = count of ORDER-LINE, by order.
-- 3.3.2.7: OL_DELIVERY_D is null exactly where O_CARRIER_ID is, by order.
SELECT
    sum(CASE WHEN expected = written THEN 0 ELSE 1 END),
    sum(wrong_counts),
    sum(wrong_dates)
FROM (
    SELECT sum(expected) AS expected, sum(written) AS written,
        sum(CASE WHEN entered = 1 AND written > 0 AND expected = written THEN 0 ELSE 1 END) AS wrong_counts,
        sum(CASE WHEN entered = 1 AND carried = 0 AND dated = 0
            OR carried = 1 AND written > 0 AND dated = written THEN 0 ELSE 1 END) AS wrong_dates
    FROM (
        SELECT warehouse_id, district_id, order_id, sum(entered) AS entered, sum(carried) AS carried,
            sum(expected) AS expected, sum(written) AS written, sum(dated) AS dated
        FROM (
            SELECT o_w_id AS warehouse_id, o_d_id AS district_id, o_id AS order_id, 1 AS entered,
                CASE WHEN o_carrier_id IS NULL THEN 0 ELSE 1 END AS carried, coalesce(o_ol_cnt, 0) AS expected,
                0 AS written, 0 AS dated
            FROM orders
            UNION ALL
            SELECT ol_w_id, ol_d_id, ol_o_id, 0, 0, 0, count(*), count(ol_delivery_d)
            FROM order_line
            GROUP BY ol_w_id, ol_d_id, ol_o_id
        ) AS either
        GROUP BY warehouse_id, district_id, order_id
    ) AS by_order
    GROUP BY warehouse_id, district_id
) AS by_district

-- name: WAREHOUSE_HISTORY
-- 3.3.2.8: W_YTD = sum(H_AMOUNT).
SELECT count(*)
FROM (
    SELECT warehouse_id
    FROM (
        SELECT w_id AS warehouse_id, w_ytd AS received, 0 AS paid, 1 AS known
        FROM warehouse
        UNION ALL
        SELECT h_w_id, 0, sum(h_amount), 0
        FROM history
        GROUP BY h_w_id
    ) AS either
    GROUP BY warehouse_id
    HAVING sum(known) = 0 OR sum(received) <> sum(paid)
) AS violation

-- name: DISTRICT_HISTORY
-- 3.3.2.9: D_YTD = sum(H_AMOUNT).
SELECT count(*)
FROM (
    SELECT warehouse_id, district_id
    FROM (
        SELECT d_w_id AS warehouse_id, d_id AS district_id, d_ytd AS received, 0 AS paid, 1 AS known
        FROM district
        UNION ALL
        SELECT h_w_id, h_d_id, 0, sum(h_amount), 0
        FROM history
        GROUP BY h_w_id, h_d_id
    ) AS either
    GROUP BY warehouse_id, district_id
    HAVING sum(known) = 0 OR sum(received) <> sum(paid)
) AS violation

-- name: CUSTOMERS
-- 3.3.2.10: C_BALANCE = sum(OL_AMOUNT) of delivered lines - sum(H_AMOUNT).
-- 3.3.2.12: C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT) of delivered lines.
SELECT
    coalesce(sum(CASE WHEN c_balance = coalesce(delivered, 0) - coalesce(paid, 0) THEN 0 ELSE 1 END), 0),
    coalesce(sum(CASE WHEN c_balance + c_ytd_payment = coalesce(delivered, 0) THEN 0 ELSE 1 END), 0)
FROM customer
    LEFT JOIN (
        SELECT o_w_id, o_d_id, o_c_id, sum(ol_amount) AS delivered
        FROM orders
            JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
        WHERE ol_delivery_d IS NOT NULL
        GROUP BY o_w_id, o_d_id, o_c_id
    ) AS received ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
    LEFT JOIN (
        SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS paid
        FROM history
        GROUP BY h_c_w_id, h_c_d_id, h_c_id
    ) AS paying ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id

-- name: STOCK
-- By stock row, over the lines of the orders since the load (O_ID > 3000): a load starts all three counters at zero.
-- S_YTD = sum(OL_QUANTITY); S_ORDER_CNT = count of lines; S_REMOTE_CNT = count of lines ordered at another warehouse.
SELECT
    coalesce(sum(CASE WHEN known = 1 AND s_ytd = quantity THEN 0 ELSE 1 END), 0),
    coalesce(sum(CASE WHEN known = 1 AND s_order_cnt = order_lines THEN 0 ELSE 1 END), 0),
    coalesce(sum(CASE WHEN known = 1 AND s_remote_cnt = remote THEN 0 ELSE 1 END), 0)
FROM (
    SELECT s_w_id, s_i_id, sum(known) AS known, sum(s_ytd) AS s_ytd, sum(s_order_cnt) AS s_order_cnt, sum(s_remote_cnt) AS s_remote_cnt,
        sum(quantity) AS quantity, sum(order_lines) AS order_lines, sum(remote) AS remote
    FROM (
        SELECT s_w_id, s_i_id, 1 AS known, s_ytd, s_order_cnt, s_remote_cnt, 0 AS quantity, 0 AS order_lines, 0 AS remote
        FROM stock
        UNION ALL
        SELECT ol_supply_w_id, ol_i_id, 0, 0, 0, 0, sum(ol_quantity), count(*),
            sum(CASE WHEN ol_supply_w_id = ol_w_id THEN 0 ELSE 1 END)
        FROM order_line
        WHERE ol_o_id > ${orders}
        GROUP BY ol_supply_w_id, ol_i_id
    ) AS either
    GROUP BY s_w_id, s_i_id
) AS by_row

-- name: ORDER_LINE_AMOUNT
-- OL_AMOUNT = OL_QUANTITY x I_PRICE of an item that exists, for the orders since the load.
SELECT count(*)
FROM order_line
    LEFT JOIN item ON i_id = ol_i_id
WHERE ol_o_id > ${orders}
    AND (ol_amount IS NULL OR i_price IS NULL OR ol_amount <> ol_quantity * i_price)

-- name: ORDERS_IN_RANGE
SELECT count(*) FROM orders WHERE o_w_id BETWEEN ? AND ?

-- name: HISTORY_IN_RANGE
SELECT count(*) FROM history WHERE h_w_id BETWEEN ? AND ?

-- name: LOADED_ROWS
-- Clause 1.2.1: rows that a load makes and no transaction adds or removes. The items that are missing or too many; warehouses, districts and
-- warehouses whose number of rows is another.
SELECT
    (SELECT ${items} - count(*) FROM item),
    (SELECT count(*)
        FROM warehouse
            LEFT JOIN (SELECT d_w_id, count(*) AS districts FROM district GROUP BY d_w_id) AS found ON d_w_id = w_id
        WHERE coalesce(districts, 0) <> 10),
    (SELECT count(*)
        FROM district
            LEFT JOIN (
                SELECT c_w_id, c_d_id, count(*) AS customers FROM customer GROUP BY c_w_id, c_d_id
            ) AS found ON c_w_id = d_w_id AND c_d_id = d_id
        WHERE coalesce(customers, 0) <> ${customers}),
    (SELECT count(*)
        FROM warehouse
            LEFT JOIN (SELECT s_w_id, count(*) AS stock_rows FROM stock GROUP BY s_w_id) AS found ON s_w_id = w_id
        WHERE coalesce(stock_rows, 0) <> ${items})
