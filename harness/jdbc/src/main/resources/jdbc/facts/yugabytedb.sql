-- Versions differ in what they have; what is not there is left out.

-- name: SETTINGS
SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN ('default_transaction_isolation', 'max_connections', 'statement_timeout', 'TimeZone', 'transaction_isolation',
    'work_mem', 'yb_bnl_batch_size', 'yb_disable_transactional_writes', 'yb_effective_transaction_isolation_level',
    'yb_enable_base_scans_cost_model', 'yb_enable_batchednl', 'yb_enable_cbo', 'yb_enable_expression_pushdown',
    'yb_enable_optimizer_statistics', 'yb_enable_parallel_append', 'yb_enable_upsert_mode', 'yb_fetch_row_limit',
    'yb_fetch_size_limit', 'yb_follower_read_staleness_ms', 'yb_lock_pk_single_rpc', 'yb_max_query_layer_retries',
    'yb_pg_batch_detection_mechanism', 'yb_read_from_followers', 'yb_use_hash_splitting_by_default',
    'ysql_max_in_flight_ops', 'ysql_session_max_batch_size')
