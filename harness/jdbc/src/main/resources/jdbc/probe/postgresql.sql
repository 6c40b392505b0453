-- What PostgreSQL 13 to 18 count about themselves: one row each, columns named as in results. Where versions differ there are several forms
-- of a question, of which the first that the server understands and the account may ask is used.

-- name: DATABASE
SELECT xact_commit AS "commits", xact_rollback AS "rollbacks", deadlocks AS "deadlocks", conflicts AS "conflicts",
    blks_read AS "blocksRead", blks_hit AS "blocksHit", temp_files AS "temporaryFiles", temp_bytes AS "temporaryBytes",
    tup_returned AS "tuplesReturned", tup_fetched AS "tuplesFetched", tup_inserted AS "tuplesInserted",
    tup_updated AS "tuplesUpdated", tup_deleted AS "tuplesDeleted"
FROM pg_stat_database
WHERE datname = current_database()

-- name: CHECKPOINTS
-- From version 17.
SELECT num_timed AS "checkpointsTimed", num_requested AS "checkpointsRequested", write_time AS "checkpointWriteMillis",
    sync_time AS "checkpointSyncMillis", buffers_written AS "checkpointBuffersWritten"
FROM pg_stat_checkpointer

-- name: CHECKPOINTS_TO_16
SELECT checkpoints_timed AS "checkpointsTimed", checkpoints_req AS "checkpointsRequested",
    checkpoint_write_time AS "checkpointWriteMillis", checkpoint_sync_time AS "checkpointSyncMillis",
    buffers_checkpoint AS "checkpointBuffersWritten"
FROM pg_stat_bgwriter

-- name: WRITES
-- From version 16: pages of tables and indexes, whoever wrote them.
SELECT sum(writes) AS "buffersWritten", sum(extends) AS "buffersExtended", sum(evictions) AS "buffersEvicted",
    sum(CASE WHEN backend_type = 'client backend' THEN writes END) AS "buffersWrittenByBackends"
FROM pg_stat_io
WHERE object = 'relation'

-- name: WRITES_TO_15
SELECT buffers_checkpoint + buffers_clean + buffers_backend AS "buffersWritten", buffers_backend AS "buffersWrittenByBackends"
FROM pg_stat_bgwriter

-- name: WAL
-- From version 14.
SELECT wal_records AS "walRecords", wal_fpi AS "walFullPageImages", wal_buffers_full AS "walBuffersFull"
FROM pg_stat_wal

-- name: WAL_BYTES
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS "walBytes"

-- name: SESSIONS
-- Of others, in this database.
SELECT count(*) FILTER (WHERE state = 'active') AS "activeSessions",
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock') AS "sessionsWaitingForLocks",
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'IO') AS "sessionsWaitingForIo",
    count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS "sessionsIdleInTransaction"
FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()

-- name: PACE
-- What levels are made of, with the server's time in seconds. What is read comes from the disk or from the system's cache of it.
SELECT extract(epoch FROM clock_timestamp()) AS "seconds", xact_commit AS "commits", blks_read AS "blocksRead",
    blks_read * current_setting('block_size')::bigint AS "readBytes", blks_hit AS "blocksHit"
FROM pg_stat_database
WHERE datname = current_database()

-- name: SIZE
-- Looks at each file, so it is not asked each second.
SELECT pg_database_size(current_database()) AS "databaseBytes"
