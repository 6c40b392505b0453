-- What SQL Server and Azure SQL tell about themselves: one row each, columns named as in results. A view that is not there, or that the
-- account may not see, is left out.

-- name: SHARES
-- Azure SQL Database only: the share of what the tier allows, as means of 15 seconds, the last of them.
SELECT TOP (1) avg_cpu_percent AS cpuPercent, avg_data_io_percent AS dataIoPercent, avg_log_write_percent AS logWritePercent,
    avg_memory_usage_percent AS memoryPercent, max_worker_percent AS workersPercent
FROM sys.dm_db_resource_stats
ORDER BY end_time DESC

-- name: SESSIONS
-- Of others, in this database.
SELECT COUNT(*) AS activeSessions, SUM(CASE WHEN wait_type LIKE 'LCK[_]%' THEN 1 ELSE 0 END) AS sessionsWaitingForLocks,
    SUM(CASE WHEN wait_type LIKE 'PAGEIOLATCH[_]%' OR wait_type = 'WRITELOG' THEN 1 ELSE 0 END) AS sessionsWaitingForIo
FROM sys.dm_exec_requests
WHERE database_id = DB_ID() AND session_id > 50 AND session_id <> @@SPID

-- name: PACE
-- What levels are made of, with the server's time in seconds, from the files of this database. The log is file type 1.
SELECT DATEDIFF_BIG(millisecond, '2020-01-01', SYSUTCDATETIME()) / 1000.0 AS seconds,
    SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_bytes_read END) AS readBytes,
    SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_bytes_written END) AS writtenBytes,
    SUM(CASE WHEN f.type = 1 THEN s.num_of_bytes_written ELSE 0 END) AS walBytes,
    SUM(CASE WHEN f.type = 1 THEN s.num_of_writes ELSE 0 END) AS walWrites
FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS s
    JOIN sys.database_files AS f ON f.file_id = s.file_id

-- name: FILES
SELECT SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_reads END) AS fileReads,
    SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_bytes_read END) AS fileReadBytes,
    SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_writes END) AS fileWrites,
    SUM(CASE WHEN f.type = 1 THEN 0 ELSE s.num_of_bytes_written END) AS fileWrittenBytes,
    SUM(CASE WHEN f.type = 1 THEN s.num_of_bytes_written ELSE 0 END) AS walBytes,
    SUM(CASE WHEN f.type = 1 THEN s.num_of_writes ELSE 0 END) AS walWrites,
    SUM(CASE WHEN f.type = 1 THEN s.io_stall_write_ms ELSE 0 END) AS walWriteMillis,
    SUM(s.io_stall_read_ms) AS fileReadMillis
FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS s
    JOIN sys.database_files AS f ON f.file_id = s.file_id

-- name: COUNTS
-- Counters whose names say a second grow from the server's start on. Instances are databases, or all of them.
SELECT SUM(CASE WHEN counter_name = 'Transactions/sec' AND instance_name = DB_NAME() THEN cntr_value END) AS transactions,
    SUM(CASE WHEN counter_name = 'Number of Deadlocks/sec' AND instance_name = '_Total' THEN cntr_value END) AS deadlocks,
    SUM(CASE WHEN counter_name = 'Batch Requests/sec' THEN cntr_value END) AS batches,
    SUM(CASE WHEN counter_name = 'SQL Compilations/sec' THEN cntr_value END) AS compilations,
    SUM(CASE WHEN counter_name = 'Checkpoint pages/sec' THEN cntr_value END) AS checkpointBuffersWritten,
    SUM(CASE WHEN counter_name = 'Log Growths' AND instance_name = DB_NAME() THEN cntr_value END) AS logGrowths
FROM sys.dm_os_performance_counters
