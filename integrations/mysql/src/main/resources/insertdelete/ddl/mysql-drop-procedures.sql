DROP PROCEDURE IF EXISTS insert_delete_insert;
DROP PROCEDURE IF EXISTS insert_delete_delete;
