-- What decides a benchmark's numbers, each by name and value.

-- name: SETTINGS
SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN ('autovacuum', 'bgwriter_delay', 'checkpoint_completion_target', 'checkpoint_timeout', 'commit_delay',
    'data_checksums', 'debug_assertions', 'default_statistics_target', 'default_transaction_isolation',
    'effective_cache_size', 'effective_io_concurrency', 'fsync', 'full_page_writes', 'huge_pages_status', 'io_method',
    'jit', 'maintenance_work_mem', 'max_connections', 'max_parallel_workers_per_gather', 'max_wal_size',
    'min_wal_size', 'plan_cache_mode', 'random_page_cost', 'server_encoding', 'shared_buffers',
    'shared_preload_libraries', 'statement_timeout', 'synchronous_commit', 'synchronous_standby_names', 'TimeZone',
    'track_io_timing', 'transaction_isolation', 'wal_buffers', 'wal_compression', 'wal_level', 'wal_sync_method',
    'work_mem')

-- name: CHANGED
-- Those that somebody has changed, whatever they are; without extensions' own and those in which passwords may stand.
SELECT name, current_setting(name)
FROM pg_settings
WHERE source NOT IN ('default', 'override', 'client', 'session') AND name NOT LIKE '%.%'
    AND name NOT IN ('primary_conninfo', 'archive_command', 'restore_command', 'archive_cleanup_command',
        'recovery_end_command', 'ssl_passphrase_command')

-- name: COLLATION
SELECT d.datcollate
FROM pg_database d
WHERE d.datname = current_database()
