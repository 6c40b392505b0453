-- The marker of data sets, for SQL Server and Azure SQL. Who loads a range holds an application lock of that name
-- meanwhile, who makes tables, keys or indexes that of the workload's tables: locks of rows would make readers wait. They are the
-- transaction's, which looking at a table begins. READPAST does for readers what snapshots do elsewhere; it is refused in a database with
-- READ_COMMITTED_SNAPSHOT, as in Azure, without READCOMMITTEDLOCK.

-- name: CREATE_TABLE
IF OBJECT_ID(N'dbharness_dataset', N'U') IS NULL
    CREATE TABLE dbharness_dataset (
        workload     varchar(40)  NOT NULL PRIMARY KEY,
        scale        varchar(200) NOT NULL,
        load_seed    bigint       NOT NULL,
        constants    varchar(200) NOT NULL,
        state        varchar(8)   NOT NULL,
        loaded_at    datetime2(6) NOT NULL,
        tool_version varchar(40)  NOT NULL
    )

-- name: PARTS_CREATE_TABLE
IF OBJECT_ID(N'dbharness_part', N'U') IS NULL
    CREATE TABLE dbharness_part (
        workload varchar(40) NOT NULL,
        part     varchar(60) NOT NULL,
        PRIMARY KEY (workload, part)
    )

-- name: INSERT
-- Parameters: workload, scale, load seed, what else tells data sets apart, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, ?, ?, ?, 'empty', SYSDATETIME(), ?)

-- name: LOCK
-- Waits until nobody else has it. The row is read when the lock is there: who held it may have replaced it.
SET NOCOUNT ON;
DECLARE @workload varchar(40) = ?;
DECLARE @resource nvarchar(255) = CONCAT('dbharness ', @workload, ' tables'), @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READCOMMITTEDLOCK, READPAST);
EXECUTE @granted = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockOwner = N'Transaction',
    @LockTimeout = 86400000, @DbPrincipal = N'public';
SELECT workload
FROM dbharness_dataset
WHERE workload = @workload AND @granted >= 0

-- name: PROBE
-- No row when somebody holds the lock or changes the row; those who only probe do not hinder each other.
SET NOCOUNT ON;
DECLARE @workload varchar(40) = ?;
DECLARE @resource nvarchar(255) = CONCAT('dbharness ', @workload, ' tables'), @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READCOMMITTEDLOCK, READPAST);
EXECUTE @granted = sp_getapplock @Resource = @resource, @LockMode = N'Shared', @LockOwner = N'Transaction',
    @LockTimeout = 0, @DbPrincipal = N'public';
SELECT workload
FROM dbharness_dataset WITH (READCOMMITTEDLOCK, READPAST)
WHERE workload = @workload AND @granted >= 0

-- name: PART_LOCK
-- Parameters: workload, name. No row when somebody has it.
SET NOCOUNT ON;
DECLARE @workload varchar(40) = ?;
DECLARE @part varchar(60) = ?;
DECLARE @resource nvarchar(255) = CONCAT('dbharness ', @workload, ' ', @part), @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READCOMMITTEDLOCK, READPAST);
EXECUTE @granted = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockOwner = N'Transaction',
    @LockTimeout = 0, @DbPrincipal = N'public';
SELECT part
FROM dbharness_part
WHERE workload = @workload AND part = @part AND @granted >= 0

-- name: PARTS_READ
-- Parts whose loading transaction still runs are passed by, not waited for.
SELECT part
FROM dbharness_part WITH (READCOMMITTEDLOCK, READPAST)
WHERE workload = ?

-- name: PARTS_PROBE
-- The ranges that nobody is loading.
SELECT part
FROM dbharness_part WITH (READCOMMITTEDLOCK, READPAST)
WHERE workload = ? AND part LIKE 'range %'
    AND APPLOCK_TEST('public', CONCAT('dbharness ', workload, ' ', part), 'Shared', 'Transaction') = 1
