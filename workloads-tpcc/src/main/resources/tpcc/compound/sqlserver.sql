-- The five transactions for SQL Server and Azure SQL: one batch each, which begins and commits its transaction
-- itself, so that a transaction is one message there and one back. Rows come last: what is answered is committed.
--
-- A list of integers is one text of ten characters a number.
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
DECLARE @counter TABLE (o_id int, d_tax decimal(4, 4));
DECLARE @line TABLE (
    number int, item_id int, supplier int, quantity int,
    item_name varchar(24), price decimal(5, 2), item_data varchar(50),
    PRIMARY KEY (supplier, item_id)
);
DECLARE @taken TABLE (t_w_id int, t_i_id int, t_quantity int, t_data varchar(50), t_dist_info char(24));
BEGIN TRANSACTION;
SELECT @last_name = c_last, @credit = c_credit, @discount = c_discount
FROM customer WITH (REPEATABLEREAD, ROWLOCK)
WHERE c_w_id = @w_id AND c_d_id = @d_id AND c_id = @c_id;
UPDATE district
SET d_next_o_id = d_next_o_id + 1
OUTPUT deleted.d_next_o_id, inserted.d_tax
INTO @counter (o_id, d_tax)
WHERE d_w_id = @w_id AND d_id = @d_id AND @last_name IS NOT NULL;
SELECT @o_id = o_id, @d_tax = d_tax
FROM @counter;
SELECT @w_tax = w_tax
FROM warehouse
WHERE w_id = @w_id;
INSERT INTO @line (number, item_id, supplier, quantity, item_name, price, item_data)
SELECT CAST(SUBSTRING(@numbers, 10 * n - 9, 10) AS int), i_id, CAST(SUBSTRING(@suppliers, 10 * n - 9, 10) AS int),
    CAST(SUBSTRING(@quantities, 10 * n - 9, 10) AS int), i_name, i_price, i_data
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    JOIN item ON i_id = CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int)
WHERE n <= @lines AND @o_id IS NOT NULL;
UPDATE stock
SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
    s_ytd = s_ytd + quantity,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = @w_id THEN 0 ELSE 1 END
OUTPUT inserted.s_w_id, inserted.s_i_id, inserted.s_quantity, inserted.s_data,
    CASE @d_id
        WHEN 1 THEN inserted.s_dist_01 WHEN 2 THEN inserted.s_dist_02 WHEN 3 THEN inserted.s_dist_03
        WHEN 4 THEN inserted.s_dist_04 WHEN 5 THEN inserted.s_dist_05 WHEN 6 THEN inserted.s_dist_06
        WHEN 7 THEN inserted.s_dist_07 WHEN 8 THEN inserted.s_dist_08 WHEN 9 THEN inserted.s_dist_09
        ELSE inserted.s_dist_10
    END
INTO @taken (t_w_id, t_i_id, t_quantity, t_data, t_dist_info)
FROM stock
    JOIN @line AS line ON s_w_id = supplier AND s_i_id = item_id;
IF @@ROWCOUNT = @lines
BEGIN
    INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    VALUES (@o_id, @d_id, @w_id, @c_id, @entered, NULL, @o_ol_cnt, @o_all_local);
    INSERT INTO new_order (no_o_id, no_d_id, no_w_id)
    VALUES (@o_id, @d_id, @w_id);
    INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
        ol_quantity, ol_amount, ol_dist_info)
    SELECT @o_id, @d_id, @w_id, number, item_id, supplier, NULL, quantity, quantity * price, t_dist_info
    FROM @line
        JOIN @taken ON t_w_id = supplier AND t_i_id = item_id;
    COMMIT TRANSACTION;
END
ELSE
    ROLLBACK TRANSACTION;
SELECT @o_id, @entered, @last_name, @credit, @discount, @w_tax, @d_tax,
    number, item_name, t_quantity, CASE WHEN item_data LIKE '%ORIGINAL%' AND t_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END,
    price, quantity * price
FROM @line
    JOIN @taken ON t_w_id = supplier AND t_i_id = item_id

