-- The five transactions for SQL Server and Azure SQL: one batch each, which begins and commits its transaction
-- itself, so that a transaction is one message there and one back. Rows come last: what is answered is committed.
--
-- A list of integers is one text of ten characters a number. At most one table variable a transaction: each is a table in tempdb, whose
-- catalogue all sessions share. So one row is read and changed by one UPDATE with variables, and lines are kept only once, as the UPDATE
-- of stock puts them out. Parameters that are tables, and OPENJSON, would bring tables back or parse more.
--
-- FORCE ORDER keeps rows locked in the order of the list; LOOP JOIN looks up a few rows even before there are statistics.
--
-- Locks are always taken in the order customer, district, warehouse, and district before stock rows. A foreign key locks the row that it
-- refers to, so New-Order keeps its customer from the beginning on. XACT_ABORT makes any failure undo
-- the transaction, which by default only some do.

-- name: NEW_ORDER
-- Clause 2.4.2.2. Unused item numbers find no row in item and so leave no line. An order that is short of a line is rolled back here, and
-- the client sees that a row is missing.
-- Parameters: W_ID, D_ID, C_ID; the lines as four lists sorted by warehouse and item, no stock row twice: numbers, items, supplying
-- warehouses, quantities; how many these are; O_OL_CNT, which is more when other lines follow; O_ALL_LOCAL.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @w_id int = ?, @d_id int = ?, @c_id int = ?,
    @numbers varchar(8000) = ?, @items varchar(8000) = ?, @suppliers varchar(8000) = ?, @quantities varchar(8000) = ?,
    @lines int = ?, @o_ol_cnt int = ?, @o_all_local int = ?;
DECLARE @entered datetime2(6) = SYSDATETIME(), @o_id int, @d_tax decimal(4, 4), @w_tax decimal(4, 4),
    @last_name varchar(16), @credit char(2), @discount decimal(4, 4);
DECLARE @taken TABLE (
    number int, item_id int, supplier int, quantity int, item_name varchar(24), left_over int, brand char(1), price decimal(5, 2),
    dist_info char(24)
);
BEGIN TRANSACTION;
SELECT @last_name = c_last, @credit = c_credit, @discount = c_discount
FROM customer WITH (REPEATABLEREAD, ROWLOCK)
WHERE c_w_id = @w_id AND c_d_id = @d_id AND c_id = @c_id;
UPDATE district
SET @o_id = d_next_o_id, @d_tax = d_tax, d_next_o_id += 1
WHERE d_w_id = @w_id AND d_id = @d_id AND @last_name IS NOT NULL;
SELECT @w_tax = w_tax
FROM warehouse
WHERE w_id = @w_id;
UPDATE stock
SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
    s_ytd = s_ytd + quantity,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = @w_id THEN 0 ELSE 1 END
OUTPUT line.number, inserted.s_i_id, inserted.s_w_id, line.quantity, item.i_name, inserted.s_quantity,
    CASE WHEN item.i_data LIKE '%ORIGINAL%' AND inserted.s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END, item.i_price,
    CASE @d_id
        WHEN 1 THEN inserted.s_dist_01 WHEN 2 THEN inserted.s_dist_02 WHEN 3 THEN inserted.s_dist_03
        WHEN 4 THEN inserted.s_dist_04 WHEN 5 THEN inserted.s_dist_05 WHEN 6 THEN inserted.s_dist_06
        WHEN 7 THEN inserted.s_dist_07 WHEN 8 THEN inserted.s_dist_08 WHEN 9 THEN inserted.s_dist_09
        ELSE inserted.s_dist_10
    END
INTO @taken (number, item_id, supplier, quantity, item_name, left_over, brand, price, dist_info)
FROM (
    SELECT CAST(SUBSTRING(@numbers, 10 * n - 9, 10) AS int) AS number,
        CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int) AS item_id,
        CAST(SUBSTRING(@suppliers, 10 * n - 9, 10) AS int) AS supplier,
        CAST(SUBSTRING(@quantities, 10 * n - 9, 10) AS int) AS quantity
    FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    WHERE n <= @lines AND @o_id IS NOT NULL
) AS line
    JOIN item ON i_id = line.item_id
    JOIN stock ON s_w_id = line.supplier AND s_i_id = i_id
