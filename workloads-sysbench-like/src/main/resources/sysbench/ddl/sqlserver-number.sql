-- The next id is the one after those that were loaded.

DECLARE @next nvarchar(20) = (SELECT CAST(MAX(id) + 1 AS nvarchar(20)) FROM sbtest${n});
EXECUTE (N'ALTER SEQUENCE sbtest${n}_id_seq RESTART WITH ' + @next)
GO
