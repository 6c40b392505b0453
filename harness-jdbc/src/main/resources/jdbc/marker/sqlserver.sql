-- For SQL Server, Azure SQL and Babelfish for PostgreSQL.

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

-- name: PROBE
-- No row when somebody loads; those who only probe do not hinder each other.
SET NOCOUNT ON;
DECLARE @workload varchar(40) = ?;
DECLARE @found varchar(40), @granted int, @lock nvarchar(60) = N'dbharness load ' + @workload;
SELECT @found = workload
FROM dbharness_dataset
WHERE workload = @workload;
EXECUTE @granted = sp_getapplock @Resource = @lock, @LockMode = N'Shared', @LockOwner = N'Transaction', @LockTimeout = 0;
SELECT @found AS workload
WHERE @found IS NOT NULL AND @granted >= 0

-- name: LOCK
SET NOCOUNT ON;
DECLARE @workload varchar(40) = ?;
DECLARE @found varchar(40), @granted int, @lock nvarchar(60) = N'dbharness load ' + @workload;
SELECT @found = workload
FROM dbharness_dataset
WHERE workload = @workload;
EXECUTE @granted = sp_getapplock @Resource = @lock, @LockMode = N'Exclusive', @LockOwner = N'Transaction', @LockTimeout = 0;
SELECT @found AS workload
WHERE @found IS NOT NULL AND @granted >= 0

-- name: INSERT
-- Parameters: workload, scale, load seed, what else tells data sets apart, tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, ?, ?, ?, 'loading', SYSDATETIME(), ?)

-- name: INSERT_PART
-- Parameters: workload, a space and the part's name; tool version.
INSERT INTO dbharness_dataset (workload, scale, load_seed, constants, state, loaded_at, tool_version)
VALUES (?, '', 0, '', 'complete', SYSDATETIME(), ?)
