ANALYZE ${table}
