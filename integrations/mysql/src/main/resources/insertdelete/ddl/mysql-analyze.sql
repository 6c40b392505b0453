ANALYZE TABLE insert_delete
