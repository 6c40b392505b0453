DROP PROCEDURE IF EXISTS insert_delete_insert, insert_delete_delete;
