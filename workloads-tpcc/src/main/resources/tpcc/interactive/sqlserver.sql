-- What SQL Server and Azure SQL say in their own way. A list of integers is one text of ten characters a number. Rows that are read to be
-- changed are locked when they are read.

-- name: NEW_ORDER_NUMBER
-- Parameters: W_ID, D_ID.
UPDATE district
SET d_next_o_id = d_next_o_id + 1
OUTPUT deleted.d_next_o_id, inserted.d_tax
WHERE d_w_id = ? AND d_id = ?

-- name: NEW_ORDER_ORDER
-- Parameters: O_ID, D_ID, W_ID, C_ID, O_OL_CNT, O_ALL_LOCAL.
INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
OUTPUT inserted.o_entry_d
VALUES (?, ?, ?, ?, SYSDATETIME(), NULL, ?, ?)

-- name: NEW_ORDER_ITEMS
-- Parameters: the items, a list.
SET NOCOUNT ON;
DECLARE @items varchar(8000) = ?;
SELECT i_id, i_name, i_price, i_data
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    JOIN item ON i_id = CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int)
WHERE n <= LEN(@items) / 10

-- name: NEW_ORDER_STOCK
-- Parameters: D_ID; supplying warehouses and items, two lists.
SET NOCOUNT ON;
DECLARE @d_id int = ?, @suppliers varchar(8000) = ?, @items varchar(8000) = ?;
SELECT s_w_id, s_i_id, s_quantity, s_data,
    CASE @d_id
        WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
        WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
        WHEN 9 THEN s_dist_09 ELSE s_dist_10
    END
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    JOIN stock WITH (UPDLOCK, ROWLOCK) ON s_w_id = CAST(SUBSTRING(@suppliers, 10 * n - 9, 10) AS int)
        AND s_i_id = CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int)
WHERE n <= LEN(@items) / 10

-- name: PAYMENT_WAREHOUSE
-- Clause 2.5.2.2. Parameters: H_AMOUNT, W_ID.
UPDATE warehouse
SET w_ytd = w_ytd + ?
OUTPUT inserted.w_name, inserted.w_street_1, inserted.w_street_2, inserted.w_city, inserted.w_state, inserted.w_zip
WHERE w_id = ?

-- name: PAYMENT_DISTRICT
-- Parameters: H_AMOUNT, W_ID, D_ID.
UPDATE district
SET d_ytd = d_ytd + ?
OUTPUT inserted.d_name, inserted.d_street_1, inserted.d_street_2, inserted.d_city, inserted.d_state, inserted.d_zip
WHERE d_w_id = ? AND d_id = ?

-- name: PAYMENT_CUSTOMER
-- Parameters: H_AMOUNT, H_AMOUNT, D_ID, W_ID, H_AMOUNT; C_W_ID, C_D_ID, C_ID.
SET NOCOUNT ON;
DECLARE @amount decimal(6, 2) = ?, @ytd_amount decimal(6, 2) = ?, @d_id int = ?, @w_id int = ?, @data_amount decimal(6, 2) = ?,
    @c_w_id int = ?, @c_d_id int = ?, @c_id int = ?;
UPDATE customer
SET c_balance = c_balance - @amount,
    c_ytd_payment = c_ytd_payment + @ytd_amount,
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTRING(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @data_amount, ' ', c_data), 1, 500)
        ELSE c_data
    END
OUTPUT inserted.c_id, inserted.c_first, inserted.c_middle, inserted.c_last, inserted.c_street_1, inserted.c_street_2,
    inserted.c_city, inserted.c_state, inserted.c_zip, inserted.c_phone, inserted.c_since, inserted.c_credit,
    inserted.c_credit_lim, inserted.c_discount, inserted.c_balance,
    CASE inserted.c_credit WHEN 'BC' THEN SUBSTRING(inserted.c_data, 1, 200) ELSE '' END
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id

-- name: PAYMENT_HISTORY
-- Parameters: C_ID, C_D_ID, C_W_ID, D_ID, W_ID, H_AMOUNT, H_DATA.
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
OUTPUT inserted.h_date
VALUES (?, ?, ?, ?, ?, SYSDATETIME(), ?, ?)

-- name: ORDER_STATUS_ORDER
-- Parameters: C_W_ID, C_D_ID, C_ID.
SELECT TOP (1) o_id, o_entry_d, o_carrier_id
FROM orders
WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?
ORDER BY o_id DESC

-- name: DELIVERY_OLDEST
-- The hint makes who waits for a row that another delivery takes find it gone and go on to the next oldest. Parameters: districts, a list; W_ID.
SET NOCOUNT ON;
DECLARE @districts varchar(8000) = ?, @w_id int = ?;
SELECT d_id, o_id
FROM (
    SELECT number AS d_id, (
            SELECT TOP (1) no_o_id
            FROM new_order WITH (UPDLOCK, ROWLOCK)
            WHERE no_w_id = @w_id AND no_d_id = number
            ORDER BY no_o_id
        ) AS o_id
    FROM (
        SELECT CAST(SUBSTRING(@districts, 10 * n - 9, 10) AS int) AS number
        FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS place (n)
        WHERE n <= LEN(@districts) / 10
    ) AS district
) AS waiting
WHERE o_id IS NOT NULL

-- name: DELIVERY_AMOUNTS
-- Parameters: districts and their orders, two lists; W_ID, W_ID.
SET NOCOUNT ON;
DECLARE @districts varchar(8000) = ?, @orders varchar(8000) = ?, @w_id int = ?, @lines_w_id int = ?;
SELECT o_d_id, o_c_id, SUM(ol_amount)
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS place (n)
    JOIN orders ON o_w_id = @w_id AND o_d_id = CAST(SUBSTRING(@districts, 10 * n - 9, 10) AS int)
        AND o_id = CAST(SUBSTRING(@orders, 10 * n - 9, 10) AS int)
    JOIN order_line ON ol_w_id = @lines_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE n <= LEN(@orders) / 10
GROUP BY o_d_id, o_id, o_c_id

-- name: DELIVERY_LINES
-- Parameters: W_ID, D_ID, O_ID.
UPDATE order_line
SET ol_delivery_d = SYSDATETIME()
WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?

-- name: STOCK_LEVEL_COUNT
-- Parameters: D_NEXT_O_ID, W_ID, D_ID, W_ID, threshold.
SELECT COUNT(DISTINCT s_i_id)
FROM (SELECT ? AS next_order) AS counter
    JOIN order_line ON ol_o_id >= next_order - 20 AND ol_o_id < next_order
    JOIN stock ON s_i_id = ol_i_id
WHERE ol_w_id = ? AND ol_d_id = ? AND s_w_id = ? AND s_quantity < ?
