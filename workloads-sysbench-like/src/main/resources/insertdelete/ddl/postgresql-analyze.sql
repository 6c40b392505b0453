ANALYZE insert_delete;
