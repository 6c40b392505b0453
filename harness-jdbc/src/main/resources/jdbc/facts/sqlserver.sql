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
    page_verify_option_desc AS [database.page_verify], collation_name AS [database.collation]
FROM sys.databases
WHERE name = DB_NAME()

-- name: TIER
SELECT CAST(DATABASEPROPERTYEX(DB_NAME(), 'Edition') AS varchar(60)) AS [database.edition],
    CAST(DATABASEPROPERTYEX(DB_NAME(), 'ServiceObjective') AS varchar(60)) AS [database.service_objective]

-- name: MACHINE
SELECT CAST(cpu_count AS varchar(10)) AS [machine.cpus], CAST(committed_target_kb AS varchar(20)) AS [machine.committed_target_kb]
FROM sys.dm_os_sys_info
