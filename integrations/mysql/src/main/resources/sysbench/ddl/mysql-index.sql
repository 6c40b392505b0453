-- Under sysbench's name for it. MySQL has no IF NOT EXISTS for it, and a load that goes on may find it.

SET @make_index = CASE
    WHEN EXISTS (
        SELECT 1
        FROM information_schema.statistics
        WHERE table_schema = DATABASE() AND table_name = 'sbtest${n}' AND index_name = 'k_${n}'
    ) THEN 'DO 0'
    ELSE 'CREATE INDEX k_${n} ON sbtest${n} (k)'
END;
PREPARE make_index FROM @make_index;
EXECUTE make_index;
DEALLOCATE PREPARE make_index
