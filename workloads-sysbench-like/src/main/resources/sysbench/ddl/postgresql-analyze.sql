ANALYZE sbtest${n}
