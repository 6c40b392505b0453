DROP TABLE IF EXISTS insert_delete;