OPTION (FORCE ORDER, LOOP JOIN);
IF @@ROWCOUNT = @lines
BEGIN
    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    VALUES (@o_id, @d_id, @w_id, @c_id, @entered, NULL, @o_ol_cnt, @o_all_local);
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
    VALUES (@o_id, @d_id, @w_id);
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
        ol_quantity, ol_amount, ol_dist_info)
    SELECT @o_id, @d_id, @w_id, number, item_id, supplier, NULL, quantity, quantity * price, dist_info
    FROM @taken;
    COMMIT TRANSACTION;
END
ELSE
    ROLLBACK TRANSACTION;
SELECT @o_id, @entered, @last_name, @credit, @discount, @w_tax, @d_tax,
    number, item_name, left_over, brand, price, quantity * price
FROM @taken

-- name: NEW_ORDER_REPEATED_ITEMS
-- The second and later lines of an order for a stock row it has taken from already: each sees what the one before left. They follow
-- NEW_ORDER in its transaction.
-- Parameters: O_ID, D_ID, W_ID, then the lines as four lists like those of NEW_ORDER.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @o_id int = ?, @d_id int = ?, @w_id int = ?,
    @numbers varchar(8000) = ?, @items varchar(8000) = ?, @suppliers varchar(8000) = ?, @quantities varchar(8000) = ?;
DECLARE @taken TABLE (
    number int, item_id int, supplier int, quantity int, item_name varchar(24), left_over int, brand char(1), price decimal(5, 2),
    dist_info char(24)
);
UPDATE stock
SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
    s_ytd = s_ytd + quantity,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = @w_id THEN 0 ELSE 1 END
OUTPUT line.number, inserted.s_i_id, inserted.s_w_id, line.quantity, item.i_name, inserted.s_quantity,
    CASE WHEN item.i_data LIKE '%ORIGINAL%' AND inserted.s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END, item.i_price,
    CASE @d_id
        WHEN 1 THEN inserted.s_dist_01 WHEN 2 THEN inserted.s_dist_02 WHEN 3 THEN inserted.s_dist_03
        WHEN 4 THEN inserted.s_dist_04 WHEN 5 THEN inserted.s_dist_05 WHEN 6 THEN inserted.s_dist_06
        WHEN 7 THEN inserted.s_dist_07 WHEN 8 THEN inserted.s_dist_08 WHEN 9 THEN inserted.s_dist_09
        ELSE inserted.s_dist_10
    END
INTO @taken (number, item_id, supplier, quantity, item_name, left_over, brand, price, dist_info)
FROM (
    SELECT CAST(SUBSTRING(@numbers, 10 * n - 9, 10) AS int) AS number,
        CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int) AS item_id,
        CAST(SUBSTRING(@suppliers, 10 * n - 9, 10) AS int) AS supplier,
        CAST(SUBSTRING(@quantities, 10 * n - 9, 10) AS int) AS quantity
    FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    WHERE n <= LEN(@numbers) / 10
) AS line
    JOIN item ON i_id = line.item_id
    JOIN stock ON s_w_id = line.supplier AND s_i_id = i_id
OPTION (FORCE ORDER, LOOP JOIN);
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
    ol_quantity, ol_amount, ol_dist_info)
SELECT @o_id, @d_id, @w_id, number, item_id, supplier, NULL, quantity, quantity * price, dist_info
FROM @taken;
SELECT number, item_name, left_over, brand, price, quantity * price
FROM @taken

-- name: PAYMENT_BY_NUMBER
-- Clause 2.5.2.2. The district's and the warehouse's rows are the hottest of all, so they come last.
-- Parameters: H_AMOUNT three times (with D_ID, W_ID before the third), C_W_ID, C_D_ID, C_ID; H_AMOUNT, W_ID, D_ID; H_AMOUNT, W_ID; H_AMOUNT:
-- the order is that of the other products' statement, where each parameter is used in its place; here most are not needed again.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @amount decimal(6, 2) = ?, @ytd_amount decimal(6, 2) = ?, @d_id int = ?, @w_id int = ?, @data_amount decimal(6, 2) = ?,
    @c_w_id int = ?, @c_d_id int = ?, @c_id int = ?,
    @district_amount decimal(6, 2) = ?, @district_w_id int = ?, @district_d_id int = ?,
    @warehouse_amount decimal(6, 2) = ?, @warehouse_w_id int = ?, @history_amount decimal(6, 2) = ?;
