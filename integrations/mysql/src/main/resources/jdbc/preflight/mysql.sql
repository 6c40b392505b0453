-- What a command needs of MariaDB and MySQL.

-- name: OBSTACLES
-- One row for each reason why nothing can be written here: what cannot be done, the reason, and what mends it.
SELECT 'write' AS need, 'it is a replica, or read_only or innodb_read_only is set' AS found, 'connect to the primary, or run SET GLOBAL read_only = OFF' AS mend
FROM DUAL
WHERE @@global.read_only <> 0 OR @@global.innodb_read_only <> 0