-- name: NEW_ORDER_REPEATED_ITEMS
-- The second and later lines of an order for a stock row it has taken from already: each sees what the one before left. They follow
-- NEW_ORDER in its transaction.
-- Parameters: O_ID, D_ID, W_ID, then the lines as four lists like those of NEW_ORDER.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @o_id int = ?, @d_id int = ?, @w_id int = ?,
    @numbers varchar(8000) = ?, @items varchar(8000) = ?, @suppliers varchar(8000) = ?, @quantities varchar(8000) = ?;
DECLARE @line TABLE (
    number int, item_id int, supplier int, quantity int,
    item_name varchar(24), price decimal(5, 2), item_data varchar(50),
    PRIMARY KEY (supplier, item_id)
);
DECLARE @taken TABLE (t_w_id int, t_i_id int, t_quantity int, t_data varchar(50), t_dist_info char(24));
INSERT INTO @line (number, item_id, supplier, quantity, item_name, price, item_data)
SELECT CAST(SUBSTRING(@numbers, 10 * n - 9, 10) AS int), i_id, CAST(SUBSTRING(@suppliers, 10 * n - 9, 10) AS int),
    CAST(SUBSTRING(@quantities, 10 * n - 9, 10) AS int), i_name, i_price, i_data
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15)) AS place (n)
    JOIN item ON i_id = CAST(SUBSTRING(@items, 10 * n - 9, 10) AS int)
WHERE n <= LEN(@numbers) / 10;
UPDATE stock
SET s_quantity = s_quantity - quantity + CASE WHEN s_quantity >= quantity + 10 THEN 0 ELSE 91 END,
    s_ytd = s_ytd + quantity,
    s_order_cnt = s_order_cnt + 1,
    s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = @w_id THEN 0 ELSE 1 END
OUTPUT inserted.s_w_id, inserted.s_i_id, inserted.s_quantity, inserted.s_data,
    CASE @d_id
        WHEN 1 THEN inserted.s_dist_01 WHEN 2 THEN inserted.s_dist_02 WHEN 3 THEN inserted.s_dist_03
        WHEN 4 THEN inserted.s_dist_04 WHEN 5 THEN inserted.s_dist_05 WHEN 6 THEN inserted.s_dist_06
        WHEN 7 THEN inserted.s_dist_07 WHEN 8 THEN inserted.s_dist_08 WHEN 9 THEN inserted.s_dist_09
        ELSE inserted.s_dist_10
    END
INTO @taken (t_w_id, t_i_id, t_quantity, t_data, t_dist_info)
FROM stock
    JOIN @line AS line ON s_w_id = supplier AND s_i_id = item_id;
INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,
    ol_quantity, ol_amount, ol_dist_info)
SELECT @o_id, @d_id, @w_id, number, item_id, supplier, NULL, quantity, quantity * price, t_dist_info
FROM @line
    JOIN @taken ON t_w_id = supplier AND t_i_id = item_id;
SELECT number, item_name, t_quantity, CASE WHEN item_data LIKE '%ORIGINAL%' AND t_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END,
    price, quantity * price
FROM @line
    JOIN @taken ON t_w_id = supplier AND t_i_id = item_id

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
DECLARE @paid TABLE (
    c_id int, c_d_id int, c_w_id int, c_first varchar(16), c_middle char(2), c_last varchar(16), c_street_1 varchar(20),
    c_street_2 varchar(20), c_city varchar(20), c_state char(2), c_zip char(9), c_phone char(16), c_since datetime2(6),
    c_credit char(2), c_credit_lim decimal(12, 2), c_discount decimal(4, 4), c_balance decimal(12, 2), c_data varchar(200)
);
DECLARE @at_district TABLE (
    d_name varchar(10), d_street_1 varchar(20), d_street_2 varchar(20), d_city varchar(20), d_state char(2), d_zip char(9)
);
DECLARE @at_warehouse TABLE (
    w_name varchar(10), w_street_1 varchar(20), w_street_2 varchar(20), w_city varchar(20), w_state char(2), w_zip char(9)
);
DECLARE @now datetime2(6) = SYSDATETIME();
BEGIN TRANSACTION;
UPDATE customer
SET c_balance = c_balance - @amount,
    c_ytd_payment = c_ytd_payment + @amount,
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTRING(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @amount, ' ', c_data), 1, 500)
        ELSE c_data
    END