DECLARE @first varchar(16), @middle char(2), @last_name varchar(16), @c_street_1 varchar(20), @c_street_2 varchar(20),
    @c_city varchar(20), @c_state char(2), @c_zip char(9), @phone char(16), @since datetime2(6), @credit char(2),
    @credit_lim decimal(12, 2), @discount decimal(4, 4), @balance decimal(12, 2), @data varchar(500),
    @d_name varchar(10), @d_street_1 varchar(20), @d_street_2 varchar(20), @d_city varchar(20), @d_state char(2), @d_zip char(9),
    @w_name varchar(10), @w_street_1 varchar(20), @w_street_2 varchar(20), @w_city varchar(20), @w_state char(2), @w_zip char(9),
    @now datetime2(6) = SYSDATETIME();
BEGIN TRANSACTION;
UPDATE customer
SET @first = c_first, @middle = c_middle, @last_name = c_last, @c_street_1 = c_street_1, @c_street_2 = c_street_2, @c_city = c_city,
    @c_state = c_state, @c_zip = c_zip, @phone = c_phone, @since = c_since, @credit = c_credit, @credit_lim = c_credit_lim,
    @discount = c_discount,
    @balance = c_balance = c_balance - @amount,
    c_ytd_payment += @amount,
    c_payment_cnt += 1,
    @data = c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTRING(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @amount, ' ', c_data), 1, 500)
        ELSE c_data
    END
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
UPDATE district
SET @d_name = d_name, @d_street_1 = d_street_1, @d_street_2 = d_street_2, @d_city = d_city, @d_state = d_state, @d_zip = d_zip,
    d_ytd += @amount
WHERE d_w_id = @w_id AND d_id = @d_id;
UPDATE warehouse
SET @w_name = w_name, @w_street_1 = w_street_1, @w_street_2 = w_street_2, @w_city = w_city, @w_state = w_state, @w_zip = w_zip,
    w_ytd += @amount
WHERE w_id = @w_id;
IF @last_name IS NOT NULL AND @d_name IS NOT NULL AND @w_name IS NOT NULL
BEGIN
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (@c_id, @c_d_id, @c_w_id, @d_id, @w_id, @now, @amount, CONCAT(@w_name, '    ', @d_name));
    COMMIT TRANSACTION;
END
ELSE
    ROLLBACK TRANSACTION;
SELECT @c_id, @first, @middle, @last_name, @c_street_1, @c_street_2, @c_city, @c_state, @c_zip, @phone, @since, @credit,
    @credit_lim, @discount, @balance, CASE @credit WHEN 'BC' THEN SUBSTRING(@data, 1, 200) ELSE '' END,
    @d_name, @d_street_1, @d_street_2, @d_city, @d_state, @d_zip,
    @w_name, @w_street_1, @w_street_2, @w_city, @w_state, @w_zip,
    @now
WHERE @last_name IS NOT NULL AND @d_name IS NOT NULL AND @w_name IS NOT NULL

-- name: PAYMENT_BY_LAST_NAME
-- The same for the middle one, by first name, of the customers who share a last name: place n / 2 rounded up.
-- Parameters: as above, with C_W_ID, C_D_ID, C_LAST in place of C_ID.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @amount decimal(6, 2) = ?, @ytd_amount decimal(6, 2) = ?, @d_id int = ?, @w_id int = ?, @data_amount decimal(6, 2) = ?,
    @c_w_id int = ?, @c_d_id int = ?, @name_w_id int = ?, @name_d_id int = ?, @c_last varchar(16) = ?,
    @district_amount decimal(6, 2) = ?, @district_w_id int = ?, @district_d_id int = ?,
    @warehouse_amount decimal(6, 2) = ?, @warehouse_w_id int = ?, @history_amount decimal(6, 2) = ?;
