-- The five transactions as stored procedures of SQL Server and Azure SQL. Each call is a transaction of its own
-- and answers with the columns of the statement of the same name in tpcc/compound; what is said there of the language, of locks and of each step
-- holds here too.
--
-- Installed in one transaction: LOCK, FOUND and, unless that is what the client expects, the drops, every CREATE and MARK.

-- name: LOCK
-- Whoever installs at the same time waits until this transaction ends. Looking into a catalogue begins it where the client has only switched
-- off autocommit.
SET NOCOUNT ON;
DECLARE @tables int;
SELECT @tables = COUNT(*)
FROM sys.tables;
EXECUTE sp_getapplock @Resource = N'dbharness tpcc procedures', @LockMode = N'Exclusive', @LockOwner = N'Transaction'

-- name: FOUND
-- What has one of their names: name, mark or null, and the statement that drops it. A view keeps the mark, because comments on objects are not there
-- everywhere.
IF OBJECT_ID(N'tpcc_procedures', N'V') IS NULL
    SELECT o.name, CAST(NULL AS varchar(60)) AS mark, 'DROP PROCEDURE ' + o.name AS remover
    FROM sys.objects o
    WHERE o.schema_id = SCHEMA_ID()
        AND o.name IN ('tpcc_new_order', 'tpcc_payment', 'tpcc_order_status', 'tpcc_delivery', 'tpcc_stock_level', 'tpcc_procedures')
ELSE
    SELECT o.name, v.version AS mark, CASE o.type WHEN 'V' THEN 'DROP VIEW ' ELSE 'DROP PROCEDURE ' END + o.name AS remover
    FROM sys.objects o CROSS JOIN tpcc_procedures v
    WHERE o.schema_id = SCHEMA_ID()
        AND o.name IN ('tpcc_new_order', 'tpcc_payment', 'tpcc_order_status', 'tpcc_delivery', 'tpcc_stock_level', 'tpcc_procedures')

-- name: MARK
CREATE VIEW tpcc_procedures AS
SELECT '${mark}' AS version

-- name: NEW_ORDER
-- Parameters: W_ID, D_ID, C_ID, how many lines take from a stock row for the first time, O_OL_CNT, O_ALL_LOCAL, then the lines as four lists:
-- numbers, items, supplying warehouses, quantities. First come the lines that take from a stock row for the first time, sorted by
-- warehouse and item; then those that repeat one, in the order typed.
EXECUTE tpcc_new_order ?, ?, ?, ?, ?, ?, ?, ?, ?, ?

-- name: PAYMENT
-- Parameters: W_ID, D_ID, C_W_ID, C_D_ID, C_ID or null, C_LAST or null, H_AMOUNT.
EXECUTE tpcc_payment ?, ?, ?, ?, ?, ?, ?

-- name: ORDER_STATUS
-- Parameters: C_W_ID, C_D_ID, C_ID or null, C_LAST or null.
EXECUTE tpcc_order_status ?, ?, ?, ?

-- name: DELIVERY
-- Parameters: W_ID, O_CARRIER_ID.
EXECUTE tpcc_delivery ?, ?

-- name: STOCK_LEVEL
-- Parameters: W_ID, D_ID, threshold.
EXECUTE tpcc_stock_level ?, ?, ?

-- name: CREATE_NEW_ORDER
-- An order that is short of a line is rolled back here and lacks a row in the answer. The first round takes all lines that take from a stock
-- row for the first time; the repeated ones come one by one, so that each sees what the one before left.
CREATE PROCEDURE tpcc_new_order
    @w_id int, @d_id int, @c_id int, @firsts int, @o_ol_cnt int, @o_all_local int,
    @numbers varchar(8000), @items varchar(8000), @suppliers varchar(8000), @quantities varchar(8000)
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    DECLARE @entered datetime2(6) = SYSDATETIME(), @o_id int, @d_tax decimal(4, 4), @w_tax decimal(4, 4),
        @last_name varchar(16), @credit char(2), @discount decimal(4, 4);
    DECLARE @taken TABLE (
        number int, item_id int, supplier int, quantity int, item_name varchar(24), left_over int, brand char(1), price decimal(5, 2),
        dist_info char(24)
    );
    DECLARE @from int = 1, @upto int = @firsts, @found int = 0;
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
    WHILE @from <= @o_ol_cnt AND @o_id IS NOT NULL
    BEGIN
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
            WHERE n BETWEEN @from AND @upto
        ) AS line
            JOIN item ON i_id = line.item_id
            JOIN stock ON s_w_id = line.supplier AND s_i_id = i_id
        OPTION (FORCE ORDER, LOOP JOIN);
        SET @found = @found + @@ROWCOUNT;
        SET @from = @upto + 1;
        SET @upto = @from;
    END;
    IF @found = @o_ol_cnt
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
    FROM @taken;
END

-- name: CREATE_PAYMENT
CREATE PROCEDURE tpcc_payment
    @w_id int, @d_id int, @c_w_id int, @c_d_id int, @c_id int, @c_last varchar(16), @amount decimal(6, 2)
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
    DECLARE @first varchar(16), @middle char(2), @last_name varchar(16), @c_street_1 varchar(20), @c_street_2 varchar(20),
        @c_city varchar(20), @c_state char(2), @c_zip char(9), @phone char(16), @since datetime2(6), @credit char(2),
        @credit_lim decimal(12, 2), @discount decimal(4, 4), @balance decimal(12, 2), @data varchar(500),
        @d_name varchar(10), @d_street_1 varchar(20), @d_street_2 varchar(20), @d_city varchar(20), @d_state char(2), @d_zip char(9),
        @w_name varchar(10), @w_street_1 varchar(20), @w_street_2 varchar(20), @w_city varchar(20), @w_state char(2), @w_zip char(9),
        @now datetime2(6) = SYSDATETIME();
    BEGIN TRANSACTION;
    IF @c_id IS NULL
        SET @c_id = (
            SELECT c_id
            FROM (
                SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
                FROM customer
                WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_last = @c_last
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
    WHERE @last_name IS NOT NULL AND @d_name IS NOT NULL AND @w_name IS NOT NULL;
END

-- name: CREATE_ORDER_STATUS
CREATE PROCEDURE tpcc_order_status
    @c_w_id int, @c_d_id int, @c_id int, @c_last varchar(16)
AS
BEGIN
    SET NOCOUNT ON;
    IF @c_id IS NULL
        SET @c_id = (
            SELECT c_id
            FROM (
                SELECT c_id, ROW_NUMBER() OVER (ORDER BY c_first, c_id) AS place, COUNT(*) OVER () AS matches
                FROM customer
                WHERE c_w_id = @c_w_id AND c_d_id = @c_d_id AND c_last = @c_last
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
    ORDER BY ol_number;
END

-- name: CREATE_DELIVERY
CREATE PROCEDURE tpcc_delivery
    @w_id int, @carrier int
AS
BEGIN
    SET NOCOUNT ON;
    SET XACT_ABORT ON;
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
    FROM @taken;
END

-- name: CREATE_STOCK_LEVEL
CREATE PROCEDURE tpcc_stock_level
    @w_id int, @d_id int, @threshold int
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @next_o_id int = (SELECT d_next_o_id FROM district WHERE d_w_id = @w_id AND d_id = @d_id);
    SELECT COUNT(DISTINCT s_i_id)
    FROM order_line
        JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id
    WHERE ol_w_id = @w_id AND ol_d_id = @d_id AND ol_o_id >= @next_o_id - 20 AND ol_o_id < @next_o_id
        AND s_quantity < @threshold;
END
