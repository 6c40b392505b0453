-- The two procedures, for SQL Server and Azure SQL. The marker has claimed their names, which were free.

CREATE PROCEDURE insert_delete_insert
    @id bigint, @account int, @quantity int, @created_at datetime2(0), @due_at datetime2(0),
    @price decimal(12, 2), @amount decimal(14, 4), @code varchar(20), @name varchar(60), @note varchar(176), @payload varbinary(250)
AS
BEGIN
    SET NOCOUNT ON;
    INSERT INTO insert_delete
        (id, account, quantity, created_at, due_at, price, amount, code, name, note, payload)
    VALUES
        (@id, @account, @quantity, @created_at, @due_at, @price, @amount, @code, @name, @note, @payload);
END
GO

CREATE PROCEDURE insert_delete_delete @id bigint
AS
BEGIN
    SET NOCOUNT ON;
    DELETE FROM insert_delete WHERE id = @id;
    SELECT @@ROWCOUNT AS removed;
END
GO