DECLARE @first varchar(16), @middle char(2), @last_name varchar(16), @c_street_1 varchar(20), @c_street_2 varchar(20),
    @c_city varchar(20), @c_state char(2), @c_zip char(9), @phone char(16), @since datetime2(6), @credit char(2),
    @credit_lim decimal(12, 2), @discount decimal(4, 4), @balance decimal(12, 2), @data varchar(500),
    @d_name varchar(10), @d_street_1 varchar(20), @d_street_2 varchar(20), @d_city varchar(20), @d_state char(2), @d_zip char(9),
    @w_name varchar(10), @w_street_1 varchar(20), @w_street_2 varchar(20), @w_city varchar(20), @w_state char(2), @w_zip char(9),
    @now datetime2(6) = SYSDATETIME();
BEGIN TRANSACTION;
DECLARE @c_id int = (
    SELECT c_id
    FROM (
        SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
        FROM customer
        WHERE c_w_id = @name_w_id AND c_d_id = @name_d_id AND c_last = @c_last
    ) AS namesake
    WHERE place = (matches + 1) / 2
);
UPDATE customer
SET @first = c_first, @middle = c_middle, @last_name = c_last, @c_street_1 = c_street_1, @c_street_2 = c_street_2, @c_city = c_city,
    @c_state = c_state, @c_zip = c_zip, @phone = c_phone, @since = c_since, @credit = c_credit, @credit_lim = c_credit_lim,
    @discount = c_discount,
    @balance = c_balance = c_balance - @amount,
    c_ytd_payment += @amount,
    c_payment_cnt += 1,
    @data = c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTRING(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @amount, ' ', c_data), 1, 500)
        ELSE c_data
    END
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
UPDATE district
SET @d_name = d_name, @d_street_1 = d_street_1, @d_street_2 = d_street_2, @d_city = d_city, @d_state = d_state, @d_zip = d_zip,
    d_ytd += @amount
WHERE d_w_id = @w_id AND d_id = @d_id;
UPDATE warehouse
SET @w_name = w_name, @w_street_1 = w_street_1, @w_street_2 = w_street_2, @w_city = w_city, @w_state = w_state, @w_zip = w_zip,
    w_ytd += @amount
WHERE w_id = @w_id;
IF @last_name IS NOT NULL AND @d_name IS NOT NULL AND @w_name IS NOT NULL
BEGIN
    INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (@c_id, @c_d_id, @c_w_id, @d_id, @w_id, @now, @amount, CONCAT(@w_name, '    ', @d_name));
    COMMIT TRANSACTION;
END
ELSE
    ROLLBACK TRANSACTION;
SELECT @c_id, @first, @middle, @last_name, @c_street_1, @c_street_2, @c_city, @c_state, @c_zip, @phone, @since, @credit,
    @credit_lim, @discount, @balance, CASE @credit WHEN 'BC' THEN SUBSTRING(@data, 1, 200) ELSE '' END,
    @d_name, @d_street_1, @d_street_2, @d_city, @d_state, @d_zip,
    @w_name, @w_street_1, @w_street_2, @w_city, @w_state, @w_zip,
    @now
WHERE @last_name IS NOT NULL AND @d_name IS NOT NULL AND @w_name IS NOT NULL

-- name: ORDER_STATUS_BY_NUMBER
-- Clause 2.6.2.2. Parameters: C_W_ID, C_D_ID, C_ID.
SET NOCOUNT ON;
DECLARE @c_w_id int = ?, @c_d_id int = ?, @c_id int = ?;
SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
    ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
FROM customer
    JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
    JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id
    AND o_id = (
        SELECT MAX(latest.o_id)
        FROM orders AS latest
        WHERE latest.o_w_id = @c_w_id AND latest.o_d_id = @c_d_id AND latest.o_c_id = @c_id
    )
ORDER BY ol_number

