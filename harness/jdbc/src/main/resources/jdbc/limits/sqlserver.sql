-- Limits and settings of SQL Server and Azure SQL, compared with the needs of a command.

-- name: LIMITS
-- Parameter: connections. Without the right to see the server's state, the sessions in use are those of the account itself. The number that
-- the server allows is that of the option user connections, or what the product can take; a tier of Azure SQL may allow fewer.
SELECT 'role' AS what, CONCAT(SUSER_SNAME(), ' as ', USER_NAME(), CASE WHEN IS_SRVROLEMEMBER('sysadmin') = 1 THEN ', sysadmin' ELSE '' END) AS found,
    '' AS needed, 'OK' AS verdict, '' AS mend
UNION ALL
SELECT 'replication', CASE
        WHEN CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(20)) = 'READ_ONLY' THEN 'readable secondary, or READ_ONLY'
        WHEN CAST(SERVERPROPERTY('IsHadrEnabled') AS int) = 1 THEN 'availability groups are on'
        ELSE 'none'
    END, '', 'OK', ''
UNION ALL
SELECT 'connections', CONCAT(most, ' at most, ', used, ' in use'), CAST(needed AS varchar(20)), CASE
        WHEN needed > most THEN 'REFUSED'
        WHEN needed + used > most THEN 'CAUTION'
        ELSE 'OK'
    END, CASE
        WHEN needed > most THEN CONCAT('lower --connections, or run EXEC sp_configure ''user connections'', ', needed + 10, ' and restart the server')
        WHEN needed + used > most THEN 'end other sessions, or lower --connections'
        ELSE ''
    END
FROM (
    SELECT CAST(? AS int) AS needed, @@MAX_CONNECTIONS AS most, COUNT(*) - 1 AS used
    FROM sys.dm_exec_sessions
    WHERE is_user_process = 1
) AS sessions
UNION ALL
SELECT 'row versions', CONCAT('READ_COMMITTED_SNAPSHOT ', CASE WHEN is_read_committed_snapshot_on = 1 THEN 'ON' ELSE 'OFF: readers wait for writers' END,
    ', ALLOW_SNAPSHOT_ISOLATION ', snapshot_isolation_state_desc), '', 'OK', ''
FROM sys.databases
WHERE name = DB_NAME()
UNION ALL
SELECT 'lock timeout', CASE WHEN @@LOCK_TIMEOUT < 0 THEN 'none' ELSE CONCAT(@@LOCK_TIMEOUT, ' ms') END, '',
    CASE WHEN @@LOCK_TIMEOUT < 0 THEN 'OK' ELSE 'CAUTION' END, CASE WHEN @@LOCK_TIMEOUT < 0 THEN '' ELSE 'leave lockTimeout out of the address' END
