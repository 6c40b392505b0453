ANALYZE TABLE sbtest${n}
