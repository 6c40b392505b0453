-- What decides a benchmark's numbers, each by name and value. A variable that a product or version does not have is left out.

-- name: SETTINGS
SHOW VARIABLES
WHERE variable_name IN ('autocommit', 'binlog_format', 'binlog_row_image', 'character_set_server', 'collation_server', 'collation_database',
    'default_storage_engine', 'gtid_mode', 'have_ssl', 'innodb_adaptive_hash_index', 'innodb_autoinc_lock_mode', 'innodb_buffer_pool_instances',
    'innodb_buffer_pool_size', 'innodb_change_buffering', 'innodb_deadlock_detect', 'innodb_doublewrite', 'innodb_file_per_table',
    'innodb_flush_log_at_trx_commit', 'innodb_flush_method', 'innodb_io_capacity', 'innodb_io_capacity_max', 'innodb_lock_wait_timeout',
    'innodb_log_buffer_size', 'innodb_log_file_size', 'innodb_max_dirty_pages_pct', 'innodb_page_size', 'innodb_redo_log_capacity',
    'innodb_rollback_on_timeout', 'innodb_snapshot_isolation', 'innodb_thread_concurrency', 'local_infile', 'log_bin', 'max_allowed_packet',
    'max_connections', 'performance_schema', 'query_cache_type', 'read_only', 'rpl_semi_sync_master_enabled', 'sql_mode', 'sync_binlog',
    'thread_handling', 'thread_pool_size', 'time_zone', 'transaction_isolation', 'tx_isolation', 'version', 'version_comment',
    'version_compile_machine', 'wsrep_on')

-- name: SIZE
SELECT SUM(data_length + index_length)
FROM information_schema.tables
WHERE table_schema = DATABASE()
