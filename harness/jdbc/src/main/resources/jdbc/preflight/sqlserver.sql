-- What a command needs of SQL Server and Azure SQL.

-- name: OBSTACLES
-- One row for each reason why this account cannot write here, or cannot make tables: which of the two, the reason, and what mends it. A
-- readable secondary says so too. The answer for an object that is not there is null, so a marker that is not there is no obstacle.
SELECT 'write' AS need, 'it is a readable secondary, or READ_ONLY' AS found, 'connect to the primary, or have ALTER DATABASE CURRENT SET READ_WRITE run' AS mend
WHERE CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(20)) = 'READ_ONLY'
UNION ALL
SELECT 'write', CONCAT('this account may not change the marker ', marker.name), CONCAT('run as its owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ', marker.name,
    ' TO ', QUOTENAME(USER_NAME()))
FROM (VALUES ('dbharness_dataset'), ('dbharness_part')) AS marker (name)
WHERE HAS_PERMS_BY_NAME(marker.name, 'OBJECT', 'SELECT') = 0
    OR HAS_PERMS_BY_NAME(marker.name, 'OBJECT', 'INSERT') = 0
    OR HAS_PERMS_BY_NAME(marker.name, 'OBJECT', 'UPDATE') = 0
    OR HAS_PERMS_BY_NAME(marker.name, 'OBJECT', 'DELETE') = 0
UNION ALL
SELECT 'create', 'this account may not make tables', CONCAT('run as the owner of the database: GRANT CREATE TABLE TO ', QUOTENAME(USER_NAME()))
WHERE HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', 'CREATE TABLE') = 0
UNION ALL
SELECT 'create', CONCAT('this account may not alter the schema ', SCHEMA_NAME()), CONCAT('run as the owner of the database: GRANT ALTER ON SCHEMA::',
    QUOTENAME(SCHEMA_NAME()), ' TO ', QUOTENAME(USER_NAME()))
WHERE HAS_PERMS_BY_NAME(SCHEMA_NAME(), 'SCHEMA', 'ALTER') = 0
