-- What MariaDB and MySQL count about themselves: one row each, columns named as in results. What a product or version does not count is null and left
-- out. MariaDB keeps the counts in information_schema; MySQL in performance_schema, where the names are in another case, which the collation ignores.

-- name: SESSIONS
SELECT MAX(CASE WHEN variable_name = 'THREADS_RUNNING' THEN variable_value END) AS activeSessions,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS' THEN variable_value END) AS sessionsWaitingForLocks,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_PAGES_DIRTY' THEN variable_value END) AS dirtyPages,
    MAX(CASE WHEN variable_name = 'INNODB_HISTORY_LIST_LENGTH' THEN variable_value END) AS historyLength,
    MAX(CASE WHEN variable_name = 'INNODB_CHECKPOINT_AGE' THEN variable_value END) AS checkpointAgeBytes
FROM information_schema.global_status
WHERE variable_name IN ('THREADS_RUNNING', 'INNODB_ROW_LOCK_CURRENT_WAITS', 'INNODB_BUFFER_POOL_PAGES_DIRTY', 'INNODB_HISTORY_LIST_LENGTH', 'INNODB_CHECKPOINT_AGE')

-- name: SESSIONS_OF_MYSQL
SELECT MAX(CASE WHEN variable_name = 'THREADS_RUNNING' THEN variable_value END) AS activeSessions,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS' THEN variable_value END) AS sessionsWaitingForLocks,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_PAGES_DIRTY' THEN variable_value END) AS dirtyPages,
    MAX(CASE WHEN variable_name = 'INNODB_HISTORY_LIST_LENGTH' THEN variable_value END) AS historyLength,
    MAX(CASE WHEN variable_name = 'INNODB_CHECKPOINT_AGE' THEN variable_value END) AS checkpointAgeBytes
FROM performance_schema.global_status
WHERE variable_name IN ('THREADS_RUNNING', 'INNODB_ROW_LOCK_CURRENT_WAITS', 'INNODB_BUFFER_POOL_PAGES_DIRTY', 'INNODB_HISTORY_LIST_LENGTH', 'INNODB_CHECKPOINT_AGE')

-- name: PACE
SELECT UNIX_TIMESTAMP(SYSDATE(6)) AS seconds,
    MAX(CASE WHEN variable_name = 'QUESTIONS' THEN variable_value END) AS statements,
    MAX(CASE WHEN variable_name = 'COM_COMMIT' THEN variable_value END) AS commits,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READS' THEN variable_value END) AS blocksRead,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_READ' THEN variable_value END) AS readBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_WRITTEN' THEN variable_value END) AS writtenBytes,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_WRITTEN' THEN variable_value END) AS walBytes
FROM information_schema.global_status
WHERE variable_name IN ('QUESTIONS', 'COM_COMMIT', 'INNODB_BUFFER_POOL_READS', 'INNODB_DATA_READ', 'INNODB_DATA_WRITTEN', 'INNODB_OS_LOG_WRITTEN')

-- name: PACE_OF_MYSQL
SELECT UNIX_TIMESTAMP(SYSDATE(6)) AS seconds,
    MAX(CASE WHEN variable_name = 'QUESTIONS' THEN variable_value END) AS statements,
    MAX(CASE WHEN variable_name = 'COM_COMMIT' THEN variable_value END) AS commits,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READS' THEN variable_value END) AS blocksRead,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_READ' THEN variable_value END) AS readBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_WRITTEN' THEN variable_value END) AS writtenBytes,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_WRITTEN' THEN variable_value END) AS walBytes
FROM performance_schema.global_status
WHERE variable_name IN ('QUESTIONS', 'COM_COMMIT', 'INNODB_BUFFER_POOL_READS', 'INNODB_DATA_READ', 'INNODB_DATA_WRITTEN', 'INNODB_OS_LOG_WRITTEN')

-- name: COUNTS
SELECT MAX(CASE WHEN variable_name = 'COM_COMMIT' THEN variable_value END) AS commits,
    MAX(CASE WHEN variable_name = 'COM_ROLLBACK' THEN variable_value END) AS rollbacks,
    MAX(CASE WHEN variable_name = 'QUESTIONS' THEN variable_value END) AS statements,
    MAX(CASE WHEN variable_name = 'INNODB_DEADLOCKS' THEN variable_value END) AS deadlocks,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_WAITS' THEN variable_value END) AS rowLockWaits,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_TIME' THEN variable_value END) AS rowLockWaitMillis,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READS' THEN variable_value END) AS blocksRead,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READ_REQUESTS' THEN variable_value END) AS blocksRequested,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_PAGES_FLUSHED' THEN variable_value END) AS buffersWritten,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_READ' THEN variable_value END) AS fileReadBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_WRITTEN' THEN variable_value END) AS fileWrittenBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_FSYNCS' THEN variable_value END) AS fileSyncs,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_WRITTEN' THEN variable_value END) AS walBytes,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_FSYNCS' THEN variable_value END) AS walSyncs,
    MAX(CASE WHEN variable_name = 'INNODB_LOG_WAITS' THEN variable_value END) AS walBuffersFull,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_INSERTED' THEN variable_value END) AS tuplesInserted,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_UPDATED' THEN variable_value END) AS tuplesUpdated,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_DELETED' THEN variable_value END) AS tuplesDeleted,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_READ' THEN variable_value END) AS tuplesReturned,
    MAX(CASE WHEN variable_name = 'CREATED_TMP_DISK_TABLES' THEN variable_value END) AS temporaryFiles
