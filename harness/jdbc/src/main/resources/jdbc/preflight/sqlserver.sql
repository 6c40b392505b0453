-- What a command needs of SQL Server and Azure SQL.

-- name: OBSTACLES
-- One row for each reason why nothing can be written here: what cannot be done, the reason, and what mends it. A readable secondary says so too.
SELECT 'write' AS need, 'it is a readable secondary, or READ_ONLY' AS found, 'connect to the primary, or have ALTER DATABASE CURRENT SET READ_WRITE run' AS mend
WHERE CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(20)) = 'READ_ONLY'