OUTPUT inserted.c_id, inserted.c_d_id, inserted.c_w_id, inserted.c_first, inserted.c_middle, inserted.c_last, inserted.c_street_1,
    inserted.c_street_2, inserted.c_city, inserted.c_state, inserted.c_zip, inserted.c_phone, inserted.c_since,
    inserted.c_credit, inserted.c_credit_lim, inserted.c_discount, inserted.c_balance, SUBSTRING(inserted.c_data, 1, 200)
INTO @paid (c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since,
    c_credit, c_credit_lim, c_discount, c_balance, c_data)
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
UPDATE district
SET d_ytd = d_ytd + @amount
OUTPUT inserted.d_name, inserted.d_street_1, inserted.d_street_2, inserted.d_city, inserted.d_state, inserted.d_zip
INTO @at_district (d_name, d_street_1, d_street_2, d_city, d_state, d_zip)
WHERE d_w_id = @w_id AND d_id = @d_id;
UPDATE warehouse
SET w_ytd = w_ytd + @amount
OUTPUT inserted.w_name, inserted.w_street_1, inserted.w_street_2, inserted.w_city, inserted.w_state, inserted.w_zip
INTO @at_warehouse (w_name, w_street_1, w_street_2, w_city, w_state, w_zip)
WHERE w_id = @w_id;
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
SELECT c_id, c_d_id, c_w_id, @d_id, @w_id, @now, @amount, CONCAT(w_name, '    ', d_name)
FROM @paid
    CROSS JOIN @at_district
    CROSS JOIN @at_warehouse;
IF @@ROWCOUNT = 1
    COMMIT TRANSACTION;
ELSE
    ROLLBACK TRANSACTION;
SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
    c_credit_lim, c_discount, c_balance, CASE c_credit WHEN 'BC' THEN c_data ELSE '' END,
    d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
    w_name, w_street_1, w_street_2, w_city, w_state, w_zip,
    @now
FROM @paid
    CROSS JOIN @at_district
    CROSS JOIN @at_warehouse

-- name: PAYMENT_BY_LAST_NAME
-- The same for the middle one, by first name, of the customers who share a last name: place n / 2 rounded up.
-- Parameters: as above, with C_W_ID, C_D_ID, C_LAST in place of C_ID.
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @amount decimal(6, 2) = ?, @ytd_amount decimal(6, 2) = ?, @d_id int = ?, @w_id int = ?, @data_amount decimal(6, 2) = ?,
    @c_w_id int = ?, @c_d_id int = ?, @name_w_id int = ?, @name_d_id int = ?, @c_last varchar(16) = ?,
    @district_amount decimal(6, 2) = ?, @district_w_id int = ?, @district_d_id int = ?,
    @warehouse_amount decimal(6, 2) = ?, @warehouse_w_id int = ?, @history_amount decimal(6, 2) = ?;
DECLARE @paid TABLE (
    c_id int, c_d_id int, c_w_id int, c_first varchar(16), c_middle char(2), c_last varchar(16), c_street_1 varchar(20),
    c_street_2 varchar(20), c_city varchar(20), c_state char(2), c_zip char(9), c_phone char(16), c_since datetime2(6),
    c_credit char(2), c_credit_lim decimal(12, 2), c_discount decimal(4, 4), c_balance decimal(12, 2), c_data varchar(200)
);
DECLARE @at_district TABLE (
    d_name varchar(10), d_street_1 varchar(20), d_street_2 varchar(20), d_city varchar(20), d_state char(2), d_zip char(9)
);
DECLARE @at_warehouse TABLE (
    w_name varchar(10), w_street_1 varchar(20), w_street_2 varchar(20), w_city varchar(20), w_state char(2), w_zip char(9)
);
DECLARE @now datetime2(6) = SYSDATETIME();
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
SET c_balance = c_balance - @amount,
    c_ytd_payment = c_ytd_payment + @amount,
    c_payment_cnt = c_payment_cnt + 1,
    c_data = CASE c_credit
        WHEN 'BC' THEN SUBSTRING(CONCAT(c_id, ' ', c_d_id, ' ', c_w_id, ' ', @d_id, ' ', @w_id, ' ', @amount, ' ', c_data), 1, 500)
        ELSE c_data
    END
