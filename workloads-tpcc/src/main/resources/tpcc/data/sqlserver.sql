-- The marker of a data set, for SQL Server, Azure SQL and Babelfish for PostgreSQL. One row a workload, in columns that suit any of them, and
-- one row for each part of it that is in: written in the transaction that loads the part. Who loads a range of warehouses holds an application
-- lock of that name meanwhile, who makes tables, keys or indexes that of the marker: locks of rows would make readers wait. They are the
-- transaction's, which looking at a table begins. READPAST does for readers what snapshots do elsewhere.

-- name: MARKER_CREATE_TABLE
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

-- name: MARKER_INSERT
-- Parameters: scale, load seed, C-Load of C_LAST as text, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES ('tpcc', ?, ?, ?, 'empty', SYSDATETIME(), ?)

-- name: MARKER_LOCK
-- Waits until nobody else has it. The row is read when the lock is there: who held it may have replaced it.
SET NOCOUNT ON;
DECLARE @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READPAST);
EXECUTE @granted = sp_getapplock @Resource = N'dbharness tpcc tables', @LockMode = N'Exclusive', @LockOwner = N'Transaction',
    @LockTimeout = -1, @DbPrincipal = N'public';
SELECT workload
FROM dbharness_dataset
WHERE workload = 'tpcc' AND @granted >= 0

-- name: MARKER_PROBE
-- No row when somebody holds the lock or changes the row; those who only probe do not hinder each other.
SET NOCOUNT ON;
DECLARE @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READPAST);
EXECUTE @granted = sp_getapplock @Resource = N'dbharness tpcc tables', @LockMode = N'Shared', @LockOwner = N'Transaction',
    @LockTimeout = 0, @DbPrincipal = N'public';
SELECT workload
FROM dbharness_dataset WITH (READPAST)
WHERE workload = 'tpcc' AND @granted >= 0

-- name: PART_LOCK
-- Parameter: its name. No row when somebody has it.
SET NOCOUNT ON;
DECLARE @part varchar(60) = ?;
DECLARE @resource nvarchar(255) = CONCAT('dbharness tpcc ', @part), @rows int, @granted int;
SELECT @rows = COUNT(*)
FROM dbharness_dataset WITH (READPAST);
EXECUTE @granted = sp_getapplock @Resource = @resource, @LockMode = N'Exclusive', @LockOwner = N'Transaction',
    @LockTimeout = 0, @DbPrincipal = N'public';
SELECT part
FROM dbharness_part
WHERE workload = 'tpcc' AND part = @part AND @granted >= 0

-- name: PARTS_READ
-- Parts whose loading transaction still runs are passed by, not waited for.
SELECT part
FROM dbharness_part WITH (READPAST)
WHERE workload = 'tpcc'

-- name: PARTS_PROBE
-- The ranges of warehouses that nobody is loading.
SELECT part
FROM dbharness_part WITH (READPAST)
WHERE workload = 'tpcc' AND part LIKE 'range %'
    AND APPLOCK_TEST('public', CONCAT('dbharness tpcc ', part), 'Shared', 'Transaction') = 1