-- name: ORDER_STATUS_BY_LAST_NAME
-- Parameters: C_W_ID, C_D_ID, C_W_ID, C_D_ID, C_LAST.
SET NOCOUNT ON;
DECLARE @c_w_id int = ?, @c_d_id int = ?, @name_w_id int = ?, @name_d_id int = ?, @c_last varchar(16) = ?;
DECLARE @c_id int = (
    SELECT c_id
    FROM (
        SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
        FROM customer
        WHERE c_w_id = @name_w_id AND c_d_id = @name_d_id AND c_last = @c_last
    ) AS namesake
    WHERE place = (matches + 1) / 2
);
SELECT c_id, c_first, c_middle, c_last, c_balance, o_id, o_entry_d, o_carrier_id,
    ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
FROM customer
    JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
    JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id
    AND o_id = (
        SELECT MAX(latest.o_id)
        FROM orders AS latest
        WHERE latest.o_w_id = @c_w_id AND latest.o_d_id = @c_d_id AND latest.o_c_id = @c_id
    )
ORDER BY ol_number

-- name: DELIVERY
-- Clause 2.7.4.2, the ten districts in one transaction. The hint makes two deliveries of one warehouse take two orders: the second waits
-- for the row that the first looks at, finds it gone and goes on to the next oldest.
-- Parameters: W_ID, W_ID, O_CARRIER_ID, W_ID, W_ID, W_ID; all W_ID are the same.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @w_id int = ?, @taken_w_id int = ?, @carrier int = ?, @orders_w_id int = ?, @lines_w_id int = ?, @customers_w_id int = ?;
DECLARE @taken TABLE (d_id int, o_id int, c_id int);
BEGIN TRANSACTION;
DELETE FROM new_order
OUTPUT deleted.no_d_id, deleted.no_o_id, orders.o_c_id
INTO @taken (d_id, o_id, c_id)
FROM (
    SELECT number, (
            SELECT TOP (1) no_o_id
            FROM new_order WITH (UPDLOCK, ROWLOCK)
            WHERE no_w_id = @w_id AND no_d_id = number
            ORDER BY no_o_id
        ) AS order_id
    FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS district (number)
) AS oldest
    JOIN new_order ON no_w_id = @w_id AND no_d_id = oldest.number AND no_o_id = oldest.order_id
    JOIN orders ON o_w_id = @w_id AND o_d_id = no_d_id AND o_id = no_o_id
OPTION (FORCE ORDER, LOOP JOIN);
UPDATE orders
SET o_carrier_id = @carrier
FROM @taken AS taken
    JOIN orders ON o_w_id = @w_id AND o_d_id = taken.d_id AND orders.o_id = taken.o_id;
UPDATE order_line
SET ol_delivery_d = SYSDATETIME()
FROM @taken AS taken
    JOIN order_line ON ol_w_id = @w_id AND ol_d_id = taken.d_id AND ol_o_id = taken.o_id;
UPDATE customer
SET c_balance += total,
    c_delivery_cnt += 1
FROM (
    SELECT taken.d_id AS owed_d_id, taken.c_id AS owed_c_id, SUM(ol_amount) AS total
    FROM @taken AS taken
        JOIN order_line ON ol_w_id = @w_id AND ol_d_id = taken.d_id AND ol_o_id = taken.o_id
    GROUP BY taken.d_id, taken.c_id
) AS owed
    JOIN customer ON c_w_id = @w_id AND c_d_id = owed_d_id AND customer.c_id = owed_c_id;
COMMIT TRANSACTION;
SELECT d_id, o_id
FROM @taken

-- name: STOCK_LEVEL
-- Clause 2.8.2.2. Parameters: threshold, W_ID, D_ID.
SET NOCOUNT ON;
DECLARE @threshold int = ?, @w_id int = ?, @d_id int = ?;
DECLARE @next_o_id int = (SELECT d_next_o_id FROM district WHERE d_w_id = @w_id AND d_id = @d_id);
SELECT COUNT(DISTINCT s_i_id)
FROM order_line
    JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
WHERE ol_w_id = @w_id AND ol_d_id = @d_id AND ol_o_id >= @next_o_id - 20 AND ol_o_id < @next_o_id
    AND s_quantity < @threshold
