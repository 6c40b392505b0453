-- What a command needs of MariaDB and MySQL.

-- name: OBSTACLES
-- One row for each reason why nothing can be written here: what cannot be done, the reason, and what mends it. The rights of columns are
-- those that the account has in effect, through roles too.
SELECT 'write' AS need, 'it is a replica, or read_only or innodb_read_only is set' AS found, 'connect to the primary, or run SET GLOBAL read_only = OFF' AS mend
FROM DUAL
WHERE @@global.read_only <> 0 OR @@global.innodb_read_only <> 0
UNION ALL
SELECT 'write', 'this account may not change the marker', CONCAT('run as an administrator: GRANT SELECT, INSERT, UPDATE, DELETE ON `', DATABASE(),
    '`.* TO ''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')
FROM DUAL
WHERE EXISTS (
    SELECT 1
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name IN ('dbharness_dataset', 'dbharness_part')
        AND NOT (privileges LIKE '%insert%' AND privileges LIKE '%update%'))
