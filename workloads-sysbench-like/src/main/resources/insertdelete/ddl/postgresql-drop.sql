DROP FUNCTION IF EXISTS insert_delete_insert, insert_delete_delete;
DROP TABLE IF EXISTS insert_delete;