OUTPUT inserted.c_id, inserted.c_d_id, inserted.c_w_id, inserted.c_first, inserted.c_middle, inserted.c_last, inserted.c_street_1,
    inserted.c_street_2, inserted.c_city, inserted.c_state, inserted.c_zip, inserted.c_phone, inserted.c_since,
    inserted.c_credit, inserted.c_credit_lim, inserted.c_discount, inserted.c_balance, SUBSTRING(inserted.c_data, 1, 200)
INTO @paid (c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since,
    c_credit, c_credit_lim, c_discount, c_balance, c_data)
WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_id = @c_id;
UPDATE district
SET d_ytd = d_ytd + @amount
OUTPUT inserted.d_name, inserted.d_street_1, inserted.d_street_2, inserted.d_city, inserted.d_state, inserted.d_zip
INTO @at_district (d_name, d_street_1, d_street_2, d_city, d_state, d_zip)
WHERE d_w_id = @w_id AND d_id = @d_id;
UPDATE warehouse
SET w_ytd = w_ytd + @amount
OUTPUT inserted.w_name, inserted.w_street_1, inserted.w_street_2, inserted.w_city, inserted.w_state, inserted.w_zip
INTO @at_warehouse (w_name, w_street_1, w_street_2, w_city, w_state, w_zip)
WHERE w_id = @w_id;
INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
SELECT c_id, c_d_id, c_w_id, @d_id, @w_id, @now, @amount, CONCAT(w_name, '    ', d_name)
FROM @paid
    CROSS JOIN @at_district
    CROSS JOIN @at_warehouse;
IF @@ROWCOUNT = 1
    COMMIT TRANSACTION;
ELSE
    ROLLBACK TRANSACTION;
SELECT c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
    c_credit_lim, c_discount, c_balance, CASE c_credit WHEN 'BC' THEN c_data ELSE '' END,
    d_name, d_street_1, d_street_2, d_city, d_state, d_zip,
    w_name, w_street_1, w_street_2, w_city, w_state, w_zip,
    @now
FROM @paid
    CROSS JOIN @at_district
    CROSS JOIN @at_warehouse

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
DECLARE @oldest TABLE (d_id int, o_id int);
DECLARE @taken TABLE (d_id int, o_id int);
DECLARE @shipped TABLE (d_id int, o_id int, c_id int);
DECLARE @delivered TABLE (d_id int, amount decimal(6, 2));
BEGIN TRANSACTION;
INSERT INTO @oldest (d_id, o_id)
SELECT number, (
        SELECT TOP (1) no_o_id
        FROM new_order WITH (UPDLOCK, ROWLOCK)
        WHERE no_w_id = @w_id AND no_d_id = number
        ORDER BY no_o_id
    )
FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS district (number);
DELETE FROM new_order
OUTPUT deleted.no_d_id, deleted.no_o_id
INTO @taken (d_id, o_id)
FROM new_order
    JOIN @oldest AS oldest ON no_d_id = oldest.d_id AND no_o_id = oldest.o_id
WHERE no_w_id = @w_id;
UPDATE orders
SET o_carrier_id = @carrier
OUTPUT inserted.o_d_id, inserted.o_id, inserted.o_c_id
INTO @shipped (d_id, o_id, c_id)
FROM orders
    JOIN @taken AS taken ON o_d_id = taken.d_id AND orders.o_id = taken.o_id
WHERE o_w_id = @w_id;
UPDATE order_line
SET ol_delivery_d = SYSDATETIME()
OUTPUT inserted.ol_d_id, inserted.ol_amount
INTO @delivered (d_id, amount)
FROM order_line
    JOIN @taken AS taken ON ol_d_id = taken.d_id AND ol_o_id = taken.o_id
WHERE ol_w_id = @w_id;
UPDATE customer
SET c_balance = c_balance + total,
    c_delivery_cnt = c_delivery_cnt + 1
FROM customer
    JOIN (
        SELECT shipped.d_id AS owed_d_id, shipped.c_id AS owed_c_id, SUM(amount) AS total
        FROM @shipped AS shipped
            JOIN @delivered AS delivered ON delivered.d_id = shipped.d_id
        GROUP BY shipped.d_id, shipped.c_id
    ) AS owed ON c_d_id = owed_d_id AND customer.c_id = owed_c_id
WHERE c_w_id = @w_id;
COMMIT TRANSACTION;
SELECT d_id, o_id
FROM @shipped

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
