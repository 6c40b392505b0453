-- What decides a benchmark's numbers: names and values, or one row whose columns have the names.

-- name: SERVER
SELECT 'server.' + name AS name, CAST(SERVERPROPERTY(name) AS varchar(200)) AS value
FROM (VALUES ('Edition'), ('EngineEdition'), ('ProductVersion'), ('ProductLevel'), ('ProductUpdateLevel'), ('Collation'),
    ('IsHadrEnabled')) AS property (name)

-- name: CONFIGURATION
-- Settings of the instance; Azure SQL Database shows few of them.
SELECT 'configuration.' + name AS name, CAST(value_in_use AS varchar(40)) AS value
FROM sys.configurations
WHERE name IN ('cost threshold for parallelism', 'lightweight pooling', 'max degree of parallelism', 'max server memory (MB)',
    'max worker threads', 'min server memory (MB)', 'network packet size (B)', 'optimize for ad hoc workloads',
    'priority boost', 'recovery interval (min)', 'user connections')

-- name: DATABASE
SELECT CAST(compatibility_level AS varchar(10)) AS [database.compatibility_level],
    recovery_model_desc AS [database.recovery_model], snapshot_isolation_state_desc AS [database.snapshot_isolation],
    CAST(is_read_committed_snapshot_on AS varchar(1)) AS [database.read_committed_snapshot],
    delayed_durability_desc AS [database.delayed_durability],
    CAST(is_auto_update_stats_on AS varchar(1)) AS [database.auto_update_statistics],
    CAST(is_auto_update_stats_async_on AS varchar(1)) AS [database.auto_update_statistics_async],
    CAST(target_recovery_time_in_seconds AS varchar(10)) AS [database.target_recovery_seconds],
    CAST(is_accelerated_database_recovery_on AS varchar(1)) AS [database.accelerated_recovery],
    log_reuse_wait_desc AS [database.log_reuse_wait],
    page_verify_option_desc AS [database.page_verify], collation_name AS [database.collation]
FROM sys.databases
WHERE name = DB_NAME()

-- name: FILES
-- How large data and log are, and by what they grow: while sessions wait. Pages have 8 kB.
SELECT CAST(SUM(CASE type WHEN 0 THEN 1 ELSE 0 END) AS varchar(10)) AS [files.data_count],
    CAST(SUM(CASE type WHEN 0 THEN pages ELSE 0 END) / 128 AS varchar(20)) AS [files.data_mb],
    MIN(CASE type WHEN 0 THEN step END) AS [files.data_growth],
    CAST(SUM(CASE type WHEN 1 THEN pages ELSE 0 END) / 128 AS varchar(20)) AS [files.log_mb],
    MIN(CASE type WHEN 1 THEN step END) AS [files.log_growth]
FROM (
    SELECT type, CAST(size AS bigint) AS pages,
        CASE WHEN growth = 0 THEN 'none' WHEN is_percent_growth = 1 THEN CONCAT(growth, ' %') ELSE CONCAT(growth / 128, ' MB') END AS step
    FROM sys.database_files
) AS one

-- name: LOG
-- What a checkpoint would have to write, and of how many pieces the log is made: small steps of growth make many.
SELECT CAST(CAST(log_since_last_checkpoint_mb AS decimal(18, 1)) AS varchar(20)) AS [log.mb_since_checkpoint],
    CAST(total_vlf_count AS varchar(10)) AS [log.virtual_files]
FROM sys.dm_db_log_stats(DB_ID()) AS statistic

-- name: TIER
SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Edition') AS varchar(60)) AS [database.edition],
    CAST(DATABASEPROPERTYEX(DB_NAME(), 'ServiceObjective') AS varchar(60)) AS [database.service_objective]

-- name: MACHINE
SELECT CAST(cpu_count AS varchar(10)) AS [machine.cpus], CAST(committed_target_kb AS varchar(20)) AS [machine.committed_target_kb]
FROM sys.dm_os_sys_info
