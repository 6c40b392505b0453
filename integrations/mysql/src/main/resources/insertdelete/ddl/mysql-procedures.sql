-- The two procedures, replaced where a load ended before it could note that it had made them. The marker has claimed their names, which were free.

DROP PROCEDURE IF EXISTS insert_delete_insert
GO
DROP PROCEDURE IF EXISTS insert_delete_delete
GO
CREATE PROCEDURE insert_delete_insert(
    p_id bigint, p_account int, p_quantity int, p_created_at datetime, p_due_at datetime,
    p_price decimal(12, 2), p_amount decimal(14, 4), p_code varchar(20) CHARACTER SET ascii COLLATE ascii_bin,
    p_name varchar(60) CHARACTER SET ascii COLLATE ascii_bin, p_note varchar(176) CHARACTER SET ascii COLLATE ascii_bin, p_payload varbinary(250))
BEGIN
    INSERT INTO insert_delete
        (id, account, quantity, created_at, due_at, price, amount, code, name, note, payload)
    VALUES
        (p_id, p_account, p_quantity, p_created_at, p_due_at, p_price, p_amount, p_code, p_name, p_note, p_payload);
END
GO
CREATE PROCEDURE insert_delete_delete(p_id bigint)
BEGIN
    DELETE FROM insert_delete WHERE id = p_id;
    SELECT ROW_COUNT();
END
GO