FROM information_schema.global_status
WHERE variable_name IN ('COM_COMMIT', 'COM_ROLLBACK', 'QUESTIONS', 'INNODB_DEADLOCKS', 'INNODB_ROW_LOCK_WAITS', 'INNODB_ROW_LOCK_TIME', 'INNODB_BUFFER_POOL_READS', 'INNODB_BUFFER_POOL_READ_REQUESTS', 'INNODB_BUFFER_POOL_PAGES_FLUSHED', 'INNODB_DATA_READ', 'INNODB_DATA_WRITTEN', 'INNODB_DATA_FSYNCS', 'INNODB_OS_LOG_WRITTEN', 'INNODB_OS_LOG_FSYNCS', 'INNODB_LOG_WAITS', 'INNODB_ROWS_INSERTED', 'INNODB_ROWS_UPDATED', 'INNODB_ROWS_DELETED', 'INNODB_ROWS_READ', 'CREATED_TMP_DISK_TABLES')

-- name: COUNTS_OF_MYSQL
SELECT MAX(CASE WHEN variable_name = 'COM_COMMIT' THEN variable_value END) AS commits,
    MAX(CASE WHEN variable_name = 'COM_ROLLBACK' THEN variable_value END) AS rollbacks,
    MAX(CASE WHEN variable_name = 'QUESTIONS' THEN variable_value END) AS statements,
    MAX(CASE WHEN variable_name = 'INNODB_DEADLOCKS' THEN variable_value END) AS deadlocks,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_WAITS' THEN variable_value END) AS rowLockWaits,
    MAX(CASE WHEN variable_name = 'INNODB_ROW_LOCK_TIME' THEN variable_value END) AS rowLockWaitMillis,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READS' THEN variable_value END) AS blocksRead,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_READ_REQUESTS' THEN variable_value END) AS blocksRequested,
    MAX(CASE WHEN variable_name = 'INNODB_BUFFER_POOL_PAGES_FLUSHED' THEN variable_value END) AS buffersWritten,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_READ' THEN variable_value END) AS fileReadBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_WRITTEN' THEN variable_value END) AS fileWrittenBytes,
    MAX(CASE WHEN variable_name = 'INNODB_DATA_FSYNCS' THEN variable_value END) AS fileSyncs,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_WRITTEN' THEN variable_value END) AS walBytes,
    MAX(CASE WHEN variable_name = 'INNODB_OS_LOG_FSYNCS' THEN variable_value END) AS walSyncs,
    MAX(CASE WHEN variable_name = 'INNODB_LOG_WAITS' THEN variable_value END) AS walBuffersFull,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_INSERTED' THEN variable_value END) AS tuplesInserted,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_UPDATED' THEN variable_value END) AS tuplesUpdated,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_DELETED' THEN variable_value END) AS tuplesDeleted,
    MAX(CASE WHEN variable_name = 'INNODB_ROWS_READ' THEN variable_value END) AS tuplesReturned,
    MAX(CASE WHEN variable_name = 'CREATED_TMP_DISK_TABLES' THEN variable_value END) AS temporaryFiles
FROM performance_schema.global_status
WHERE variable_name IN ('COM_COMMIT', 'COM_ROLLBACK', 'QUESTIONS', 'INNODB_DEADLOCKS', 'INNODB_ROW_LOCK_WAITS', 'INNODB_ROW_LOCK_TIME', 'INNODB_BUFFER_POOL_READS', 'INNODB_BUFFER_POOL_READ_REQUESTS', 'INNODB_BUFFER_POOL_PAGES_FLUSHED', 'INNODB_DATA_READ', 'INNODB_DATA_WRITTEN', 'INNODB_DATA_FSYNCS', 'INNODB_OS_LOG_WRITTEN', 'INNODB_OS_LOG_FSYNCS', 'INNODB_LOG_WAITS', 'INNODB_ROWS_INSERTED', 'INNODB_ROWS_UPDATED', 'INNODB_ROWS_DELETED', 'INNODB_ROWS_READ', 'CREATED_TMP_DISK_TABLES')
